"""A match as the common formats hold it: moves and cube, without clocks, chat or proof of the dice.

`.mat` and SGF differ only in how they write this. Sides, points and steps are ours: side 0 is the first
player named, points are the mover's own, 25 is the bar and 0 is off.
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
    """One action of a player, and the line of the file on which it stands.

    A move has `dice`, in any order, and the pairs of points it moved between; `hits` are the points that the
    file marks as hit; with `is_roll` the dice were thrown and not played.
    An offer of the cube has its `value` (0: not stated).
    """

    side: int
    kind: Kind
    dice: tuple[int, int] = (0, 0)
    pairs: tuple[Pair, ...] = ()
    hits: frozenset[int] = frozenset()
    value: int = 0
    line: int = 0
    is_roll: bool = False


@dataclass
class GameTranscript:
    """One game: the score before it, its actions, the winner and points (None, 0: broken off).

    A game from a set-up position has its `checkers` (each side's by its own points, as `MatchPosition` has
    them) and the side `starter` on roll.
    """

    score: tuple[int, int]
    acts: list[TranscriptEntry] = field(default_factory=list)
    winner: int | None = None
    points: int = 0
    ended: bool = True
    """True if it was played to its end or ended by the cube; False if it was given up."""
    line: int = 0
    end_line: int = 0
    checkers: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    starter: int | None = None


@dataclass
class Transcript:
    """A match, or with length 0 a session in which every game counts by itself.

    `day` is the date of play as (year, month, day). `crawford` None: the file does not say; there was a
    Crawford game unless a player doubled in it. `cube` None: the file does not say whether there was one.
    `variation` is the game if it begins from another position than backgammon and the file names it.
    """

    length: int
    names: tuple[str, str] = ("", "")
    games: list[GameTranscript] = field(default_factory=list)
    crawford: bool | None = True
    jacoby: bool = False
    beaver: bool = False
    cube: bool | None = None
    day: tuple[int, int, int] | None = None
    variation: str = ""
    line: int = 0

    @property
    def cubeless(self) -> bool:
        """True if a file must say that there was no cube; in a match to one point it need not."""
        return self.cube is False and self.length != 1

    def offers(self, kind: Kind) -> bool:
        """Return whether any player makes such an offer in any game."""
        return any(act.kind == kind for game in self.games for act in game.acts)


def offer(acts: Sequence[TranscriptEntry]) -> Kind:
    """The kind of one more offer after these actions: some programs call a beaver or raccoon a double."""
    waiting = 0
    while waiting < len(acts) and waiting < 3 and acts[-1 - waiting].kind in OFFERS:
        waiting += 1
    return OFFERS[min(waiting, 2)]
