"""The transposition table of the draughts search; compiled with `table.pxd`.

An entry is one number: value, depth, bound, move and age, from the lowest bits up.
"""

from zaria.bots.squares.draughts.search.constants import FIRST, FOURTH, SECOND, THIRD, WORD
from zaria.bots.squares.draughts.search.state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import ENTRIES, FAR, SOON, SURE
    from zaria.bots.squares.draughts.uncompiled import Node

AGE_AT = 43
"""The place of the age in an entry."""


def hash_of(node: Node) -> int:
    """Return the hash of a position."""
    h = (node.men + node.side) * FIRST & WORD
    h = ((h ^ h >> 32) + node.kings) * SECOND & WORD
    h = ((h ^ h >> 29) + node.their_men) * THIRD & WORD
    h = ((h ^ h >> 32) + node.their_kings) * FOURTH & WORD
    return h ^ h >> 31


def key_of(state: SearchState, board_hash: int, ply: int) -> int:
    """Return the key of a position: its hash and the counts towards a draw."""
    counted = state.ending[ply] << 4 | state.road[ply]
    if state.quiet[ply] + SOON >= state.quiet_end:
        counted |= state.quiet[ply] << 16
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
