"""The limit of moves in a row with one king, in Frisian draughts; compiled with `king_runs.pxd`.

A side with men may make so many moves without a capture with the same king, and then moves another piece or
captures. What is counted is the same as in `zaria.games.draughts.position`, but nothing is for a side without
men, which has no limit.
"""

from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.uncompiled import Node


def drop_moves(state: SearchState, node: Node, ply: int, base: int, n: int) -> int:
    """Drop those of n moves listed from `base` on that are one too many; returns how many remain."""
    if state.own_run[ply] < state.king_moves or node.men == 0:
        return n
    king = state.own_king[ply]
    end = base
    for i in range(base, base + n):
        if state.rules.src[i] != king or state.rules.taken[i] != 0:
            state.rules.src[end] = state.rules.src[i]
            state.rules.dst[end] = state.rules.dst[i]
            state.rules.taken[end] = state.rules.taken[i]
            state.rules.crowned[end] = state.rules.crowned[i]
            end += 1
    return end - base


def count_run(state: SearchState, node: Node, move: int, ply: int) -> None:
    """Count a move from `node`, for the position after it, in which the other side is to move."""
    src = state.rules.src[move]
    dst = state.rules.dst[move]
    cap = state.rules.taken[move]
    state.own_king[ply + 1] = state.their_king[ply]
    state.own_run[ply + 1] = state.their_run[ply]
    if state.their_king[ply] & cap:
        state.own_king[ply + 1] = 0
        state.own_run[ply + 1] = 0
    state.their_king[ply + 1] = 0
    state.their_run[ply + 1] = 0
    if cap == 0 and node.kings & src and node.men != 0:
        state.their_king[ply + 1] = dst
        state.their_run[ply + 1] = state.own_run[ply] + 1 if src == state.own_king[ply] else 1
