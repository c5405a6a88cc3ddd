"""A tournament as its formats see it: the entrants, the rounds so far, and those who have withdrawn."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Self

import msgspec

WIN, DRAW, LOSS = 2, 1, 0
"""Half-points for a result."""


class Result(msgspec.Struct, frozen=True):
    """The result of a meeting: half-points of side 0 and of side 1.

    `played`: the two met at a board. If not, a side was absent or had no opponent.
    """

    points: tuple[int, int]
    played: bool = True

    @property
    def winner(self) -> int | None:
        """The side that won; None: nobody."""
        one, two = self.points
        return None if one == two else int(two > one)


BYE = Result((WIN, LOSS), played=False)
REST = Result((LOSS, LOSS), played=False)
"""For the player who is left over where everybody rests once, and for a place that nobody has reached."""


class Meeting(msgspec.Struct, frozen=True):
    """Two players of a round; None in place of one: the other has a bye. Without a result it is not over."""

    players: tuple[str | None, str | None]
    result: Result | None = None

    @classmethod
    def of(cls, one: str | None, two: str | None) -> Self:
        """A meeting; it is over where a player is missing, and nobody advances where both are."""
        if one is None and two is None:
            return cls((None, None), REST)
        if one is None:
            return cls((two, None), BYE)
        return cls((one, two), BYE if two is None else None)

    @property
    def winner(self) -> str | None:
        """The player who won."""
        side = None if self.result is None else self.result.winner
        return None if side is None else self.players[side]

    @property
    def loser(self) -> str | None:
        """The player who lost to the other."""
        side = None if self.result is None else self.result.winner
        return None if side is None else self.players[1 - side]


Round = tuple[Meeting, ...]


class Field(msgspec.Struct, frozen=True, dict=True):
    """The entrants in the order of their seeds (best first), the rounds that are over, and who has withdrawn.

    `order` are the entrants as the draw has put them: formats that pair by chance begin with it, and it
    decides between equals.
    """

    entrants: tuple[str, ...]
    order: tuple[str, ...]
    rounds: tuple[Round, ...] = ()
    withdrawn: frozenset[str] = frozenset()

    @property
    def present(self) -> list[str]:
        """The entrants who have not withdrawn, by seed."""
        return [player for player in self.entrants if player not in self.withdrawn]

    def after(self, meetings: Iterable[Meeting]) -> "Field":
        """The field after one more round."""
        return msgspec.structs.replace(self, rounds=(*self.rounds, tuple(meetings)))

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Half-points of all rounds, by player."""
        found: defaultdict[str, int] = defaultdict(int)
        for meeting in self.meetings():
            if meeting.result is not None:
                for player, points in zip(meeting.players, meeting.result.points, strict=True):
                    if player is not None:
                        found[player] += points
        return found

    @cached_property
    def place_in_draw(self) -> Mapping[str, int]:
        """The place of each entrant in the draw, from 0."""
        return {player: place for place, player in enumerate(self.order)}

    def meetings(self) -> Iterable[Meeting]:
        """All meetings, round by round."""
        return (meeting for each in self.rounds for meeting in each)

    def met(self) -> set[frozenset[str]]:
        """The pairs who have been paired."""
        return {
            frozenset(meeting.players)  # type: ignore[arg-type]
            for meeting in self.meetings()
            if None not in meeting.players
        }


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings. `tiebreaks` decide between equal half-points; more is better."""

    player: str
    points: int
    tiebreaks: tuple[int, ...] = ()


def ranked(field: Field, lines: Sequence[Standing]) -> list[Standing]:
    """These lines, the best first; the draw decides between players who are equal in everything."""
    place = field.place_in_draw
    key = lambda line: (-line.points, *(-value for value in line.tiebreaks), place[line.player])  # noqa: E731
    return sorted(lines, key=key)
