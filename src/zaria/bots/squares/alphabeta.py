"""Alpha-beta in Python: the shared parts of its searches, and a search for any board game.

`deepen` ranks the moves of a position, one ply deeper in each iteration, until a budget is spent. A budget
counted in positions, not in time, gives the same question always the same answer.
"""

import time
from collections.abc import Hashable, Sequence
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

WON = 1_000_000
"""The value of a won position; a win that takes longer is worth a little less."""
SURE = WON - 1000
"""Any value beyond this is a win that the search has seen to its end."""
DEEPEST = 40
EXACT, FLOOR, CEILING = 0, 1, 2
"""Kinds of stored value: exact, a lower bound or an upper bound of the true value."""
_GLANCES = 64
"""Positions between two checks of the clock."""

S = TypeVar("S")
M = TypeVar("M")


class SearchGame(Protocol[S, M]):
    """A game for the search. Values are those for the side to move, a man or pawn about 100."""

    def key(self, state: S) -> Hashable:
        """The key by which two positions are the same."""

    def ended(self, state: S) -> int | None:
        """The value of a game that is over though there may be moves, None while it goes on."""

    def moves(self, state: S) -> Sequence[M]:
        """Return the moves to search, the most promising first; none only if there are no legal ones."""

    def after(self, state: S, move: M) -> S:
        """The position after a move; the given one is not changed."""

    def stuck(self, state: S) -> int:
        """The value where there is no move."""

    def loud(self, state: S) -> tuple[bool, Sequence[M]]:
        """Return the moves to resolve before an evaluation, and whether one of them is forced."""

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


class MoveChoice(NamedTuple):
    """The chosen move, its value for the chooser, and the depth of the search."""

    move: str
    value: int
    depth: int


class PositionEntry(NamedTuple, Generic[M]):
    """An entry of the table of positions.

    * value: exact, or a bound, as `bound` says: EXACT, FLOOR or CEILING.
    """

    depth: int
    value: int
    bound: int
    move: M | None

    def settles(self, value: int, alpha: int, beta: int) -> bool:
        """Is `value`, that of the entry at the present ply, enough for this window?"""
        if self.bound == EXACT:
            return True
        return value >= beta if self.bound == FLOOR else value <= alpha


def bound_of(value: int, alpha: int, beta: int) -> int:
    """Return what a value found with this window is."""
    return FLOOR if value >= beta else CEILING if value <= alpha else EXACT


def nearer(value: int, plies: int) -> int:
    """Return a value with a win or a loss so many plies nearer; other values as they are."""
    if value > SURE:
        return value + plies
    return value - plies if value < -SURE else value


class BudgetSpentError(Exception):
    """The budget is used up."""


class Budget:
    """The positions and seconds that a search may still use."""

    def __init__(self, nodes: int, seconds: float | None) -> None:
        self.left = nodes
        self.until = None if seconds is None else time.monotonic() + seconds

    def count(self) -> None:
        """Count a position; raises `BudgetSpentError`."""
        self.left -= 1
        if self.left < 0 or (
            self.until is not None and self.left % _GLANCES == 0 and time.monotonic() > self.until
        ):
            raise BudgetSpentError


class Ranked(Protocol):
    """A move with its value."""

    @property
    def move(self) -> str: ...

    @property
    def value(self) -> int: ...


L = TypeVar("L", bound=Ranked)
Line = TypeVar("Line", bound=Ranked, covariant=True)
RootMove = TypeVar("RootMove", contravariant=True)


class RootSearch(Protocol[RootMove, Line]):
    """The search of single moves that `deepen` asks."""

    def value_of(self, move: RootMove, depth: int, floor: int, place: int, *, full: bool) -> int:
        """Return the value of a move as far as it is above the floor.

        `place` is its number in this iteration; `full`: the floor is the worst value of a full list.
        """

    def line(self, move: RootMove, value: int, depth: int, *, alone: bool = False) -> Line:
        """Return a ranked move; `alone`: without the moves after it."""


