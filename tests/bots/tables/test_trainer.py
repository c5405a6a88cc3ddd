"""Training: it goes downhill, comes to the same from the same seed, and soon plays better than it began."""

from math import log
from random import Random
from statistics import fmean, median, pstdev, quantiles
from typing import Any

import pytest

from tests.support.bots.tables_kernels import COMPILED, drawn, interpreted, weights_of
from tests.support.by_day import by_day
from tests.support.strategies import played
from zaria import games
from zaria.bots.tables import rules
from zaria.bots.tables.evaluator import EvaluatorRules
from zaria.bots.tables.training.gradients import fit, measure, slopes
from zaria.bots.tables.training.trainer import Trainer
from zaria.games.tables.game import TablesGame

pytestmark = pytest.mark.proof

TARGET = (0.7, 0.3, 0.05, 0.2, 0.02)
GAMES = 25
SOURCES = interpreted()
UNITS, DENSE = SOURCES.net.UNITS, SOURCES.net.DENSE
SMALL = 4e-3
"""By how much a weight is moved to see what comes of it: less drowns in 32 bits."""


def backgammon() -> TablesGame:
    game = games.dice_game("backgammon")
    assert isinstance(game, TablesGame)
    return game


def trainer_of(net: Any, kernels: Any = COMPILED) -> tuple[Any, Any]:
    """A trainer of backgammon and its evaluator."""
    evaluator = kernels.evaluator.EvaluatorKernel()
    evaluator.set_rules(backgammon().options.kernel_rules, EvaluatorRules(), rules.points(backgammon()))
    evaluator.set_net(net)
    trainer = kernels.trainer.Trainer(evaluator, net)
    trainer.begin_with(backgammon().start().board)
    return trainer, evaluator


def loss(outputs: list[float]) -> float:
    """The cross-entropy of the outputs with the target."""
    pairs = zip(outputs, TARGET, strict=True)
    return -sum(goal * log(output) + (1 - goal) * log(1 - output) for output, goal in pairs)


@pytest.mark.parametrize("plies", [0, 70, 90])
def test_slopes_are_those_of_the_loss(plies: int) -> None:
    """Each weight is moved a little to both sides, and what that does to the loss compared."""
    net = drawn(8, 7)
    trainer, _ = trainer_of(net)
    board = played(backgammon(), plies, plies).board
    _, grades = slopes(trainer, board, TARGET)
    weights = net.values()  # of the phase of the board, which is chosen now
    assert len(grades) == len(weights) == net.size()
    steep = [i for i, slope in enumerate(grades) if slope]
    assert len(steep) > 40
    for i in Random(plies).sample(steep, 30) + Random(plies).sample(range(len(weights)), 10):
        sides = []
        for by in (SMALL, -SMALL):
            net.load([*weights[:i], weights[i] + by, *weights[i + 1 :]])
            sides.append(loss(slopes(trainer, board, TARGET)[0]))
        assert (sides[0] - sides[1]) / (2 * SMALL) == pytest.approx(grades[i], abs=2e-3, rel=0.02)


def test_compiled_and_interpreted_slopes_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = interpreted()
    monkeypatch.setattr(sources.trainer, "ROOM", 10)
    compiled, _ = trainer_of(drawn(2, 7))
    plain, _ = trainer_of(drawn(2, 7, sources), sources)
    board = played(backgammon(), 1, 30).board
    for slope, plain_slope in zip(
        slopes(compiled, board, TARGET), sources.gradients.slopes(plain, board, TARGET), strict=True
    ):
        assert slope == pytest.approx(plain_slope, abs=1e-5)


def trained(rounds: int, seed: int, ply: int = 0) -> tuple[Any, Any]:
    """A net of backgammon that has learnt a little, and its trainer."""
    net = drawn(10, 1)
    trainer, _ = trainer_of(net)
    for turn in range(rounds):
        trainer.clear()
        trainer.play(GAMES if not ply else 1, seed + 1000 * turn, 0.7, 0.1, ply)
        fit(trainer, 16 if ply else 64, 0.004, seed + turn)
    return net, trainer


@pytest.mark.parametrize("ply", by_day([0], [0, 1]))
def test_the_same_seed_gives_the_same_weights(ply: int) -> None:
    first, again, other_seed = (weights_of(trained(1 + (not ply), seed, ply)[0]) for seed in (5, 5, 6))
    assert first == again
    assert first != other_seed
    assert first != weights_of(drawn(10, 1))


def test_a_little_training_beats_none() -> None:
    """Points a game, in pairs of games with the same dice; a start knows nothing at all."""
    _, trainer = trained(8, 1)
    start = rules.evaluator(backgammon())
    start.set_net(drawn(10, 1))
    gain = trainer.duel(start, 100, 9)
    error = ((trainer.square - gain * gain) / 50) ** 0.5
    assert trainer.games == 8 * GAMES
    assert gain - 4 * error > 0.3


