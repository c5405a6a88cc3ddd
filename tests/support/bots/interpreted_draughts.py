"""The sources of the draughts search run by Python, beside the compiled ones."""

import importlib
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

BOTS = "zaria.bots.squares.draughts"
NAMES = ("zaria.games.draughts.kernel", f"{BOTS}.evaluator", f"{BOTS}.endings", f"{BOTS}.search")
"""Each needs those before it."""


def interpreted() -> dict[str, Any]:
    """The modules by the last part of their names; what is imported elsewhere stays as it is."""
    kept = {name: importlib.import_module(name) for name in NAMES}
    try:
        for name in NAMES:
            file = kept[name].__file__
            assert file is not None
            loader = SourceFileLoader(name, str(Path(file).with_name(name.rpartition(".")[2] + ".py")))
            spec = spec_from_loader(name, loader)
            assert spec is not None
            sys.modules[name] = module_from_spec(spec)
            loader.exec_module(sys.modules[name])
        return {name.rpartition(".")[2]: sys.modules[name] for name in NAMES}
    finally:
        sys.modules.update(kept)
