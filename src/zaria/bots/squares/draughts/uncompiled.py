"""Stand-ins for names of Cython and C structures, for sources that run interpreted."""

from contextlib import nullcontext
from typing import NamedTuple

nogil = nullcontext()
"""Interpreted code cannot release the lock of the interpreter."""

compiled = False


class Node(NamedTuple):
    """A position in the search tree: see `search/state.pxd`."""

    men: int
    kings: int
    their_men: int
    their_kings: int
    side: int


class Budget(NamedTuple):
    """The depth and the window of a search: see `search/state.pxd`."""

    depth: int
    alpha: int
    beta: int
    ply: int
    base: int
