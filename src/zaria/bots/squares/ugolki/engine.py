"""The engine for ugolki: the compiled search asked as `engine.SquaresEngine` says."""

import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Timer

from zaria.bots.squares.alphabeta import SURE
from zaria.bots.squares.engine import Limits, Variation, foreign, some, varied
from zaria.bots.squares.ugolki.kernel import Searcher, kernel_is_compiled
from zaria.bots.squares.ugolki.weights import WEIGHTS
from zaria.games.board_games import BoardPosition
from zaria.games.ugolki.geometry import BITS, KERNEL, NAMES, house
from zaria.games.ugolki.position import UgolkiPosition
from zaria.games.ugolki.rules import UgolkiRules

ENOUGH = 1_000_000 if kernel_is_compiled() else 10_000
"""Positions searched without limits."""
DEEPEST = 40
_SIZE = 18 if kernel_is_compiled() else 11
"""Positions remembered, as a power of two."""
_OPENING, _SOME, _MARGIN = 8, 4, 110
"""With a seed, in the first so many plies: one of the best so many moves, worse by this at most."""
_NOTHING = -2_000_000
"""The kernel's answer when it finds nothing in time."""
_LATE, _UNREST = 60, 8
"""With a seed, from so many moves of its own on: a noise of so much at least, another in each ply. Players
that judge a position always alike may go to and fro for ever: the search does not know what was before."""


class UgolkiEngine:
    """Alpha-beta for ugolki with houses of one kind."""

    name = "alpha-beta"

    def __init__(self, game: UgolkiRules) -> None:
        self._kind = game.options.house
        self._spare: deque[Searcher] = deque()
        self._scale = WEIGHTS[self._kind][5]

    def prepare(self) -> None:
        """Make a scratch pad."""
        with self._searcher():
            pass

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        if not isinstance(position, UgolkiPosition) or position.game.options.house != self._kind:
            raise foreign(position, "ugolki with such houses")
        limits, most = limits.within(), some(most)
        if limits.seed and position.moves_made[position.turn] >= _LATE:
            limits = limits._replace(noise=max(_UNREST, limits.noise), seed=limits.seed + position.plies)
        with self._searcher() as searcher:
            searcher.load(position.turn, position.men, position.moves_made, limits.noise, limits.seed)
            if position.game.options.safety_draw:
                _fix_draws(searcher, position)
            with _bell(searcher, limits.seconds):
                if not limits.seed or limits.noise or position.plies >= _OPENING or not searcher.roots:
                    return _ranked(searcher, position, limits, min(most, searcher.roots))
                lines = _ranked(searcher, position, limits, min(max(most, _SOME), searcher.roots))
                chance = Random(limits.seed * _OPENING + position.plies)
                return varied(lines, _MARGIN, chance)[:most]

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / self._scale))))

    @contextmanager
    def _searcher(self) -> Iterator[Searcher]:
        """Lend a scratch pad to this caller alone."""
        try:
            searcher = self._spare.pop()
        except IndexError:
            searcher = made(self._kind)
        try:
            yield searcher
        finally:
            self._spare.append(searcher)


def made(kind: str, size: int = _SIZE) -> Searcher:
    """A scratch pad with the weights for houses of this kind."""
    searcher = Searcher(size)
    searcher.weigh((house(kind, 0), house(kind, 1)), *WEIGHTS[kind][:5])
    return searcher


def _ranked(searcher: Searcher, position: UgolkiPosition, limits: Limits, most: int) -> list[Variation]:
    """Look one move deeper each time round, until a limit is met or all is seen through."""
    nodes, deepest = limits.bounds(ENOUGH, DEEPEST)
    lines = [_line(searcher, position, place, 0, 0) for place in range(most)]
    for depth in range(1, 1 + deepest):
        fresh: list[Variation] = []
        for place in range(most):
            value = searcher.round(depth, place, nodes)
            if value != _NOTHING:
                fresh.append(_line(searcher, position, place, value, depth))
            else:  # what now stands there has not been seen to lose, as what stood there before may have been
                value = max(-SURE, min(SURE, lines[place].value))
                line = _line(searcher, position, place, value, depth - 1)
                fresh.append(next((earlier for earlier in lines if earlier.move == line.move), line))
            if searcher.over:
                break
        new = {line.move for line in fresh}
        lines = [*fresh, *[line for line in lines if line.move not in new]][:most]
        if searcher.over or all(abs(line.value) > SURE for line in lines):
            break
    return lines


def _line(searcher: Searcher, position: UgolkiPosition, place: int, value: int, depth: int) -> Variation:
    """The move at a place, and what is remembered of the moves after it."""
    number = searcher.best(place)
    moves: list[str] = []
    men, counts, side = list(position.men), list(position.moves_made), position.turn
    while number >= 0 and len(moves) < max(1, depth):
        man, end = 1 << (number >> 6), 1 << (number & 63)
        if not man & men[side] or not end & KERNEL.ends(man, (men[0] | men[1]) ^ man):
            break
        moves.append(f"{NAMES[number >> 6]}-{NAMES[number & 63]}")
        men[side] ^= man | end
        counts[side] += 1
        if men[side] == house(position.game.options.house, 1 - side):
            break
        side = 1 - side
        number = searcher.remembered(side, men[side], men[1 - side], counts[side], counts[1 - side])
    return Variation(moves[0], value, depth, tuple(moves))


def _fix_draws(searcher: Searcher, position: UgolkiPosition) -> None:
    """Set the moves that draw by the safety rule: the search does not know the earlier positions."""
    for way in position.legal_moves():
        outcome = position.move(way.move).outcome()
        if outcome is not None and outcome.winner is None:
            src, dst = way.move.split("-")
            searcher.fix((BITS[src].bit_length() - 1) << 6 | BITS[dst].bit_length() - 1, 0)


@contextmanager
def _bell(searcher: Searcher, seconds: float | None) -> Iterator[None]:
    """Stop the search when the time is up."""
    if seconds is None:
        yield
        return

    def ring() -> None:
        searcher.stop = True

    timer = Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
