"""examples.toml: what the rulebook decides, and that the slow reference decides it alike."""

from typing import Any

import pytest

from tests.data import dice, table
from tests.games.reference import table as laid
from tests.games.reference.plays import First, legal
from tests.games.reference.presets import rules
from zaria import games
from zaria.games.protocols import IllegalTurnError

CASES = table("examples")["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["rule"])
def test_case(case: dict[str, Any]) -> None:
    position = games.dice_game(case["game"], **case.get("options", {})).parse(case["text"])
    due = position.rolled(dice(case["roll"]))
    assert sorted(str(turn) for turn in due.turns()) == sorted(case["turns"])
    for turn in due.turns():
        assert due.complete(turn.moves) == turn
    if case["turns"]:
        with pytest.raises(IllegalTurnError):
            due.complete(())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["rule"])
def test_case_of_the_reference(case: dict[str, Any]) -> None:
    agreed = rules(case["game"], **case.get("options", {}))
    (men, pins), (opponent_men, opponent_pins) = (side(part) for part in case["text"].split(";"))
    there = laid.Table(laid.piled(men), laid.piled(opponent_men), pins, opponent_pins)
    roll = dice(case["roll"])
    first = First(True) if men[24] == 15 else None
    plays = legal(agreed, there, roll * 2 if roll[0] == roll[1] else roll, first)
    assert len({play.table.end for play in plays if play.used}) == len(case["turns"])


def side(text: str) -> tuple[tuple[int, ...], frozenset[int]]:
    """Checkers and pins of one half of a position's text."""
    men, pins = [0] * 26, set()
    for part in text[2:].split(","):
        name, count = part.split(":")
        if name == "off":
            continue
        point = 25 if name == "bar" else int(name)
        men[point] = int(count.rstrip("^"))
        if count.endswith("^"):
            pins.add(point)
    men[0] = 15 - sum(men)
    return tuple(men), frozenset(pins)
