"""The compiled kernel and the same source interpreted."""

import os
from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.draughts.positions import draughts, positions
from tests.games.interpreted import interpreted
from zaria.games.draughts import kernel
from zaria.games.draughts.position import Position

SOURCE = interpreted(kernel)
PADS = (kernel.Kernel(), SOURCE.Kernel())


def loaded(pad: Any, position: Position) -> Any:
    turn, pieces = position.turn, position.pieces
    pad.load(position.game.numbers, turn, pieces.side(turn), pieces.side(1 - turn))
    return pad


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_kernel_is_compiled() -> None:
    assert kernel.kernel_is_compiled()


def test_source_runs_interpreted() -> None:
    assert not SOURCE.kernel_is_compiled()


@settings(max_examples=150, deadline=None)
@given(positions())
def test_both_find_the_same(position: Position) -> None:
    found = [loaded(pad, position).moves() for pad in PADS]
    assert found[0] == found[1]
    for routes in (False, True):
        counts = [loaded(pad, position).perft(1, routes) for pad in PADS]
        assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["russian-draughts", "english-draughts", "draughts"])
def test_both_count_the_same(name: str) -> None:
    position = draughts(name).start()
    assert [loaded(pad, position).perft(4) for pad in PADS] == [position.perft(4)] * 2
