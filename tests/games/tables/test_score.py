"""Points of games, finished and unfinished."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.tables_notation import after, position
from tests.support.search_budget import times
from tests.support.strategies import onward, positions
from zaria.games.tables.position import Position


@pytest.mark.parametrize(
    ("game", "loser", "points", "kind"),
    [
        ("tabla", "24:1,6:13,off:1", 1, "single"),
        ("tabla", "bar:1,6:13,off:1", 1, "single"),
        ("tabla", "6:15", 2, "mars"),
        ("tabla", "18:1,6:14", 2, "mars"),
        ("tabla", "19:1,6:14", 3, "koks"),
        ("tabla", "bar:1,6:14", 3, "koks"),
        ("tapa", "6:15", 1, "single"),
        ("tapa", "6:14,off:1", 1, "single"),
        ("tapa", "7:1,6:14", 2, "mars"),
        ("tapa", "24:1,6:14", 3, "koks"),
        ("tapa", "24:1,6:13,off:1", 3, "koks"),
        ("gulbara", "6:15", 1, "single"),
        ("gulbara", "12:1,6:14", 2, "mars"),
        ("gulbara", "13:1,6:14", 3, "koks"),
        ("gulbara", "24:1,6:13,off:1", 3, "koks"),
        ("long-nardy", "6:14,off:1", 1, "single"),
        ("long-nardy", "6:15", 3, "home_mars"),
        ("long-nardy", "7:1,6:14", 2, "mars"),
        ("long-nardy", "24:15", 2, "mars"),
    ],
)
def test_a_won_game(game: str, loser: str, points: int, kind: str) -> None:
    for turn in (0, 1):
        won = position(game, f"X={loser};O=off:15", turn)
        outcome = won.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.points, outcome.kind) == (1 - turn, points, kind)


def test_home_mars_may_be_worth_four() -> None:
    outcome = position("long-nardy", "X=6:15;O=off:15", home_mars=4).outcome()
    assert outcome is not None
    assert outcome.points == 4


def test_the_last_checker_off_wins() -> None:
    last = position("tabla", "X=1:1;O=23:2,6:13", 1)
    assert last.outcome() is None
    outcome = after(last, 21, "1/off").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (1, 3)


@pytest.mark.parametrize(
    ("game", "winner", "loser", "on_roll", "elsewhere"),
    [
        ("tabla", "1:2", "6:15", 1, 2),
        ("tabla", "1:1", "12:5,6:10", 2, 2),
        ("tabla", "1:1", "12:3,6:12", 1, 2),
        ("tabla", "1:1", "23:1,6:14", 1, 3),
        ("tabla", "1:1", "23:1,12:2,6:12", 2, 3),
        ("tabla", "1:1", "22:5,6:10", 3, 3),
        ("tabla", "1:4", "22:5,6:10", 2, 3),
        ("tabla", "1:1", "22:5,6:9,off:1", 1, 1),
        ("tabla", "3:1", "23:5,6:10", 1, 1),
        ("tabla", "7:1", "13:15", 1, 1),
        ("tabla", "1:1", "bar:5,6:10", 1, 1),
        ("tapa", "1:2", "6:15", 1, 1),
        ("tapa", "1:2", "7:1,6:14", 1, 2),
        ("tapa", "1:2", "7:5,6:10", 2, 2),
        ("tapa", "1:2", "22:1,6:14", 1, 3),
        ("tapa", "1:2", "22:4,6:11", 2, 3),
        ("tapa", "1:2", "22:5,6:10", 3, 3),
        ("tapa", "1:2", "24:1^,6:14", 1, 3),
        ("tapa", "1:2", "24:1^,19:4,6:10", 3, 3),
        ("tapa", "1:1^", "24:2,6:13", 1, 1),
        ("gulbara", "1:1", "14:1,6:14", 1, 3),
        ("gulbara", "1:2", "12:1,6:14", 1, 2),
        ("gulbara", "1:3", "24:15", 1, 3),
        ("gulbara", "2:1", "13:1,6:14", 1, 1),
        ("chelebi", "1:1", "22:5,6:10", 1, 3),
        ("crazy-gulbar", "1:1", "12:11,6:4", 1, 2),
        ("crazy-gulbar", "1:1", "12:13,6:2", 2, 2),
        ("long-nardy", "1:1", "6:15", 1, 3),
        ("long-nardy", "1:1", "7:1,6:14", 1, 2),
        ("long-nardy", "1:1", "7:4,6:11", 2, 2),
        ("long-nardy", "1:1", "14:9,6:6", 2, 2),
        ("long-nardy", "2:1", "13:9,6:6", 1, 1),
        ("long-nardy", "1:1", "12:9,6:5,off:1", 1, 1),
    ],
)
def test_what_a_loser_cannot_avoid(game: str, winner: str, loser: str, on_roll: int, elsewhere: int) -> None:
    assert position(game, f"X={loser};O={winner}").unavoidable(0) == on_roll
    assert position(game, f"X={winner};O={loser}").unavoidable(1) == elsewhere


@pytest.mark.parametrize("game", ["tabla", "tapa", "long-nardy"])
def test_nothing_is_settled_at_the_start(game: str) -> None:
    assert [position(game).unavoidable(side) for side in (0, 1)] == [1, 1]


def test_a_lost_game_costs_what_it_is_worth() -> None:
    assert position("tabla", "X=19:1,6:14;O=off:15").unavoidable(0) == 3


def test_a_rest_comes_before_the_loser_s_own_roll() -> None:
    """Four moves of a roll would not bring five checkers home, but there are two fives to play before it."""
    assert position("gulbara", "X=7:5,6:10;O=1:1;ladder=6666").unavoidable(1) == 1
    assert position("crazy-gulbar", "X=12:13,6:2;O=1:1;rest=66").unavoidable(0) == 1
    assert position("crazy-gulbar", "X=12:13,6:2;O=1:1").unavoidable(0) == 2


def test_the_last_turn_of_a_game_is_no_koks_before_it_is_played() -> None:
    assert position("short-nardy-5s", "X=22:4,6:11;O=1:1;starter=O", paritet=True).unavoidable(0) == 2
    assert position("short-nardy-5s", "X=22:9,6:6;O=1:1;starter=O", paritet=True).unavoidable(0) == 3
    assert position("short-nardy-5s", "X=22:5,6:10;O=1:1;starter=X", paritet=True).unavoidable(0) == 3


@settings(max_examples=times(60))
@given(positions(), st.integers(0, 2**32))
def test_no_game_costs_less_than_was_proved(where: Position, seed: int) -> None:
    random = Random(seed)
    proved = [1, 1]
    for _ in range(400):
        if where.outcome() or where.locked():
            break
        proved = [max(proved[side], where.unavoidable(side)) for side in (0, 1)]
        where = onward(where, random)
    outcome = where.outcome()
    if outcome is not None and outcome.winner is not None:
        assert outcome.points >= proved[1 - outcome.winner]
        assert (outcome.points, outcome.kind) in where.game.classes
