"""A match as the common formats tell it: the moves and the cube, no clocks, no talk, no proof of the dice.

`.mat` and SGF differ in how they write this and in nothing else. Sides, points and steps are ours: side 0
is the first player named, points are the mover's own, 25 is the bar and 0 is off.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal["move", "double", "beaver", "raccoon", "take", "drop"]

Pair = tuple[int, int]
"""From a point to a point."""

OFFERS: tuple[Kind, ...] = ("double", "beaver", "raccoon")
"""Offers of the cube, each of which may answer the one before it."""


class TranscriptEntry(NamedTuple):
    """One thing that a player did, and the line of the file where it stands.

    A move has `dice`, in any order, and where checkers went; `hits` are points where it says it hit. An
    offer of the cube has its `value` (0: not told).
    """

    side: int
    kind: Kind
    dice: tuple[int, int] = (0, 0)
    pairs: tuple[Pair, ...] = ()
    hits: frozenset[int] = frozenset()
    value: int = 0
    line: int = 0


@dataclass
class GameTranscript:
    """One game: the score before it, what happened, and who won how much (None, 0: it was broken off)."""

    score: tuple[int, int]
    acts: list[TranscriptEntry] = field(default_factory=list)
    winner: int | None = None
    points: int = 0
    ended: bool = True
    """Was it played to its end, or ended by the cube? Else it was given up."""
    line: int = 0
    end_line: int = 0


@dataclass
class Transcript:
    """A match, or with length 0 a session in which every game stands for itself.

    `day` is when it was played, as (year, month, day). `crawford` None: the file does not tell; there was a
    Crawford game unless somebody doubled in it. `cube` None: it does not tell whether there was one.
    """

    length: int
    names: tuple[str, str] = ("", "")
    games: list[GameTranscript] = field(default_factory=list)
    crawford: bool | None = True
    jacoby: bool = False
    cube: bool | None = None
    day: tuple[int, int, int] | None = None
    line: int = 0

    @property
    def cubeless(self) -> bool:
        """Whether it must be said that there was no cube: to one point nobody expects one."""
        return self.cube is False and self.length != 1

    def offers(self, kind: Kind) -> bool:
        """Whether anybody does this anywhere."""
        return any(act.kind == kind for game in self.games for act in game.acts)


def offer(acts: Sequence[TranscriptEntry]) -> Kind:
    """What one more offer of the cube is after these acts: programs call any of them a double or a beaver."""
    waiting = 0
    while waiting < len(acts) and waiting < 3 and acts[-1 - waiting].kind in OFFERS:
        waiting += 1
    return OFFERS[min(waiting, 2)]
