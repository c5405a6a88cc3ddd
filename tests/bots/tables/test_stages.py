"""Stages evaluated by boards alone are those evaluated by positions."""

from functools import cache
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import astuple

from tests.support.strategies import VARIANTS, onward, played, positions, rolls
from zaria import games
from zaria.bots import tables
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import weights
from zaria.bots.tables.evaluators import NetEvaluator, certain
from zaria.bots.tables.stages import BoardStage, PositionStage, evaluated
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position

GAMES = sorted({game.id for game in VARIANTS if weights.shipped(game.id).exists()})
EVEN = 1e-4
"""Equities closer than this may be of turns that are equally good: sums of floats hang on their order."""


@cache
def evaluator_of(game: TablesGame) -> NetEvaluator:
    return NetEvaluator(game, weights.read(weights.shipped(game.id), game.id))


def due(position: Position, roll: tuple[int, int], seed: int) -> Position:
    """The stage of a roll that is due, some stages on."""
    random, reached = Random(seed), position.rolled(roll)
    for _ in range(random.randrange(4)):
        later = onward(reached, random)
        if later.duty is None or later.outcome() is not None:
            break
        reached = later
    return reached


@given(
    positions(st.sampled_from([game for game in VARIANTS if game.id in GAMES])),
    rolls,
    st.integers(0, 99),
)
def test_both_ways_find_the_same_turns_and_chances(
    position: Position, roll: tuple[int, int], seed: int
) -> None:
    stage_due, evaluator = due(position, roll, seed), evaluator_of(position.game)
    stage = evaluated(evaluator, stage_due)
    assume(isinstance(stage, BoardStage))
    expected = PositionStage(evaluator, stage_due)
    equities, expected_equities = stage.equities(None), expected.equities(None)
    assert equities == pytest.approx(expected_equities, abs=EVEN)
    for index, equity in enumerate(equities):
        assert stage.turn(index) == expected.turn(index)
        chances, expected_chances = astuple(stage.chances(index)), astuple(expected.chances(index))
        assert chances == pytest.approx(expected_chances, abs=EVEN)
        assert stage.chances(index).equity(position.game.classes) == pytest.approx(equity, abs=1e-9)


@pytest.mark.parametrize("name", ["backgammon", "gulbara"])
def test_the_best_is_looked_into_alike(name: str) -> None:
    game = games.dice_game(name)
    assert isinstance(game, TablesGame)
    evaluator, stage_due = evaluator_of(game), played(game, 3, 20).rolled((4, 2))
    stage, expected = evaluated(evaluator, stage_due), PositionStage(evaluator, stage_due)
    deeper, expected_deeper = (
        [chances.equity(game.classes) for chances in results.deeper([0, 1], 1)]
        for results in (stage, expected)
    )
    assert deeper == pytest.approx(expected_deeper, abs=EVEN)


@pytest.mark.parametrize("name", GAMES)
def test_a_plain_roll_needs_no_positions(name: str) -> None:
    start = games.dice_game(name).start()
    assert isinstance(start, Position)
    assert isinstance(evaluated(evaluator_of(start.game), start.rolled((2, 1))), BoardStage)


def test_what_passes_to_another_stage_is_played_through() -> None:
    start = games.dice_game("chelebi").start()
    assert isinstance(start, Position)
    assert isinstance(evaluated(evaluator_of(start.game), start.rolled((5, 5))), PositionStage)


@pytest.mark.parametrize("name", GAMES)
def test_of_equal_turns_the_first_leads(name: str) -> None:
    """A side that wins with every turn plays the one that is listed first."""
    game = games.dice_game(name)
    roll, engine = game.parse("X=2:1,1:1;O=12:15").rolled((6, 5)), tables.engine_for(game)
    assert engine.ranked(roll)[0].turn == roll.turns()[0]
    assert engine.ranked(roll, most=1) == engine.ranked(roll)[:1]


@pytest.mark.parametrize("loser", ["O=24:15", "O=12:15", "O=12:1,1:14", "O=1:15", "O=1:14"])
@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_certain(name: str, loser: str) -> None:
    game = games.dice_game(name)
    before = game.parse(f"X=2:1;{loser}").rolled((6, 5))
    after = before.play(before.turns()[0])
    ended = after.outcome()
    assert ended is not None
    for ply in range(3):
        assert tables.engine_for(game).evaluate(after, ply) == certain(ended, after)


def test_an_equity_function_may_ask_the_same_engine() -> None:
    engine, start = tables.engine_for(games.dice_game("backgammon")), games.dice_game("backgammon").start()
    due_now, doublet = start.rolled((6, 5)), start.rolled((2, 2))

    def asking(chances: OutcomeProbabilities) -> float:
        engine.ranked(doublet)
        engine.evaluate(doublet)
        return chances.equity(start.game.classes)

    expected = [(turn, chances) for turn, chances, *_ in engine.ranked(due_now)]
    assert [(turn, chances) for turn, chances, *_ in engine.ranked(due_now, equity_of=asking)] == expected


@pytest.mark.parametrize("name", ["gulbara", "chelebi", "crazy-gulbar"])
def test_a_board_at_the_end_of_a_ladder_is_worth_the_same_by_each_way(name: str) -> None:
    """Earlier evaluations do not decide between two ways to the same board."""
    game = games.dice_game(name)
    assert isinstance(game, TablesGame)
    for seed in range(6):
        position = played(game, seed, 6).rolled((1, 1))
        if position.duty is None or len(position.duty.stages) < 2:
            continue
        fresh, used = (NetEvaluator(game, weights.read(weights.shipped(name), name)) for _ in range(2))
        used.evaluate([played(game, seed + 50, 9)], 1)
        after = [result for result in position.results() if result.outcome() is None]
        assert used.evaluate(after, 0) == fresh.evaluate(after, 0)