def deepen(root: RootSearch[M, L], order: list[M], most: int, deepest: int, *, hopes: bool) -> list[L]:
    """Rank the moves, at most so many, by iterations to the depth given or until the budget is spent.

    `hopes`: where all moves searched in an iteration lose when the budget is spent, the next one comes first.
    """
    lines = [root.line(move, 0, 0, alone=True) for move in order[:most]]
    for depth in range(1, deepest + 1):
        fresh: list[L] = []
        try:
            for place, move in enumerate(list(order)):
                full = len(fresh) == most
                floor = fresh[-1].value if full else -2 * WON
                value = root.value_of(move, depth, floor, place, full=full)
                if value > floor:
                    at = next((n for n, line in enumerate(fresh) if value > line.value), len(fresh))
                    fresh.insert(at, root.line(move, value, depth))
                    del fresh[most:]
                    order.remove(move)
                    order.insert(at, move)
        except BudgetSpentError:
            if hopes and fresh and fresh[0].value < -SURE:
                fresh.insert(0, root.line(move, lines[0].value, depth - 1, alone=True))
            new = {line.move for line in fresh}
            return [*fresh, *[line for line in lines if line.move not in new]][:most]
        lines = fresh
        if len(order) == 1 or all(abs(line.value) > SURE for line in lines):
            break
    return lines


class Search(Generic[S, M]):
    """One choice of a move; not to be used twice."""

    def __init__(
        self,
        game: SearchGame[S, M],
        budget: int | None,
        seconds: float | None = None,
        noise: int = 0,
        seed: int = 0,
    ) -> None:
        """Look at so many positions or so long, whichever ends first; for the rest see `engine.Limits`."""
        self.game = game
        self.budget = Budget(budget if budget is not None else 1 << 60, seconds)
        self.noise = noise
        self.seed = seed
        self.known: dict[Hashable, PositionEntry[M]] = {}

    def choose(self, roots: Sequence[Root[S]]) -> MoveChoice:
        """The best of the moves (at least one), the first of equals."""
        return self.rank(roots)[0]

    def rank(self, roots: Sequence[Root[S]], most: int = 1, depth: int | None = None) -> list[MoveChoice]:
        """The best of the moves (at least one), no more than `most`, looked no deeper into than `depth`."""
        order = list(roots)
        if self.seed:
            Random(self.seed).shuffle(order)
        return deepen(self, order, most, min(depth or DEEPEST, DEEPEST), hopes=False)

    def line(self, move: Root[S], value: int, depth: int, *, alone: bool = False) -> MoveChoice:
        """See `RootSearch`."""
        return MoveChoice(move.move, value, depth)

    def value_of(self, move: Root[S], depth: int, floor: int, place: int, *, full: bool) -> int:
        """See `RootSearch`."""
        if move.fixed is not None:
            return move.fixed
        if move.again:
            return self._look(move.state, depth - 1, floor, 2 * WON, 1)
        return -self._look(move.state, depth - 1, -2 * WON, -floor, 1)

    def _look(self, state: S, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position to the side to move, exact between alpha and beta, else a bound."""
        if depth <= 0:
            return self._settle(state, alpha, beta, ply)
        over = self._enter(state, ply)
        if over is not None:
            return over
        key = self.game.key(state)
        entry = self.known.get(key)
        if entry is not None and entry.depth >= depth and entry.settles(entry.value, alpha, beta):
            return entry.value
        moves = self._ordered(state, entry)
        if not moves:
            return nearer(self.game.stuck(state), -ply)
        best, best_move, floor = -2 * WON, moves[0], alpha
        for move in moves:
            value = -self._look(self.game.after(state, move), depth - 1, -beta, -floor, ply + 1)
            if value > best:
                best, best_move = value, move
                floor = max(floor, best)
                if best >= beta:
                    break
        if abs(best) < SURE:  # how far off a win is depends on the way to the position
            self.known[key] = PositionEntry(depth, best, bound_of(best, alpha, beta), best_move)
        return best

    def _settle(self, state: S, alpha: int, beta: int, ply: int) -> int:
        """Return the value after all loud moves."""
        over = self._enter(state, ply)
        if over is not None:
            return over
        forced, moves = self.game.loud(state)
        if forced and not moves:
            return nearer(self.game.stuck(state), -ply)
        best = -2 * WON if forced else self._static_value(state)
        for move in moves:
            if best >= beta:
                break
            floor = max(alpha, best)
            best = max(best, -self._settle(self.game.after(state, move), -beta, -floor, ply + 1))
        return best

    def _enter(self, state: S, ply: int) -> int | None:
        """Count the position; its value if the game is over."""
        self.budget.count()
        over = self.game.ended(state)
        return None if over is None else nearer(over, -ply)

    def _static_value(self, state: S) -> int:
        """The static evaluation; with noise wrong, but the same each time."""
        value = self.game.value(state)
        if self.noise:
            value += int(Random(repr((self.seed, self.game.key(state)))).gauss(0, self.noise))
        return value

    def _ordered(self, state: S, entry: PositionEntry[M] | None) -> Sequence[M]:
        moves = self.game.moves(state)
        if entry is None or entry.move is None or entry.move not in moves:
            return moves
        return [entry.move, *[move for move in moves if move != entry.move]]
