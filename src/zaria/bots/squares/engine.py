"""The protocol of engines for board games, and their shared parts."""

from math import isnan
from random import Random
from typing import NamedTuple, Protocol

from zaria.games.board_games import BoardPosition


class Variation(NamedTuple):
    """A move and its value for the side that makes it.

    * move: as `BoardPosition.move` takes it;
    * value: in hundredths of a man (a pawn in chess); beyond `SURE` a win that the search has seen to its
      end, the greater the nearer it is;
    * depth: the depth of the search, in moves of both sides;
    * moves: this move and the best known moves of both sides after it.
    """

    move: str
    value: int
    depth: int
    moves: tuple[str, ...]


FOR_EVER = 1 << 60
"""Positions: more than any search can visit."""
A_DAY = 86_400.0
"""Seconds."""
UTMOST = 10_000
"""Hundredths of a man: an engine with so much noise chooses at random."""
SEEDS = (1 << 63) - 1
"""The bits of a seed that count: those of C's longest whole number."""


class Limits(NamedTuple):
    """The limits of a search, and its errors. The limit met first ends the search.

    No search is shorter than one position and one move: smaller limits count as these.

    * nodes: positions searched; with this or `depth` alone the same question has the same answer;
    * seconds: time by the clock;
    * depth: moves of both sides;
    * noise: the error (standard deviation, in hundredths of a man) about each position;
      in chess each of its moves;
    * seed: with another seed noise misleads otherwise; without noise another good move may come first in the
      opening. 0: the best comes first.
    """

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    noise: int = 0
    seed: int = 0

    def within(self) -> "Limits":
        """Return limits that a search can count (years of it); NaN seconds are no limit."""
        seconds = None if self.seconds is None or isnan(self.seconds) else min(A_DAY, self.seconds)
        return self._replace(
            nodes=None if self.nodes is None else min(self.nodes, FOR_EVER),
            seconds=seconds,
            noise=min(max(0, self.noise), UTMOST),
            seed=self.seed & SEEDS,
        )

    def bounds(self, enough: int, deepest: int) -> tuple[int, int]:
        """Return positions and depth for an engine that searches `enough` positions without limits."""
        unbounded = self.nodes is None and self.seconds is None and self.depth is None
        nodes = (enough if unbounded else FOR_EVER) if self.nodes is None else max(1, self.nodes)
        return nodes, deepest if self.depth is None else min(max(1, self.depth), deepest)


def varied(lines: list[Variation], margin: int, chance: Random) -> list[Variation]:
    """Return one of the moves within the margin of the best, then the others."""
    good = [line for line in lines if line.value >= lines[0].value - margin]
    first = chance.choice(good)
    return [first, *[line for line in lines if line is not first]]


def some(most: int) -> int:
    """Return the number of requested moves; raises `ValueError` for none."""
    if most < 1:
        raise ValueError(f"cannot list the best {most} moves: ask for 1 or more")
    return most


def foreign(position: BoardPosition, game: str) -> ValueError:
    """Return the error for a position of another game than the engine's."""
    return ValueError(f"a position of {position.game.id}, not of {game}")


class SquaresEngine(Protocol):
    """Ranks the moves of one game. Safe to use from several threads at once."""

    @property
    def name(self) -> str:
        """The name of the evaluation: "alpha-beta", "Stockfish 15.1"."""

    def prepare(self) -> None:
        """Load everything that a question may need; takes up to a second, the first time."""

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """Return the best moves, at most `most`, the best first; none only if there is no legal move.

        Raises `ValueError` for a position of another game, and for `most` below 1.
        """

    def chance(self, value: int) -> float:
        """Return the chance of the side to move to win, 0 to 1, with a draw as half a win."""
