"""The transposition table of the draughts search; compiled with `table.pxd`.

An entry is one number: value, depth, bound, move and age, from the lowest bits up.
"""

from zaria.bots.squares.draughts.search.constants import FIFTH, FIRST, FOURTH, SECOND, THIRD, WORD

from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import ENTRIES, FAR, SOON, SURE
    from zaria.bots.squares.draughts.uncompiled import Node

    from .interpreted_kind import IS_WIDE

AGE_AT = 43
"""The place of the age in an entry."""


def folded(m: int) -> int:
    """Return squares as a number of 64 bits."""
    if IS_WIDE:
        high = m >> 32 >> 32
        return m & WORD ^ high * FIFTH & WORD
    return m


def hash_of(node: Node) -> int:
    """Return the hash of a position."""
    h = (folded(node.men) + node.side) * FIRST & WORD
    h = ((h ^ h >> 32) + folded(node.kings)) * SECOND & WORD
    h = ((h ^ h >> 29) + folded(node.their_men)) * THIRD & WORD
    h = ((h ^ h >> 32) + folded(node.their_kings)) * FOURTH & WORD
    return h ^ h >> 31


def key_of(state: SearchState, board_hash: int, ply: int) -> int:
    """Return the key of a position: its hash and the counts towards a draw."""
    counted = state.ending[ply] << 4 | state.road[ply]
    if state.quiet[ply] + SOON >= state.quiet_end:
        counted |= state.quiet[ply] << 16
    if IS_WIDE and state.own_run[ply] | state.their_run[ply]:
        runs = state.own_run[ply] << 2 | state.their_run[ply]
        counted ^= hash_of(Node(state.own_king[ply], state.their_king[ply], 0, 0, runs))
    if counted == 0:
        return board_hash
    return board_hash ^ (counted * THIRD & WORD)


def probe(state: SearchState, key: int) -> int:
    """Return the entry of a position, 0 for none; those of searches before `first_age` do not count."""
    at = key & ENTRIES - 2
    for i in range(at, at + 2):
        if state.keys[i] == key and state.entries[i] >> AGE_AT >= state.first_age:
            return state.entries[i]
    return 0


def store(state: SearchState, key: int, value: int, depth: int, bound: int, move: int) -> None:
    """Enter a position: in the first of two places unless that holds a deeper one."""
    at = key & ENTRIES - 2
    old = state.entries[at]
    if state.keys[at] != key and old >> AGE_AT == state.age and old >> 22 & 127 > depth:
        at += 1
    state.keys[at] = key
    state.entries[at] = value + FAR | depth << 22 | bound << 29 | move << 31 | state.age << AGE_AT


def from_node(value: int, ply: int) -> int:
    """Count the plies of a win from the position instead of the root; the reverse for a negative ply."""
    if value > SURE:
        return value + ply
    return value - ply if value < -SURE else value
