"""The compiled kernel and the same source interpreted."""

import os
from typing import Any

import pytest
from hypothesis import given, settings

from tests.games.reference import draughts as reference
from tests.support.games.draughts_positions import as_move, draughts, pieces, positions, rules
from tests.support.games.interpreted_kernel import interpreted
from tests.support.search_budget import times
from zaria.games.draughts import kernel, orthogonal_kernel, wide_kernel
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import DraughtsPosition

SOURCE, WIDE_SOURCE = interpreted(kernel), interpreted(wide_kernel)
ORTHOGONAL_SOURCE = interpreted(orthogonal_kernel)
PADS = (kernel.DiagonalKernel(), SOURCE.DiagonalKernel())
ORTHOGONAL_PADS = (orthogonal_kernel.OrthogonalKernel(), ORTHOGONAL_SOURCE.OrthogonalKernel())
WIDE_PADS = (wide_kernel.DiagonalKernel(), WIDE_SOURCE.DiagonalKernel())


def pads(position: DraughtsPosition) -> tuple[Any, Any]:
    """The compiled and the interpreted kernel for a game."""
    if position.game.options.orthogonal:
        return ORTHOGONAL_PADS
    return WIDE_PADS if position.game.options.is_wide else PADS


def loaded(pad: Any, position: DraughtsPosition) -> Any:
    turn, pieces = position.turn, position.pieces
    pad.load(position.game.numbers, turn, pieces.side(turn), pieces.side(1 - turn))
    return pad


@pytest.mark.skipif("ZARIA_REQUIRE" not in os.environ, reason="a machine may lack a C compiler")
def test_kernel_is_compiled() -> None:
    assert kernel.kernel_is_compiled()
    assert wide_kernel.kernel_is_compiled()
    assert orthogonal_kernel.kernel_is_compiled()


def test_source_runs_interpreted() -> None:
    assert not SOURCE.kernel_is_compiled()
    assert not WIDE_SOURCE.kernel_is_compiled()
    assert not ORTHOGONAL_SOURCE.kernel_is_compiled()


@settings(max_examples=times(150))
@given(positions())
def test_both_find_the_same(position: DraughtsPosition) -> None:
    moves = [loaded(pad, position).moves() for pad in pads(position)]
    assert moves[0] == moves[1]
    for routes in (False, True):
        counts = [loaded(pad, position).perft(1, routes) for pad in pads(position)]
        assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "name",
    [
        "russian-draughts",
        "english-draughts",
        "draughts",
        "canadian-draughts",
        "frisian-draughts",
        "turkish-draughts",
    ],
)
def test_both_count_the_same(name: str) -> None:
    position = draughts(name).start()
    assert [loaded(pad, position).perft(4) for pad in pads(position)] == [position.perft(4)] * 2


# Found by a search for positions with as many ways to capture as can be.
ONE_KING = "W:WK38:BK5,K7,K8,K9,K10,K17,K18,K20,K21,K23,K29,K30,K31,K32,K39,K40,K41,K42,K43"
MANY_KINGS = "W:WK1,K3,K5,K6,K34,K37,K45,K50:BK7,K8,K9,K10,K17,K20,K21,K23,K26,K30,K31,K39,K40,K41,K42,K43"


def test_captures_that_go_round_and_round() -> None:
    game = draughts("draughts")
    position = game.parse(ONE_KING)
    assert (position.perft(1), position.perft(1, routes=True)) == (38, 948)
    moves = [as_move(game, way) for way in position.legal_moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == reference.moves(rules(game), pieces(position), position.turn)


def test_what_cannot_be_listed_is_not_counted() -> None:
    """No game of the house has so many captures: it takes ten rows without the majority rule."""
    game = DraughtsGame("any", "Any", DraughtsOptions(size=10, rows=4), (), "", "numbers", "")
    assert game.parse(MANY_KINGS).perft(1) == len(game.parse(MANY_KINGS).legal_moves()) == 474
    for pad in PADS:
        with pytest.raises(OverflowError):
            loaded(pad, game.parse(MANY_KINGS)).perft(1, True)
