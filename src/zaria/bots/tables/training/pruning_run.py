"""Making the pruning net of a net: rolls of its own games, a fit, and a survey of what pruning loses.

The seed determines the pruning net: the same net and seed give the same one on the same machine.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots.tables import rules, weights
from zaria.bots.tables.net import Net
from zaria.bots.tables.pruning import PruningNet
from zaria.bots.tables.pruning_sizes import NEURONS, UNITS
from zaria.bots.tables.training.pruning_trainer import PruningTrainer
from zaria.bots.tables.training.run import InvalidTrainingRunError
from zaria.games.protocols import DiceGame
from zaria.games.tables.position import Position

WIDTHS = (8, 0.15), (10, 0.2), (12, 0.25), (16, 0.3), (24, 0.4), (32, 0.5)
"""The most results that stay and their distance (points) from the best, the narrowest first."""
LOST = 0.0015
"""Points a roll that pruning may lose: the narrowest width that loses no more is taken, or the widest."""
ROLLS = 60_000
"""Rolls that the net is fitted to."""
PASSES = 8
BATCH = 256
RATE = 0.004
NOISE = 0.15
"""Points by which some turns of the games are misled."""
SURVEYED = 6_000
"""Rolls of a survey, of games that the net was not fitted to."""
OTHER_GAMES = 1_000_003
"""Added to the seed for these."""


class PruningLoss(NamedTuple):
    """The loss by pruning at 0 plies, over rolls with a choice, and how many of their results are kept."""

    most: int
    margin: float
    rolls: int
    missed: float
    """The share of rolls whose best result is pruned."""
    lost: float
    """Points a roll."""
    stayed: float
    results: float

    def __str__(self) -> str:
        return (
            f"{self.most} within {self.margin:.2f}: best missed {100 * self.missed:.1f} %, "
            f"lost {1000 * self.lost:.2f} millipoints a roll, "
            f"kept {self.stayed:.1f} of {self.results:.1f} results ({self.rolls} rolls)"
        )


def add_pruning(
    game: DiceGame, start: Path, out: Path, seed: int, report: Callable[[str], None]
) -> PruningLoss:
    """Write the net `start` of the game to `out`, with a new pruning net, and return what that loses.

    `report` gets each line of progress. Raises `weights.InvalidNetError` if `start` is no net of the game,
    and `InvalidTrainingRunError` if `out` is another net, or that of a training that goes on.
    """
    file = weights.read(start, game.id)
    state = out.with_name(out.name + ".state")
    if out.exists() and not out.samefile(start):
        raise InvalidTrainingRunError(f"{out} exists: write to another file, or to that of --from")
    if state.exists():
        raise InvalidTrainingRunError(f"{state} is of a training that goes on: write to another file")
    net = file.net()
    pruning = PruningNet(net)
    pruning.load(_untrained(seed))
    trainer = _trainer(game, net, pruning)
    rolls = trainer.gather(ROLLS, seed, NOISE)
    report(f"{rolls} rolls evaluated")
    error = trainer.fit(PASSES, BATCH, RATE, seed)
    report(f"fitted: differences within a roll are off by {1000 * error**0.5:.0f} millipoints")
    for loss in losses(trainer, pruning, seed, WIDTHS):
        report(str(loss))
        if loss.lost <= LOST:
            break
    card = weights.PruningCard(
        most=loss.most, margin=loss.margin, method=f"zaria train {game.id} --pruning --from … --seed {seed}"
    )
    written = replace(file.card, version=weights.VERSION, pruning=card)
    weights.write(out, written, file.phases, pruning.values())
    return loss


def survey(game: DiceGame, net: Path, seed: int) -> Iterator[PruningLoss]:
    """Yield what the pruning net of a file loses at each width, in games from the seed.

    Raises `weights.InvalidNetError` if the file is no net of the game, or has no pruning net.
    """
    file = weights.read(net, game.id)
    nets = file.net()
    pruning = file.pruning_net(nets)
    if pruning is None:
        raise weights.InvalidNetError(f"{net.name} has no pruning net")
    yield from losses(_trainer(game, nets, pruning), pruning, seed, WIDTHS)


def losses(
    trainer: PruningTrainer, pruning: PruningNet, seed: int, widths: Sequence[tuple[int, float]]
) -> Iterator[PruningLoss]:
    """Yield what the trainer's pruning net loses at each width."""
    for pruning.most, pruning.margin in widths:
        trainer.survey(SURVEYED, seed + OTHER_GAMES, NOISE)
        rolls = trainer.rolls
        yield PruningLoss(
            pruning.most,
            pruning.margin,
            rolls,
            trainer.missed / rolls,
            trainer.lost / rolls,
            trainer.stayed / rolls,
            trainer.results / rolls,
        )


def _trainer(game: DiceGame, net: Net, pruning: PruningNet) -> PruningTrainer:
    evaluator = rules.evaluator(game)
    evaluator.set_net(net)
    table = rules.bear_off(game)
    if table is not None:
        evaluator.set_table(table)
    start = game.start()
    assert isinstance(start, Position)
    trainer = PruningTrainer(evaluator, pruning)
    trainer.begin_with(start.board)
    return trainer


def _untrained(seed: int) -> list[float]:
    """Return the weights of a pruning net that has learnt nothing."""
    chance = random.Random(seed)
    values = [chance.gauss(0, 0.25) for _ in range(UNITS * NEURONS)]
    values += [0.3] * NEURONS
    return values + [chance.gauss(0, 0.1) for _ in range(NEURONS)]