def test_a_duel_with_itself_is_even() -> None:
    """The sides of a pair play alike, so what one game brings the other takes."""
    trainer, _ = trainer_of(drawn(10, 1))
    like = rules.evaluator(backgammon())
    like.set_net(drawn(10, 1))
    assert trainer.duel(like, 6, 3) == 0


def test_trainers_keep_to_the_rules_of_any_game() -> None:
    """Nets that know nothing may hit each other without end: such games are given up, others learnt from."""
    for name in games.names():
        game = games.get(name)
        if isinstance(game, TablesGame):
            net = drawn(4, 2)
            evaluator = rules.evaluator(game)
            evaluator.set_net(net)
            trainer = Trainer(evaluator, net)
            trainer.begin_with(game.start().board)
            assert any(trainer.play(1, seed, 0.7, 0.1, 0) > 10 for seed in range(1, 20))
            assert 0 < fit(trainer, 64, 0.001, 1) < 1


def test_the_mean_follows_the_weights() -> None:
    net = drawn(128, 1)
    trainer, _ = trainer_of(net)
    trainer.average(1.0)
    net.choose(2)
    old = net.values()
    assert trainer.averaged(2) == old
    net.load([weight + 1 for weight in old])
    trainer.average(0.25)
    assert trainer.averaged(2) == pytest.approx([weight + 0.25 for weight in old], abs=1e-5)


def test_what_a_noisy_turn_led_to_is_not_learnt_from() -> None:
    trainer, _ = trainer_of(drawn(10, 1))
    count = trainer.play(GAMES, 5, 0.7, 0.1, 0)
    left_out = sum(trainer.stored_position(sample)[0] == 5 for sample in range(count))
    assert 0.05 * count < left_out < 0.2 * count


def test_dense_numbers_are_measured_where_there_are_many() -> None:
    """Means and deviations are the last things remembered; phases of few positions keep 0 and 1."""
    trainer, _ = trainer_of(drawn(10, 1))
    count = trainer.play(GAMES, 5, 0.7, 0.1, 0)
    measure(trainer)
    measured = trainer.memory()[-2 * 5 * DENSE :]
    features = trainer_of(drawn(2, 7, SOURCES), SOURCES)[1].features
    seen: list[list[list[float]]] = [[] for _ in range(5)]
    for phase, board in map(trainer.stored_position, range(count)):
        if phase < 5:
            features.view = list(board)
            features.count()
            seen[phase].append(features.dense[: features.compute(phase)])
    many = [phase for phase in range(5) if len(seen[phase]) >= 500]
    assert 0 < len(many) < 5
    for phase in range(5):
        at = phase * DENSE
        middles, widths = measured[at : at + DENSE], measured[at + 5 * DENSE : at + 6 * DENSE]
        if phase not in many:
            assert (set(middles), set(widths)) == ({0.0}, {1.0})
            continue
        for column, middle, width in zip(zip(*seen[phase], strict=True), middles, widths, strict=False):
            assert middle == pytest.approx(fmean(column), abs=1e-4)
            assert width == pytest.approx(max(0.02, pstdev(column)), abs=1e-3)


def test_a_step_goes_by_dense_numbers_of_one_size() -> None:
    """The first step of Adam is of one length for every weight: in the units that were measured."""
    net = drawn(10, 1)
    trainer, _ = trainer_of(net)
    count = trainer.play(2 * GAMES, 5, 0.7, 0.1, 0)
    counts = [
        sum(trainer.stored_position(sample)[0] == phase for sample in range(count)) for phase in range(5)
    ]
    phase = next(phase for phase in range(5) if counts[phase] > max(counts) // 2)  # the first to take a step
    measure(trainer)
    measured = trainer.memory()[-2 * 5 * DENSE :]
    middles, widths = (measured[at : at + DENSE] for at in (phase * DENSE, (5 + phase) * DENSE))
    net.choose(phase)
    before = net.values()
    fit(trainer, max(counts), 0.01, 1)
    net.choose(phase)
    moved = [new - old for new, old in zip(net.values(), before, strict=True)]
    steps: list[float] = []
    for k in range(10):
        units = [moved[i * 10 + k] for i in range(UNITS)]
        dense = [moved[(UNITS + i) * 10 + k] for i in range(DENSE)]
        bias = moved[(UNITS + DENSE) * 10 + k]
        steps += units
        steps += [weight * width for weight, width in zip(dense, widths, strict=True)]
        steps.append(bias + sum(weight * middle for weight, middle in zip(dense, middles, strict=True)))
    lengths = [abs(step) for step in steps if abs(step) > 1e-5]
    assert len(lengths) > 1000
    assert max(lengths) < 0.0101
    assert median(lengths) == pytest.approx(0.01, rel=0.01)  # but where there is next to no slope, shorter
    assert quantiles(lengths, n=10)[1] > 0.0095
