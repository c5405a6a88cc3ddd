"""The order in which the draughts search tries moves; compiled with `ordering.pxd`.

First the best move known, then captures, killers (quiet moves that refuted others at this ply), and quiet
moves by how often they refuted others anywhere.
"""

from zaria.bots.squares.draughts.search.constants import WORD

from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import (
        CAPTURE,
        CROWNING,
        KILLER,
        MOST_HISTORY,
        STORED_MOVE,
    )
    from zaria.bots.squares.draughts.uncompiled import Node

    from .interpreted_kind import FROM_TO, IS_WIDE, SQUARE_BITS, bits_in

BRUIJN = 0x03F79D71B4CB0A89
"""Its 64 windows of six bits are all different."""


def square_number(square: int) -> int:
    """Return a number for a single bit: from 0 to 63, and from 64 on in the upper half of a wide word."""
    if IS_WIDE:
        high = square >> 32 >> 32
        if high != 0:
            return 64 | (high * BRUIJN & WORD) >> 58
    return (square * BRUIJN & WORD) >> 58


def from_to(state: SearchState, move: int, side: int) -> int:
    """Return the place of a move in `history`."""
    src = square_number(state.rules.src[move])
    dst = square_number(state.rules.dst[move])
    return (side << SQUARE_BITS | src) << SQUARE_BITS | dst


def score_moves(state: SearchState, node: Node, ply: int, base: int, n: int, best: int) -> None:
    """Score the n moves listed from `base` on; the one with the number `best` comes first."""
    for i in range(base, base + n):
        state.order[i] = i
        cap = state.rules.taken[i]
        if i - base == best:
            state.score[i] = STORED_MOVE
        elif cap != 0:
            state.score[i] = CAPTURE + bits_in(cap) + bits_in(cap & node.their_kings)
        else:
            state.score[i] = quiet_score(state, i, node.side, ply)


def quiet_score(state: SearchState, move: int, side: int, ply: int) -> int:
    """Return the score of a move without a capture."""
    mark = state.rules.src[move] | state.rules.dst[move]
    if mark == state.killers[2 * ply]:
        return KILLER + 1
    if mark == state.killers[2 * ply + 1]:
        return KILLER
    return state.history[from_to(state, move, side)] + (CROWNING if state.rules.crowned[move] else 0)


def pick(state: SearchState, i: int, end: int) -> int:
    """Bring the most promising move not yet tried to place i of the order, and return it."""
    top = i
    most = state.score[state.order[i]]
    for k in range(i + 1, end):
        score = state.score[state.order[k]]
        if score > most:
            most = score
            top = k
    move = state.order[top]
    while top > i:
        state.order[top] = state.order[top - 1]
        top -= 1
    state.order[i] = move
    return move


def reward(state: SearchState, move: int, side: int, ply: int, depth: int) -> None:
    """Have a quiet move that refuted the one before tried earlier next time."""
    mark = state.rules.src[move] | state.rules.dst[move]
    if mark != state.killers[2 * ply]:
        state.killers[2 * ply + 1] = state.killers[2 * ply]
        state.killers[2 * ply] = mark
    at = from_to(state, move, side)
    state.history[at] += depth * depth
    if state.history[at] > MOST_HISTORY:
        for i in range(2 * FROM_TO):
            state.history[i] >>= 1
