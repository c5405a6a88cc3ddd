"""The steps of a roll as a tree, for those who play it one by one; compiled with `tree.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.generation import check_roll, generate

OPEN, CLOSE, COMMA, ZERO = b"[],0"


def tree_json(kernel: Kernel, d1: int, d2: int, times: int = 4) -> bytes:
    """Every way to play the roll step by step, as JSON; see `Position.tree`."""
    size = write_tree(kernel, d1, d2, times)
    check_roll(kernel)
    return bytes(kernel.text[:size])


def hits_json(kernel: Kernel) -> bytes:
    """Return the numbers of the steps that hit or pin in the tree just written, as JSON.

    Steps are counted from 0 through all nodes of the tree.
    """
    if kernel.hits == 0:
        return b"[]"
    size = write_hits(kernel)
    return bytes(kernel.text[:size])


def explore(kernel: Kernel, d1: int, d2: int, times: int) -> int:
    """Lay out every position that steps of a legal turn pass through; returns their number.

    `good` marks those from which a legal turn can be completed.
    """
    if d1 < d2:
        d1, d2 = d2, d1
    kernel.laying = True
    generate(kernel, d1, d2, times)
    kernel.laying = False
    for i in range(kernel.n - 1, -1, -1):
        kernel.good[i] = kernel.worth[i] == kernel.rank
        for e in range(kernel.first_edge[i], kernel.first_edge[i + 1]):
            if kernel.good[kernel.edge_to[e]]:
                kernel.good[i] = 1
    return kernel.n


def write_tree(kernel: Kernel, d1: int, d2: int, times: int) -> int:
    """Write the nodes from which a legal turn can be completed; returns the length of the text."""
    n = explore(kernel, d1, d2, times)
    named = 0
    for i in range(n):
        if kernel.good[i]:
            kernel.names[i] = named
            named += 1
    kernel.hits = 0
    at = 0
    for i in range(n):
        if kernel.good[i]:
            kernel.text[at] = COMMA if at > 0 else OPEN
            at = write_edges(kernel, i, at + 1)
    kernel.text[at] = CLOSE
    return at + 1


def write_edges(kernel: Kernel, i: int, at: int) -> int:
    """Write the steps from a node; returns where they end, as do the functions below."""
    start = at
    kernel.text[at] = OPEN
    at += 1
    for e in range(kernel.first_edge[i], kernel.first_edge[i + 1]):
        to = kernel.edge_to[e]
        if kernel.good[to]:
            if at > start + 1:
                kernel.text[at] = COMMA
                at += 1
            kernel.text[at] = OPEN
            at = write_number(kernel, kernel.edge_src[e], at + 1)
            kernel.text[at] = COMMA
            at = write_number(kernel, kernel.edge_die[e], at + 1)
            kernel.text[at] = COMMA
            at = write_number(kernel, kernel.names[to], at + 1)
            kernel.text[at] = CLOSE
            at += 1
            kernel.hits += kernel.edge_hit[e]
    kernel.text[at] = CLOSE
    return at + 1


def write_hits(kernel: Kernel) -> int:
    """Write the numbers of the steps that hit or pin."""
    at = 1
    step = 0
    kernel.text[0] = OPEN
    for i in range(kernel.n):
        if kernel.good[i]:
            for e in range(kernel.first_edge[i], kernel.first_edge[i + 1]):
                if kernel.good[kernel.edge_to[e]]:
                    if kernel.edge_hit[e]:
                        if at > 1:
                            kernel.text[at] = COMMA
                            at += 1
                        at = write_number(kernel, step, at)
                    step += 1
    kernel.text[at] = CLOSE
    return at + 1


def write_number(kernel: Kernel, number: int, at: int) -> int:
    """Write a number without a sign."""
    size = 1
    limit = 10
    while number >= limit:
        size += 1
        limit *= 10
    for k in range(at + size - 1, at - 1, -1):
        kernel.text[k] = ZERO + number % 10
        number //= 10
    return at + size
