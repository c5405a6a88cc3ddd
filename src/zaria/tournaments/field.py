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

    def renamed(self, player: str, other: str) -> "Meeting":
        """The meeting in which another has the place of a player."""
        one, two = (other if each == player else each for each in self.players)
        return Meeting((one, two), self.result)

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

Games = tuple[tuple[str, ...], tuple[int, ...]]
"""The opponents of a player, and the half-points against each."""

NO_GAMES: Games = ((), ())
_BEFORE = "before"


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
        made = msgspec.structs.replace(self, rounds=(*self.rounds, tuple(meetings)))
        made.__dict__[_BEFORE] = self  # what was summed up of its rounds need not be again
        if (earlier := self.__dict__.get(_BEFORE)) is not None:
            earlier.__dict__.pop(_BEFORE, None)  # two are enough, and the others can be freed
        return made

    def renamed(self, player: str, other: str) -> "Field":
        """The field in which another has the place of a player."""

        def name(one: str) -> str:
            return other if one == player else one

        return Field(
            tuple(map(name, self.entrants)),
            tuple(map(name, self.order)),
            tuple(tuple(meeting.renamed(player, other) for meeting in each) for each in self.rounds),
            frozenset(map(name, self.withdrawn)),
        )

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Half-points of all rounds, by player."""
        before, meetings = self._split()
        found: defaultdict[str, int] = defaultdict(int, before.points if before else {})
        for meeting in meetings:
            if meeting.result is not None:
                for player, points in zip(meeting.players, meeting.result.points, strict=True):
                    if player is not None:
                        found[player] += points
        return found

    @cached_property
    def games(self) -> Mapping[str, Games]:
        """The meetings that were played at a board, by player."""
        before, meetings = self._split()
        found: dict[str, Games] = dict(before.games) if before else {}
        for meeting in meetings:
            one, two = meeting.players
            if meeting.result is None or not meeting.result.played or one is None or two is None:
                continue
            for mine, theirs, got in zip((one, two), (two, one), meeting.result.points, strict=True):
                opponents, points = found.get(mine, NO_GAMES)
                found[mine] = (*opponents, theirs), (*points, got)
        return found

    def _split(self) -> tuple["Field | None", Iterable[Meeting]]:
        """The field before the last round, if it is known, and the meetings since then."""
        before: Field | None = self.__dict__.get(_BEFORE)
        return before, self.meetings() if before is None else self.rounds[-1]

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
    by_player = {line.player: line for line in lines}
    drawn = [by_player[player] for player in field.order if player in by_player]
    return sorted(drawn, key=lambda line: (line.points, line.tiebreaks), reverse=True)
