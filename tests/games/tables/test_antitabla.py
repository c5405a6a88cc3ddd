"""Antitabla: who bears off first loses."""

import pytest

from tests.support.games.tables_notation import after, position, turns


@pytest.mark.parametrize(
    ("winner", "points", "kind"),
    [
        ("6:14,off:1", 1, "single"),
        ("24:1,bar:1,off:13", 1, "single"),
        ("6:15", 2, "mars"),
        ("18:15", 2, "mars"),
        ("19:1,6:14", 3, "koks"),
        ("bar:1,6:14", 3, "koks"),
    ],
)
def test_the_other_side_wins_by_what_it_has_not_borne_off(winner: str, points: int, kind: str) -> None:
    for turn in (0, 1):
        outcome = position("antitabla", f"X={winner};O=off:15", turn).outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.points, outcome.kind) == (turn, points, kind)


def test_the_last_checker_off_loses() -> None:
    outcome = after(position("antitabla", "X=1:1;O=6:15"), 21, "1/off").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (1, 2)


def test_one_must_bear_off_where_nothing_else_uses_as_much() -> None:
    assert turns(position("antitabla", "X=1:2,off:13;O=6:15"), 65) == {"1/off(2)"}
    assert "6/5 2/1" not in turns(position("antitabla", "X=6:1,2:1,off:13;O=6:15"), 61)


@pytest.mark.parametrize(
    ("ahead", "behind", "on_roll", "elsewhere"),
    [
        ("1:1", "22:4,6:11", 2, 3),
        ("1:2", "12:5,6:10", 2, 2),
        ("1:2", "6:14,off:1", 1, 1),
        ("7:1", "22:15", 1, 1),
    ],
)
def test_who_finishes_first_cannot_avoid_it(ahead: str, behind: str, on_roll: int, elsewhere: int) -> None:
    """`on_roll`: the side that is ahead, and so about to lose, rolls."""
    least = {
        True: position("antitabla", f"X={ahead};O={behind}").unavoidable(0),
        False: position("antitabla", f"X={behind};O={ahead}").unavoidable(1),
    }
    assert (least[False], least[True]) == (on_roll, elsewhere)
