"""GNU Backgammon as a judge, asked in this process through its package on PyPI: cubeless, without noise.

Its package tells a play as from, to, from, to … and breaks off where a checker goes off; such plays are found
by evaluating where each of our turns leads. Its nets and bear-off bases are those of the program itself, its
answers to a position the same within 0.005.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from zaria.games.dice import ROLLS, Roll
from zaria.games.protocols import Position
from zaria.games.tables import board as boards
from zaria.games.tables.position import Position as Table
from zaria.games.turn import Turn

from .players import rolled

try:
    import gnubg
except ImportError:
    gnubg = None

Men = tuple[int, ...]
Sides = tuple[Men, Men]
"""Both sides' checkers on 1 to 25, the one that is not on roll first: gnubg's order."""

MISSING = "the gnubg package is made for x86-64 Linux and Python before 3.14: make test installs it"
RACE = 8
CRASHED = 9
CONTACT = 10
"""Classes of positions as gnubg numbers them; those below a race are borne off by a table."""


class MissingEngineError(RuntimeError):
    """A judge that is not installed here; the text says how to have it."""


class Judged(NamedTuple):
    """An evaluation for the side on roll: gnubg's five numbers and the cubeless equity in points."""

    win: float
    win2: float
    win3: float
    lose2: float
    lose3: float
    equity: float


class Gnubg:
    """gnubg at one depth. Deeper than 0 it prunes and filters as its own default settings do."""

    def __init__(self, ply: int = 0) -> None:
        if gnubg is None:
            raise MissingEngineError(MISSING)
        self.ply, self.name = ply, f"gnubg {ply}-ply"
        self._cube = gnubg.cubeinfo()
        self._depth = gnubg.evalcontext(0, ply, 1, int(ply > 1), 0.0)

    def play(self, position: Position) -> Position:
        """The position after its best turn."""
        sides, roll = seen(position), rolled(position)
        move = gnubg.findbestmove(sides, self._cube, self._depth, roll)
        if not move:
            return position.play(Turn())
        if len(move) % 2:
            return min(position.results(), key=self._for_opponent)
        return moved(position, sides, move)

    def evaluate(self, sides: Sides) -> Judged:
        """Return what the side on roll may expect."""
        return Judged(*gnubg.evaluate(sides, self._cube, self._depth))

    def best(self, sides: Sides, roll: Roll) -> float:
        """The equity of the best turn, for the side that plays it; without one, of the pass."""
        best_moves = gnubg.findbestmoves(sides, self._cube, self._depth, roll)
        return best_moves[0]["score"] if best_moves else -self.evaluate((sides[1], sides[0])).equity

    def after(self, position: Position) -> float:
        """The equity, for the side that has just played, of a position before the other side's roll."""
        ended = position.outcome()
        if ended is not None:
            return float(ended.points if ended.winner != position.turn else -ended.points)
        return -self.evaluate(seen(position)).equity

    def _for_opponent(self, position: Position) -> float:
        return -self.after(position)


def seen(position: Position) -> Sides:
    """A position as gnubg takes it."""
    side = position.turn
    return position.counts(1 - side)[1:], position.counts(side)[1:]


def kind(sides: Sides) -> int:
    """The class of a position: `CONTACT`, `CRASHED`, `RACE` or less."""
    return int(gnubg.classify(sides, 0))


def moved(position: Any, sides: Sides, move: Men) -> Position:
    """The position after a play of gnubg's that bears nothing off."""
    opponent, mover = [0, *sides[0]], [0, *sides[1]]
    for src, dst in zip(move[::2], move[1::2], strict=True):
        mover[src] -= 1
        mover[dst] += 1
        if opponent[25 - dst] == 1:
            opponent[25 - dst] = 0
            opponent[25] += 1
    board = boards.compose(position.game.options, opponent, mover)
    return Table(position.game, 1 - position.turn, board)


@lru_cache(maxsize=1)
def opening(sides: Sides) -> dict[Roll, float]:
    """Return what each opening roll brings beyond the mean of all that two different dice can show."""
    static = Gnubg(0)
    worth = {roll: static.best(sides, roll) for roll in ROLLS if roll[0] != roll[1]}
    mean = sum(worth.values()) / len(worth)
    return {roll: value - mean for roll, value in worth.items()}


class Luck:
    """The luck of rolls by gnubg: the best turn of the roll beside the mean of all rolls.

    The mean of this over the dice is nought whatever gnubg thinks of positions, so that taking it from the
    points of a game leaves their expectation as it is and most of their spread out.
    """

    def __init__(self) -> None:
        self._static, self._ahead = Gnubg(0), Gnubg(0)
        self._ahead._depth = gnubg.evalcontext(0, 1, 1, 0, 0.0)

    def of(self, position: Position, roll: Roll, first: bool) -> float:
        """The luck of a roll for `position.turn`, in points."""
        sides = seen(position)
        if first:
            return opening(sides)[max(roll), min(roll)]
        return self._static.best(sides, roll) - self._ahead.evaluate(sides).equity
