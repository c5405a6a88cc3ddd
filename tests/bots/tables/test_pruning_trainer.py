"""Training of pruning nets: what it learns, and that it comes to the same from the same seed."""

from functools import cache
from typing import Any

import pytest

from tests.support.bots.tables_kernels import COMPILED, drawn, drawn_pruning, interpreted
from zaria import games
from zaria.bots.tables import rules
from zaria.bots.tables.pruning import PruningNet
from zaria.bots.tables.training.pruning_trainer import PruningTrainer
from zaria.games.tables.game import TablesGame

pytestmark = pytest.mark.proof

SEED = 3
ROLLS = 600


def trainer_of(name: str, kernels: Any = COMPILED) -> tuple[Any, Any]:
    """A trainer, and its pruning net; both nets were drawn by chance."""
    game = games.get(name)
    assert isinstance(game, TablesGame)
    net = drawn(4, SEED, kernels)
    evaluator = rules.evaluator(game)
    evaluator.set_net(net)
    pruning = drawn_pruning(net, SEED, kernels, most=4, margin=1e6)
    trainer = kernels.pruning_trainer.PruningTrainer(evaluator, pruning)
    trainer.begin_with(game.start().board)
    return trainer, pruning


@cache
def trained(name: str) -> tuple[PruningTrainer, PruningNet]:
    """The same after a fit to some rolls of a game."""
    trainer, pruning = trainer_of(name)
    assert trainer.gather(ROLLS, 5, 0.1) >= ROLLS
    trainer.fit(30, 25, 0.01, 5)
    return trainer, pruning


@pytest.mark.parametrize("name", ["backgammon", "chelebi", "tapa", "long-nardy"])
def test_a_fit_to_some_rolls_loses_less_than_none(name: str) -> None:
    """In other games than those that it was fitted to; a wider choice loses less still."""
    trainer, pruning = trained(name)
    untrained, _ = trainer_of(name)
    for both in (trainer, untrained):
        both.survey(200, 77, 0.1)
    assert trainer.rolls == untrained.rolls >= 200
    assert trainer.results == untrained.results
    assert trainer.stayed < trainer.results
    assert 0 < trainer.lost < 0.85 * untrained.lost
    assert trainer.missed < untrained.missed
    lost = trainer.lost
    pruning.most = 16
    trainer.survey(200, 77, 0.1)
    assert trainer.lost < lost
    pruning.most = 4


def test_the_same_seed_gives_the_same_pruning_net() -> None:
    again, pruning = trainer_of("tapa")
    again.gather(ROLLS, 5, 0.1)
    again.fit(30, 25, 0.01, 5)
    assert pruning.values() == trained("tapa")[1].values()
    another, another_pruning = trainer_of("tapa")
    another.gather(ROLLS, 6, 0.1)
    another.fit(30, 25, 0.01, 5)
    assert another_pruning.values() != pruning.values()


@pytest.mark.slow
def test_compiled_and_interpreted_learn_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = interpreted()
    monkeypatch.setattr(sources.pruning_trainer, "ROOM", 2000)
    monkeypatch.setattr(sources.pruning_trainer, "GROUPS", 20)
    compiled, pruning = trainer_of("backgammon")
    monkeypatch.setattr(rules, "EvaluatorKernel", sources.evaluator.EvaluatorKernel)
    plain, plain_pruning = trainer_of("backgammon", sources)
    for trainer in (compiled, plain):
        assert trainer.gather(4, 5, 0.1) == 4
    errors = [trainer.fit(1, 2, 0.01, 5) for trainer in (compiled, plain)]
    assert errors[0] == pytest.approx(errors[1], rel=1e-3)
    assert pruning.values() == pytest.approx(plain_pruning.values(), abs=1e-4)
    monkeypatch.setattr(sources.pruning_trainer, "ROOM", 200)
    assert plain.gather(20, 5, 0.1) < 20  # there is no more room


@pytest.mark.parametrize("seed", [2_147_483_646, 2_147_483_647, 2 * 2_147_483_647])
def test_no_seed_rolls_the_same_for_ever(seed: int) -> None:
    """At a multiple of the generator's modulus every roll would be 1-1, which loses nothing."""
    trainer, _ = trainer_of("backgammon")
    trainer.survey(200, seed, 0.1)
    assert trainer.missed > 0
    assert trainer.gather(ROLLS, seed, 0.1) >= ROLLS
    trainer.fit(1, 25, 0.01, seed)
