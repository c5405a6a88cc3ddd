"""The kernels as they are shipped and as Python runs them, and nets whose weights are drawn by chance."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from zaria.bots.tables import bearoff, evaluator, net
from zaria.bots.tables.training import trainer
from zaria.games.tables import kernel

COMPILED: Any = SimpleNamespace(net=net, bearoff=bearoff, evaluator=evaluator, trainer=trainer)
PHASES = 5
OUTPUTS = 5
_BIAS = (0.0, -1.5, -2.0, -1.5, -2.0)


def interpreted() -> Any:
    """The sources of all kernels here, each run by Python and using the others so."""
    modules = (kernel, net, bearoff, evaluator, trainer)
    kept = {module.__name__: module for module in modules}
    found = {}
    try:
        for module in modules:
            found[module.__name__.rpartition(".")[2]] = sys.modules[module.__name__] = _source_of(module)
    finally:
        sys.modules.update(kept)
    return SimpleNamespace(**found)


def _source_of(module: Any) -> Any:
    name = module.__name__
    path = Path(module.__file__).with_name(name.rpartition(".")[2] + ".py")
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


def drawn(hidden: int, seed: int, kernels: Any = COMPILED) -> Any:
    """A net of so many neurons whose weights come from the seed."""
    random = Random(seed)
    made = kernels.net.Net(hidden)
    inputs = made.size() - hidden * (1 + OUTPUTS) - OUTPUTS
    for phase in range(PHASES):
        made.choose(phase)
        weights = [random.uniform(-0.25, 0.25) for _ in range(inputs)]
        outputs = [random.uniform(-0.3, 0.3) for _ in range(OUTPUTS * hidden)]
        made.load([*weights, *[0.0] * hidden, *outputs, *_BIAS])
    return made


def weights_of(found: Any) -> list[list[float]]:
    """The weights of each phase."""
    values = []
    for phase in range(PHASES):
        found.choose(phase)
        values.append(found.values())
    return values
