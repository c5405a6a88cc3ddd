"""perft.toml: as many positions from the start as an independent count gives."""

from typing import Any

import pytest

from tests.data import table
from zaria import games
from zaria.games.dice import ROLLS
from zaria.games.tables.perft import perft
from zaria.games.tables.position import Position

PERFT = table("perft")


def start(row: dict[str, Any]) -> Position:
    position = games.dice_game(row["game"], **row.get("options", {})).start()
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize("row", PERFT["start"], ids=lambda row: row["game"])
def test_from_the_start(row: dict[str, Any]) -> None:
    depths = range(1, len(row["counts"]) + 1)
    assert [perft(start(row), depth) for depth in depths] == row["counts"]


@pytest.mark.parametrize("row", PERFT["first"], ids=lambda row: f"{row['game']} {row.get('options', '')}")
def test_first_roll(row: dict[str, Any]) -> None:
    position = start(row)
    assert [len(position.turns((die, die))) for die in range(1, 7)] == row["doublets"]
    assert {len(position.turns(roll)) for roll in ROLLS if roll[0] != roll[1]} == {row["others"]}
