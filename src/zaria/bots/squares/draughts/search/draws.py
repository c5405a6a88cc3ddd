"""The draws of draughts within the search, by the rules of `zaria.games.draughts.draws`.

`draws.pxd` gives the C types.
"""

from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import MOST_PIECES
    from zaria.bots.squares.draughts.uncompiled import Node

    from .interpreted_kind import bits_in


def ending_kind(state: SearchState, node: Node) -> int:
    """Return the ending as a number that stays the same as long as it lasts; 0 for none.

    The lowest bits tell whose moves are counted (0 light, 1 dark, 2 both), the next four how many pieces
    that side has.
    """
    men = node.men
    kings = node.kings
    their_men = node.their_men
    their_kings = node.their_kings
    side = node.side
    own_pieces = men | kings
    their_pieces = their_men | their_kings
    if own_pieces & own_pieces - 1 and their_pieces & their_pieces - 1:
        return 0
    first = bits_in(own_pieces)
    second = bits_in(their_pieces)
    if first < second or (first == second and side == 1):
        men, their_men = their_men, men
        kings, their_kings = their_kings, kings
        first, second = second, first
        side = 1 - side
    if second != 1 or their_men != 0:
        return 0
    first = min(first, MOST_PIECES - 1)
    n = bits_in(kings)
    if state.ending_limit[first] == 0 or n < state.ending_kings[first]:
        return 0
    counted = 2 if state.ending_of_both[first] else side
    return counted | first << 2 | (n << 6 if state.crowning_restarts else 0)


def road_holder(state: SearchState, node: Node) -> int:
    """Return the side, 1 or 2, with three pieces against a lone king on the main road; 0 for none."""
    if state.main_road == 0:
        return 0
    if node.their_men == 0 and node.their_kings & state.main_road != 0:
        if bits_in(node.their_kings) == 1 and bits_in(node.men | node.kings) == 3:
            return 1 + node.side
    elif (
        node.men == 0
        and node.kings & state.main_road != 0
        and bits_in(node.kings) == 1
        and bits_in(node.their_men | node.their_kings) == 3
    ):
        return 2 - node.side
    return 0


def is_repetition(state: SearchState, ply: int) -> bool:
    """Was the position on the board before, since the last capture or move of a man?"""
    index = state.past + ply
    key = state.path[index]
    i = index - 4
    least = max(0, index - state.quiet[ply])
    while i >= least:
        if state.path[i] == key:
            return True
        i -= 2
    return False


def is_draw(state: SearchState, node: Node, ply: int) -> bool:
    """Has a rule counted to its end, or has the position been on the board before?"""
    quiet = state.quiet[ply]
    if quiet >= state.quiet_end or (quiet >= 4 and is_repetition(state, ply)) or state.road[ply] >= 5:
        return True
    if state.ending[ply] == 0:
        return False
    kind = ending_kind(state, node)
    if kind == 0:
        return False
    pieces = kind >> 2 & 15
    if state.ending[ply] < state.ending_limit[pieces]:
        return False
    if state.main_road == 0 or pieces > 3:
        return True
    strong = node.men | node.kings
    weak = node.their_men | node.their_kings
    if kind & 1 != node.side:
        strong, weak = weak, strong
    return strong & state.main_road != 0 and weak & state.main_road == 0


def count_move(state: SearchState, was: int, held: int, after: Node, ply: int) -> None:
    """Count a move towards a draw; `after` is the position after it, seen by the side that moved.

    `was` and `held` are the ending and the holder of the main road before it.
    """
    now = ending_kind(state, after)
    if was != 0 and was == now:
        counted = now & 3
        state.ending[ply + 1] = state.ending[ply] + (1 if counted == 2 or counted == after.side else 0)
    if held != 0 and road_holder(state, after) == held:
        state.road[ply + 1] = state.road[ply] + (1 if held == 1 + after.side else 0)
