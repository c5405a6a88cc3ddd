"""What games are worth, finished and unfinished."""

import pytest

from tests.games.tables.written import after, position


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
        ("long-nardy", "1:1", "6:15", 1, 3),
        ("long-nardy", "1:1", "7:1,6:14", 1, 2),
        ("long-nardy", "1:1", "7:4,6:11", 2, 2),
        ("long-nardy", "1:1", "14:9,6:6", 1, 1),
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
