"""The plain player's cube, and when a resignation is enough for it."""

import pytest

from tests.support.match.dice_matches import Table
from zaria import bots
from zaria.match.match import Cube
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

PLAIN = bots.get("plain")

EVEN = "X=6:5,5:5,4:5;O=6:5,5:5,4:5"
AHEAD = "X=6:3,5:3,4:4;O=6:5,5:5,4:5"
FAR_AHEAD = "X=2:2,1:2;O=6:5,5:5,4:5"


def new_table(text: str, turn: int = 0, length: int = 7, **fields: object) -> Table:
    """`text` with the named side on roll."""
    table = Table(Terms("tabla", length=length, cube=True))
    table.place(text, turn, phase="roll", dice=None, **fields)
    return table


@pytest.mark.parametrize(
    ("text", "doubles", "takes"),
    [(EVEN, False, True), (AHEAD, True, False), (FAR_AHEAD, True, False)],
)
def test_a_race(text: str, doubles: bool, takes: bool) -> None:
    match = new_table(text).match
    assert PLAIN.doubles(match, 0) is doubles
    assert PLAIN.takes(match, 1) is takes


@pytest.mark.parametrize("game", ["tabla", "tapa", "long-nardy"])
def test_the_beginning_of_a_game_is_even(game: str) -> None:
    match = Table(Terms(game, cube=True)).match
    assert not PLAIN.doubles(match, match.turn)
    assert PLAIN.takes(match, 1 - match.turn)


def test_it_does_not_double_when_the_points_already_decide_the_match() -> None:
    assert PLAIN.doubles(new_table(FAR_AHEAD, score=(5, 5), cube=Cube(1, None)).match, 0)
    assert not PLAIN.doubles(new_table(FAR_AHEAD, score=(5, 5), cube=Cube(2, 0)).match, 0)


def test_it_takes_anything_rather_than_lose_the_match() -> None:
    assert PLAIN.takes(new_table(FAR_AHEAD, score=(6, 6)).match, 1)


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
    assert PLAIN.accepts_resignation(new_table(text).match, 0, points) is accepts


def doubled(text: str, *proposed: int, side: int = 1, **fields: object) -> Table:
    """Side 0 is on turn and its cube is on offer; `side` answers."""
    table = Table(Terms("tabla", length=7, cube=True, beaver=True, raccoon=True))
    table.place(text, 0, phase="double", dice=None, proposed=proposed, **fields)
    assert table.match.to_act() == side
    return table


BEHIND = "X=6:5,5:5,4:5;O=6:2,5:2,4:2,off:9"


def test_it_beavers_when_it_is_the_better_side() -> None:
    assert PLAIN.beavers(doubled(BEHIND, 2).match, 1)
    assert not PLAIN.beavers(doubled(EVEN, 2).match, 1)
    assert not PLAIN.beavers(doubled(AHEAD, 2).match, 1)


def test_it_answers_a_beaver_with_a_raccoon_when_it_was_right_to_double() -> None:
    match = doubled(AHEAD, 2, 4, side=0).match
    assert PLAIN.beavers(match, 0)
    assert PLAIN.takes(match, 0)
    assert not PLAIN.takes(doubled(BEHIND, 2, 4, side=0).match, 0)


def test_it_raises_no_cube_that_decides_the_match() -> None:
    assert not PLAIN.beavers(doubled(BEHIND, 2, score=(0, 5)).match, 1)


def test_it_never_drops_a_match_away_by_a_beaver() -> None:
    """Declining the beaver loses two points, and two are all that the other side needs."""
    assert PLAIN.takes(doubled(BEHIND, 2, 4, side=0, score=(0, 5)).match, 0)
    assert not PLAIN.takes(doubled(BEHIND, 2, 4, side=0, score=(0, 4)).match, 0)


def test_what_it_takes_for_a_single_game_depends_on_the_stakes() -> None:
    for stakes, accepts in ((None, True), (Stakes(100), False)):
        table = Table(Terms("tabla", cube=True, stakes=stakes))
        table.place("X=2:2,1:2;O=22:5,6:10", 0, phase="roll", dice=None)
        assert PLAIN.accepts_resignation(table.match, 0, 1) is accepts


@pytest.mark.parametrize(
    ("game", "options", "text", "points"),
    [
        ("gulbara", {}, "X=2:2,1:2;O=15:5,6:10", 3),
        ("gulbara", {}, "X=2:2,1:2;O=9:8,6:7", 2),
        ("long-nardy", {}, "X=2:2,1:2;O=9:8,6:7", 2),
        ("long-nardy", {"home_mars": 4}, "X=2:1;O=6:15", 4),
        ("long-nardy-5s", {"mars": True, "koks": True}, "X=2:2,1:2;O=15:5,6:10", 2),
        ("tabla-bg", {}, "X=2:2,1:2;O=22:5,6:10", 2),
        ("antitabla", {}, "X=22:5,6:10;O=2:2,1:2", 3),
    ],
)
def test_it_knows_what_each_game_counts(
    game: str, options: dict[str, str | int | bool], text: str, points: int
) -> None:
    table = Table(Terms(game, options, length=7))
    table.place(text, 0, phase="roll", dice=None)
    least = next(n for n in (1, 2, 3, 4) if PLAIN.accepts_resignation(table.match, 0, n))
    assert least == points


def test_it_accepts_whatever_wins_the_match() -> None:
    match = new_table("X=2:2,1:2;O=22:5,6:10", score=(6, 0)).match
    assert PLAIN.accepts_resignation(match, 0, 1)
