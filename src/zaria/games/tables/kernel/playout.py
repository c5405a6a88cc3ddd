"""Random games in a kernel, every turn of each roll found; compiled with `playout.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.counts import flip
    from zaria.games.tables.kernel.generation import generate

IDLE = 100
"""Rolls without a move after which a game is given up."""


def playouts(kernel: Kernel, games: int, seed: int) -> int:
    """Play random games from the board laid out, finding every turn of each roll; returns the rolls.

    A game that pinned mothers end and one where nothing moved for a hundred rolls end there.
    """
    for k in range(26):
        kernel.begin[k] = kernel.b[k]
    rolls = 0
    for _game in range(games):
        for k in range(26):
            kernel.b[k] = kernel.begin[k]
        idle = 0
        while idle < IDLE:
            seed = seed * 48271 % 2147483647
            d1 = seed % 6 + 1
            seed = seed * 48271 % 2147483647
            n = generate(kernel, d1, seed % 6 + 1)
            rolls += 1
            idle += 1
            if n > 0:
                idle = 0
                seed = seed * 48271 % 2147483647
                kernel.lay_out(seed % n)
                if kernel.finished():
                    break
            flip(kernel)
    return rolls
