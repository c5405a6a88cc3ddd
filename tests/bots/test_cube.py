"""The plain player's cube, and when a resignation is enough for it."""

import pytest

from tests.match.table import Table
from zaria import bots
from zaria.match.match import Cube
from zaria.match.terms import Terms

PLAIN = bots.get("plain")

EVEN = "X=6:5,5:5,4:5;O=6:5,5:5,4:5"
AHEAD = "X=6:3,5:3,4:4;O=6:5,5:5,4:5"
FAR_AHEAD = "X=2:2,1:2;O=6:5,5:5,4:5"


def table(text: str, turn: int = 0, length: int = 7, **fields: object) -> Table:
    """`text` with the named side on roll."""
    made = Table(Terms("tabla", length=length, cube=True))
    made.place(text, turn, phase="roll", dice=None, **fields)
    return made


@pytest.mark.parametrize(
    ("text", "doubles", "takes"),
    [(EVEN, False, True), (AHEAD, True, False), (FAR_AHEAD, True, False)],
)
def test_a_race(text: str, doubles: bool, takes: bool) -> None:
    match = table(text).match
    assert PLAIN.doubles(match, 0) is doubles
    assert PLAIN.takes(match, 1) is takes


@pytest.mark.parametrize("game", ["tabla", "tapa", "long-nardy"])
def test_the_beginning_of_a_game_is_even(game: str) -> None:
    match = Table(Terms(game, cube=True)).match
    assert not PLAIN.doubles(match, match.turn)
    assert PLAIN.takes(match, 1 - match.turn)


def test_it_does_not_double_when_the_points_already_decide_the_match() -> None:
    assert PLAIN.doubles(table(FAR_AHEAD, score=(5, 5), cube=Cube(1, None)).match, 0)
    assert not PLAIN.doubles(table(FAR_AHEAD, score=(5, 5), cube=Cube(2, 0)).match, 0)


def test_it_takes_anything_rather_than_lose_the_match() -> None:
    assert PLAIN.takes(table(FAR_AHEAD, score=(6, 6)).match, 1)


@pytest.mark.parametrize(
    ("text", "points", "accepts"),
    [
        ("X=2:2,1:2;O=6:5,off:10", 1, True),
        ("X=2:2,1:2;O=13:5,6:10", 1, False),
        ("X=2:2,1:2;O=13:5,6:10", 2, True),
        ("X=2:2,1:2;O=22:5,6:10", 2, False),
        ("X=2:2,1:2;O=22:5,6:10", 3, True),
        (EVEN, 1, True),
    ],
)
def test_it_wants_what_the_game_would_bring(text: str, points: int, accepts: bool) -> None:
    assert PLAIN.accepts_resignation(table(text).match, 0, points) is accepts


def test_it_accepts_whatever_wins_the_match() -> None:
    match = table("X=2:2,1:2;O=22:5,6:10", score=(6, 0)).match
    assert PLAIN.accepts_resignation(match, 0, 1)
