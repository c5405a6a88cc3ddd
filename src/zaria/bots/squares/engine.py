"""The protocol of engines for board games, and what they have in common."""

from math import isnan
from random import Random
from typing import NamedTuple, Protocol

from zaria.games.board_games import BoardPosition


class Variation(NamedTuple):
    """A move and what it is worth to the side that makes it.

    * move: as `BoardPosition.move` takes it;
    * value: in hundredths of a man (a pawn in chess); beyond `SURE` a win that has been seen through,
      the greater the nearer it is;
    * depth: moves of both sides that were looked ahead;
    * moves: this move and what is best for both sides after it, as far as is known.
    """

    move: str
    value: int
    depth: int
    moves: tuple[str, ...]


FOR_EVER = 1 << 60
"""Positions; nobody lives to see them all."""
A_DAY = 86_400.0
"""Seconds."""
UTMOST = 10_000
"""Hundredths of a man: an engine with so much noise chooses at random."""
SEEDS = (1 << 63) - 1
"""The bits of a seed that count: those of C's longest whole number."""


class Limits(NamedTuple):
    """The limits of a search, and its errors. The limit met first ends the search.

    No search is shorter than one position and one move: what is less counts as that.

    * nodes: positions looked at; with this or `depth` alone the same question has the same answer;
    * seconds: time by the clock;
    * depth: moves of both sides looked ahead;
    * noise: by how much it misjudges (standard deviation, in hundredths of a man) each position it looks at;
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
        """The same, no larger than what a search can count to (years of it); nan seconds are no limit."""
        seconds = None if self.seconds is None or isnan(self.seconds) else min(A_DAY, self.seconds)
        return self._replace(
            nodes=None if self.nodes is None else min(self.nodes, FOR_EVER),
            seconds=seconds,
            noise=min(max(0, self.noise), UTMOST),
            seed=self.seed & SEEDS,
        )

    def bounds(self, enough: int, deepest: int) -> tuple[int, int]:
        """Positions and depth for an engine that looks at `enough` where nothing bounds it."""
        unbounded = self.nodes is None and self.seconds is None and self.depth is None
        nodes = (enough if unbounded else FOR_EVER) if self.nodes is None else max(1, self.nodes)
        return nodes, deepest if self.depth is None else min(max(1, self.depth), deepest)


def varied(lines: list[Variation], margin: int, chance: Random) -> list[Variation]:
    """Any of the moves that are worse than the best by no more than the margin, then the others."""
    good = [line for line in lines if line.value >= lines[0].value - margin]
    first = chance.choice(good)
    return [first, *[line for line in lines if line is not first]]


def some(most: int) -> int:
    """Return how many moves are asked for; raises `ValueError` for none."""
    if most < 1:
        raise ValueError(f"cannot list the best {most} moves: ask for 1 or more")
    return most


def foreign(position: BoardPosition, game: str) -> ValueError:
    """Raised for a position of another game than the engine's."""
    return ValueError(f"a position of {position.game.id}, not of {game}")


class SquaresEngine(Protocol):
    """Ranks the moves of one game. Safe to use from several threads at once."""

    @property
    def name(self) -> str:
        """The name of the evaluation: "alpha-beta", "Stockfish 15.1"."""

    def prepare(self) -> None:
        """Have at hand what some question will ask for; takes up to a second, the first time."""

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, no more than `most`, the best first; none only where there is no legal move.

        Raises `ValueError` for a position of another game, and for `most` below 1.
        """

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
