"""plays.toml: as many distinct plays as other programs find."""

from typing import Any

import pytest

from tests.data import dice, table
from zaria import games

PLAYS = table("plays")


@pytest.mark.parametrize("game", PLAYS["games"])
@pytest.mark.parametrize("row", PLAYS["position"], ids=lambda row: row["id"])
def test_every_roll(game: str, row: dict[str, Any]) -> None:
    for text in (row["board"], row["id"]):
        position = games.dice_game(game).parse(text)
        assert [len(position.results(dice(roll))) for roll in PLAYS["rolls"]] == row["counts"]


@pytest.mark.parametrize("row", PLAYS["play"], ids=lambda row: str(row["roll"]))
def test_bearing_off(row: dict[str, Any]) -> None:
    assert len(games.dice_game("tabla").parse(row["text"]).turns(dice(row["roll"]))) == row["count"]
