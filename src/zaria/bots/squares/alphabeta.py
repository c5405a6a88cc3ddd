"""Looking ahead: alpha-beta, one move deeper each time round, until so many positions have been seen.

A budget counted in positions, not in time, gives the same question always the same answer.
"""

import time
from collections.abc import Hashable, Sequence
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

WON = 1_000_000
"""The value of a won position; a win that takes longer is worth a little less."""
SURE = WON - 1000
"""Any value beyond this is a win that has been seen through to its end."""
DEEPEST = 40
_GLANCES = 64
"""Positions between two looks at the clock."""

S = TypeVar("S")
M = TypeVar("M")


class Field(Protocol[S, M]):
    """A game for the search. Values are those for the side to move, a man or pawn about 100."""

    def key(self, state: S) -> Hashable:
        """The key by which two positions are the same."""

    def ended(self, state: S) -> int | None:
        """The value of a game that is over though there may be moves, None while it goes on."""

    def moves(self, state: S) -> Sequence[M]:
        """The moves worth looking at, the most promising first; none only where there are none."""

    def after(self, state: S, move: M) -> S:
        """The position after a move; the given one is not changed."""

    def stuck(self, state: S) -> int:
        """The value where there is no move."""

    def loud(self, state: S) -> tuple[bool, Sequence[M]]:
        """The moves to see through before judging, and whether one of them has to be made."""

    def value(self, state: S) -> int:
        """The static evaluation."""


class Root(NamedTuple, Generic[S]):
    """A move to choose from and where it leads.

    * fixed: what it is worth to the chooser, where that is known; else None;
    * again: is the chooser to move there again?
    """

    move: str
    state: S
    fixed: int | None = None
    again: bool = False


class Choice(NamedTuple):
    """The move chosen, what it seems to be worth to the chooser, and how deep that was looked into."""

    move: str
    value: int
    depth: int


class _Known(NamedTuple, Generic[M]):
    """An entry of the table: depth searched, value or bound, best move."""

    depth: int
    value: int
    bound: int
    move: M | None


class _BudgetSpentError(Exception):
    """The budget is used up."""


class Search(Generic[S, M]):
    """One choice of a move; not to be used twice."""

    def __init__(
        self,
        field: Field[S, M],
        budget: int | None,
        seconds: float | None = None,
        noise: int = 0,
        seed: int = 0,
    ) -> None:
        """Look at so many positions or so long, whichever ends first; for the rest see `engine.Limits`."""
        self.field = field
        self.left = budget if budget is not None else 1 << 60
        self.until = None if seconds is None else time.monotonic() + seconds
        self.noise = noise
        self.seed = seed
        self.known: dict[Hashable, _Known[M]] = {}

    def choose(self, roots: Sequence[Root[S]]) -> Choice:
        """The best of the moves (at least one), the first of equals."""
        return self.rank(roots)[0]

    def rank(self, roots: Sequence[Root[S]], most: int = 1, depth: int | None = None) -> list[Choice]:
        """The best of the moves (at least one), no more than `most`, looked no deeper into than `depth`."""
        order = list(roots)
        if self.seed:
            Random(self.seed).shuffle(order)
        ranked: list[Choice] = []
        for deep in range(1, 1 + min(depth or DEEPEST, DEEPEST)):
            fresh: list[Choice] = []
            try:
                for root in list(order):
                    self._try(root, deep, most, order, fresh)
            except _BudgetSpentError:
                return _merged(fresh, ranked, order, most)
            ranked = fresh
            if len(order) == 1 or all(abs(choice.value) > SURE for choice in ranked):
                break
        return ranked

    def _try(self, root: Root[S], deep: int, most: int, order: list[Root[S]], fresh: list[Choice]) -> None:
        """Give a move its place among the best of this round, and in the order of the next."""
        floor = fresh[-1].value if len(fresh) == most else -2 * WON
        value = self._root(root, deep - 1, floor)
        if len(fresh) == most and value <= floor:
            return
        place = next((n for n, choice in enumerate(fresh) if value > choice.value), len(fresh))
        fresh.insert(place, Choice(root.move, value, deep))
        del fresh[most:]
        order.remove(root)
        order.insert(place, root)

    def _root(self, root: Root[S], depth: int, floor: int) -> int:
        if root.fixed is not None:
            return root.fixed
        if root.again:
            return self._look(root.state, depth, floor, 2 * WON, 1)
        return -self._look(root.state, depth, -2 * WON, -floor, 1)

    def _look(self, state: S, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position to the side to move, exact between alpha and beta, else a bound."""
        if depth <= 0:
            return self._settle(state, alpha, beta, ply)
        over = self._enter(state, ply)
        if over is not None:
            return over
        key = self.field.key(state)
        known = self.known.get(key)
        if known is not None and known.depth >= depth and _settles(known, alpha, beta):
            return known.value
        moves = self._ordered(state, known)
        if not moves:
            return _nearer(self.field.stuck(state), ply)
        best, chosen, floor = -2 * WON, moves[0], alpha
        for move in moves:
            value = -self._look(self.field.after(state, move), depth - 1, -beta, -floor, ply + 1)
            if value > best:
                best, chosen = value, move
                floor = max(floor, best)
                if best >= beta:
                    break
        if abs(best) < SURE:  # how far off a win is depends on the way to the position
            self.known[key] = _Known(depth, best, -1 if best <= alpha else int(best >= beta), chosen)
        return best

    def _settle(self, state: S, alpha: int, beta: int, ply: int) -> int:
        """The value once nothing loud is left to be done."""
        over = self._enter(state, ply)
        if over is not None:
            return over
        forced, moves = self.field.loud(state)
        if forced and not moves:
            return _nearer(self.field.stuck(state), ply)
        best = -2 * WON if forced else self._judged(state)
        for move in moves:
            if best >= beta:
                break
            floor = max(alpha, best)
            best = max(best, -self._settle(self.field.after(state, move), -beta, -floor, ply + 1))
        return best

    def _enter(self, state: S, ply: int) -> int | None:
        """Count the position; its value if the game is over."""
        if self.left <= 0 or (
            self.until is not None and self.left % _GLANCES == 0 and time.monotonic() > self.until
        ):
            raise _BudgetSpentError
        self.left -= 1
        over = self.field.ended(state)
        return None if over is None else _nearer(over, ply)

    def _judged(self, state: S) -> int:
        """The static evaluation; with noise wrong, but the same each time."""
        value = self.field.value(state)
        if self.noise:
            value += int(Random(repr((self.seed, self.field.key(state)))).gauss(0, self.noise))
        return value

    def _ordered(self, state: S, known: _Known[M] | None) -> Sequence[M]:
        moves = self.field.moves(state)
        if known is None or known.move is None or known.move not in moves:
            return moves
        return [known.move, *[move for move in moves if move != known.move]]


def _merged(fresh: list[Choice], before: list[Choice], order: Sequence[Root[S]], most: int) -> list[Choice]:
    """Return what a round that was broken off has found, then what the one before it did."""
    if not fresh and not before:
        return [Choice(root.move, 0, 0) for root in order[:most]]
    new = {choice.move for choice in fresh}
    return [*fresh, *[choice for choice in before if choice.move not in new]][:most]


def _settles(known: _Known[M], alpha: int, beta: int) -> bool:
    """Is what is remembered enough for this window?"""
    if known.bound == 0:
        return True
    return known.value >= beta if known.bound > 0 else known.value <= alpha


def _nearer(value: int, ply: int) -> int:
    """A win now is better than one later, a loss later better than one now."""
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value
