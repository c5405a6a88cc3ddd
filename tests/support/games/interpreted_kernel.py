"""The sources of kernels run by Python, beside the compiled ones."""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any


def interpreted(kernel: ModuleType) -> Any:
    """The source of a kernel run by Python."""
    return interpreted_together([kernel.__name__])[kernel.__name__.rpartition(".")[2]]


def interpreted_together(names: Sequence[str]) -> dict[str, Any]:
    """Modules, each before those that need it, by the last part of their names.

    They use one another; what is imported elsewhere stays as it is.
    """
    modules = {name: importlib.import_module(name) for name in names}
    try:
        for name in names:
            file = modules[name].__file__
            assert file is not None
            loader = SourceFileLoader(name, str(Path(file).with_name(name.rpartition(".")[2] + ".py")))
            spec = spec_from_loader(name, loader)
            assert spec is not None
            sys.modules[name] = module_from_spec(spec)
            loader.exec_module(sys.modules[name])
        return {name.rpartition(".")[2]: sys.modules[name] for name in names}
    finally:
        sys.modules.update(modules)
