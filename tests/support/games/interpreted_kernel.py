"""A kernel's source run by Python, beside the compiled one."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any


def interpreted(kernel: ModuleType) -> Any:
    """The source of a kernel as a module of its own, run by Python."""
    assert kernel.__file__ is not None
    path = str(Path(kernel.__file__).with_name(kernel.__name__.rpartition(".")[2] + ".py"))
    loader = SourceFileLoader(f"{kernel.__name__}_interpreted", path)
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
