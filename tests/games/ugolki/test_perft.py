"""Counting moves of ugolki: by the kernel, move by move, and by its source interpreted."""

import os
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from zaria.games.squares import walk
from zaria.games.ugolki import game, kernel

# Sequences of 1, 2, 3 … moves from the start (rulebook 7.3; those of 4x4 were counted by this program alone).
COUNTS = {
    "4x3": [14, 196, 4412, 99597, 2559237, 66066863],
    "3x3": [12, 144, 2784, 53824, 1135552, 23968870],
    "4x4": [16, 262, 6618, 168998, 5029722],
}
QUICK = 5


@pytest.mark.parametrize("house", COUNTS)
def test_moves_from_the_start(house: str) -> None:
    start = game(house).start()
    depths = len(COUNTS[house]) if kernel.kernel_is_compiled() else QUICK - 1
    assert [start.perft(depth) for depth in range(1, depths + 1)] == COUNTS[house][:depths]


@pytest.mark.parametrize("house", COUNTS)
def test_walking_move_by_move_counts_the_same(house: str) -> None:
    start = game(house).start()
    assert [walk(start, depth) for depth in (1, 2, 3)] == COUNTS[house][:3]


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_kernel_is_compiled() -> None:
    assert kernel.kernel_is_compiled()


def test_source_runs_interpreted() -> None:
    source = _interpreted()
    assert not source.kernel_is_compiled()
    men = game().start().men
    found = source.Kernel()
    assert [found.perft(*men, depth) for depth in (1, 2, 3)] == COUNTS["4x3"][:3]
    assert found.moves(*men) == kernel.Kernel().moves(*men)
    assert not found.passes(*men)


def _interpreted() -> Any:
    """The kernel's source as a module of its own, run by Python."""
    path = str(Path(kernel.__file__).with_name("kernel.py"))
    loader = SourceFileLoader("ugolki_kernel_interpreted", path)
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
