"""The kernels as they are shipped and as Python runs them, and nets whose weights are drawn by chance."""

from random import Random
from types import SimpleNamespace
from typing import Any

from tests.support.games.interpreted_kernel import interpreted_together
from zaria.bots.tables import bearoff, evaluator, features, net, playing, pruning
from zaria.bots.tables.pruning_sizes import NEURONS, SIZE, UNITS
from zaria.bots.tables.training import gradients, pruning_trainer, trainer

COMPILED: Any = SimpleNamespace(
    net=net,
    bearoff=bearoff,
    features=features,
    evaluator=evaluator,
    playing=playing,
    pruning=pruning,
    pruning_trainer=pruning_trainer,
    trainer=trainer,
    gradients=gradients,
)
TABLES = (
    "net",
    "bearoff",
    "features",
    "pruning",
    "evaluator",
    "playing",
    "ranking",
    "luck",
    "rollouts",
    "training.trainer",
    "training.gradients",
    "training.pruning_trainer",
)
RULES = ("kernel", "survey", "turn_ends", "step_graph", "generation")
NAMES = [
    *(f"zaria.games.tables.kernel.{name}" for name in RULES),
    *(f"zaria.bots.tables.{name}" for name in TABLES),
]
"""Each needs those before it."""
PHASES = 5
OUTPUTS = 5
_BIAS = (0.0, -1.5, -2.0, -1.5, -2.0)


def interpreted() -> Any:
    """The sources of all kernels here, each run by Python and using the others so."""
    return SimpleNamespace(**interpreted_together(NAMES))


def drawn(hidden: int, seed: int, kernels: Any = COMPILED) -> Any:
    """A net of so many neurons whose weights come from the seed."""
    random = Random(seed)
    network = kernels.net.Net(hidden)
    inputs = network.size() - hidden * (1 + OUTPUTS) - OUTPUTS
    for phase in range(PHASES):
        network.choose(phase)
        weights = [random.uniform(-0.25, 0.25) for _ in range(inputs)]
        outputs = [random.uniform(-0.3, 0.3) for _ in range(OUTPUTS * hidden)]
        network.load([*weights, *[0.0] * hidden, *outputs, *_BIAS])
    return network


def drawn_pruning(
    network: Any, seed: int, kernels: Any = COMPILED, most: int = 8, margin: float = 0.15
) -> Any:
    """A pruning net with the units of that net, whose weights come from the seed."""
    random = Random(seed)
    pruning = kernels.pruning.PruningNet(network, most, margin)
    weights = [random.uniform(-0.25, 0.25) for _ in range(UNITS * NEURONS)]
    outputs = [random.uniform(-0.1, 0.1) for _ in range(NEURONS)]
    pruning.load([*weights, *[0.1] * NEURONS, *outputs])
    assert len(pruning.values()) == SIZE
    return pruning


def weights_of(network: Any) -> list[list[float]]:
    """The weights of each phase."""
    values = []
    for phase in range(PHASES):
        network.choose(phase)
        values.append(network.values())
    return values
