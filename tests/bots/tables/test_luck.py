"""Rollouts without luck: the same means with a fraction of the error."""

import pytest

from tests.support.bots.tables_kernels import drawn, interpreted
from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities, bounded
from zaria.bots.tables import Engine, engine_for, rollouts, rules
from zaria.bots.tables.ranking import StageResults
from zaria.games.tables.position import Position

LATE = "X=24:1,13:3,8:3,6:5,5:3;O=21:2,8:4,6:5,5:2,4:2"
"""One side has a checker to bring past the other's points."""
FINISH = "X=5:1,3:1;O=4:1,2:1"
HIDDEN = 3


@pytest.mark.parametrize("name", ["backgammon", "tabla"])
def test_the_mean_stays_and_the_error_shrinks(name: str) -> None:
    engine, position = engine_for(games.dice_game(name)), games.dice_game(name).parse(LATE)
    plain = engine.rollout(position, games=360, seed=11)
    reduced = engine.rollout(position, games=24, seed=11, without_luck=True)
    joint_error = (plain.error**2 + reduced.error**2) ** 0.5
    assert abs(plain.equity - reduced.equity) < 3 * joint_error
    assert abs(plain.chances.win - reduced.chances.win) < 3 * joint_error
    assert reduced.error * 24**0.5 <= 0.3 * plain.error * 360**0.5


def test_what_the_evaluator_knows_exactly_leaves_no_error() -> None:
    game = games.dice_game("short-nardy-5s", paritet=True)
    position = game.parse("X=1:4;O=1:4;starter=X")
    reduced = Engine(game).rollout(position, games=6, seed=2, without_luck=True)
    assert reduced.chances.draw == pytest.approx(26 / 36, abs=1e-4)
    assert reduced.error < 1e-4


@pytest.mark.parametrize("name", ["indiyka", "gulbara"])
def test_a_rollout_may_begin_with_a_roll_to_play(name: str) -> None:
    game = games.dice_game(name)
    due = game.start().rolled((2, 1)) if name == "indiyka" else game.parse(FINISH).rolled((2, 1))
    reduced = engine_for(game).rollout(due, games=4, seed=1, without_luck=True)
    assert reduced.equity == pytest.approx(engine_for(game).evaluate(due).equity(game.classes), abs=0.3)


def test_probabilities_keep_their_bounds() -> None:
    assert bounded(OutcomeProbabilities(1.1, 1.2, -0.1, 0.1, 0.2, 0.3)) == OutcomeProbabilities(
        1.0, 1.0, 0.0, 0.0, 0.0, 0.0
    )
    assert bounded(OutcomeProbabilities(0.5, 0.2, 0.1, 0.2, 0.1)) == OutcomeProbabilities(
        0.5, 0.2, 0.1, 0.2, 0.1
    )


def test_compiled_and_interpreted_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sources = games.dice_game("backgammon"), interpreted()
    compiled = rules.evaluator(game)
    compiled.set_net(drawn(HIDDEN, 1))
    monkeypatch.setattr(rules, "EvaluatorKernel", sources.evaluator.EvaluatorKernel)
    plain = rules.evaluator(game)
    plain.set_net(drawn(HIDDEN, 1, sources))
    position = game.parse(FINISH)
    assert isinstance(position, Position)
    board = position.board
    means, equity, squares = rollouts.roll_out(compiled, board, 2, 5, 2000, without_luck=True)
    plain_means, plain_equity, plain_squares = sources.rollouts.roll_out(
        plain, board, 2, 5, 2000, without_luck=True
    )
    assert plain_means == pytest.approx(means, abs=1e-5)
    assert (plain_equity, plain_squares) == pytest.approx((equity, squares), abs=1e-5)
    results, plain_results = StageResults(compiled), sources.ranking.StageResults(plain)
    for stage in (results, plain_results):
        assert stage.rank(board, (0, 0, True), (2, 1, 4), whole=False)
    assert plain_results.equities() == pytest.approx(results.equities(), abs=1e-5)
    assert [plain_results.steps(row) for row in range(results.count)] == [
        results.steps(row) for row in range(results.count)
    ]
