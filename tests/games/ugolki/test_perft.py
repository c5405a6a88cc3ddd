"""Counting moves of ugolki: by the kernel, move by move, and by its source interpreted."""

import os

import pytest

from tests.games.interpreted import interpreted
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
    source = interpreted(kernel)
    assert not source.kernel_is_compiled()
    men = game().start().men
    found = source.Kernel()
    assert [found.perft(*men, depth) for depth in (1, 2, 3)] == COUNTS["4x3"][:3]
    assert found.moves(*men) == kernel.Kernel().moves(*men)
    assert not found.passes(*men)
