"""A side of three checkers: those that are missing from the board are missing from three."""

from random import Random

import pytest

from tests.support.bots.tables_kernels import drawn
from tests.support.strategies import onward
from zaria.bots.tables import playing, rules
from zaria.games.protocols import InvalidPositionError
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.position import Position
from zaria.games.tables.position_ids import gnubg_id

GAME = TablesGame("few", "Few", TablesOptions(setup="hyper", checkers=3, next_starter="roll"))
START = "X=24:1,23:1,22:1;O=24:1,23:1,22:1"


def test_all_begin_on_the_board() -> None:
    start = GAME.start()
    assert start.to_text() == START
    assert [start.counts(side)[0] for side in (0, 1)] == [0, 0]
    assert [start.pips(side) for side in (0, 1)] == [69, 69]


def test_those_missing_of_three_are_off() -> None:
    position = GAME.parse("X=6:1,2:1;O=bar:1,20:1,off:1")
    assert [position.counts(side)[0] for side in (0, 1)] == [1, 1]
    assert position.to_text() == "X=6:1,2:1,off:1;O=bar:1,20:1,off:1"


@pytest.mark.parametrize("text", ["X=6:4;O=24:3", "X=6:2,off:13;O=24:3", "X=6:2;O=24:3,off:12"])
def test_a_side_has_three(text: str) -> None:
    with pytest.raises(InvalidPositionError, match="a side has 3 checkers"):
        GAME.parse(text)


def test_names_of_other_programs_leave_the_number_to_the_game() -> None:
    start = GAME.start()
    assert GAME.parse("-aaa------------------AAA-") == start
    assert GAME.parse(gnubg_id(start.counts(0), start.counts(1))) == start
    with pytest.raises(InvalidPositionError, match="a side has 3 checkers"):
        GAME.parse("-b----E-C---eE---c-e----B-")


@pytest.mark.parametrize(
    ("loser", "points"),
    [("2:2,off:1", 1), ("bar:2,off:1", 1), ("2:3", 2), ("18:3", 2), ("19:1,2:2", 3), ("bar:1,2:2", 3)],
)
def test_a_win_counts_by_those_borne_off(loser: str, points: int) -> None:
    outcome = GAME.parse(f"X={loser};O=off:3").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (1, points)


def test_what_cannot_be_avoided() -> None:
    loser = ["22:2,20:1", "18:3", "18:2,off:1"]
    assert [GAME.parse(f"X={side};O=1:1,off:2").unavoidable(0) for side in loser] == [2, 2, 1]


def test_the_evaluator_knows_how_games_end() -> None:
    evaluator, random = rules.evaluator(GAME), Random(5)
    evaluator.set_net(drawn(8, 3))
    points = set()
    for _ in range(30):
        position: Position = GAME.start()
        while (outcome := position.outcome()) is None:
            position = onward(position, random)
        assert outcome.winner == 1 - position.turn
        expected = (0.0, 0.0, 0.0, float(outcome.points > 1), float(outcome.points > 2))
        assert playing.chances(evaluator, position.board) == expected
        points.add(outcome.points)
    assert points == {1, 2, 3}
