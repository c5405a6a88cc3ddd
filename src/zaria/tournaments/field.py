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

    `played`: the players met at a board. Otherwise a side was absent or had no opponent.
    """

    points: tuple[int, int]
    played: bool = True

    @property
    def winner(self) -> int | None:
        """The side that won, or None."""
        first, second = self.points
        return None if first == second else int(second > first)


BYE = Result((WIN, LOSS), played=False)
REST = Result((LOSS, LOSS), played=False)
"""The result of a player who rests in a round robin, and of a place in a bracket that nobody reached."""


class Meeting(msgspec.Struct, frozen=True):
    """A meeting of two players in a round; None means a bye for the opponent. It is over with a result."""

    players: tuple[str | None, str | None]
    result: Result | None = None

    @classmethod
    def of(cls, player: str | None, opponent: str | None) -> Self:
        """Make a meeting: one without an opponent is over, and one without players advances nobody."""
        if player is None and opponent is None:
            return cls((None, None), REST)
        if player is None:
            return cls((opponent, None), BYE)
        return cls((player, opponent), BYE if opponent is None else None)

    def renamed(self, player: str, substitute: str) -> "Meeting":
        """Return the meeting with another player in the place of one."""
        first, second = (substitute if entrant == player else entrant for entrant in self.players)
        return Meeting((first, second), self.result)

    @property
    def winner(self) -> str | None:
        """The player who won."""
        side = None if self.result is None else self.result.winner
        return None if side is None else self.players[side]

    @property
    def loser(self) -> str | None:
        """The player who lost to an opponent."""
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
        field = msgspec.structs.replace(self, rounds=(*self.rounds, tuple(meetings)))
        field.__dict__[_BEFORE] = self  # sums over its rounds are reused
        if (earlier := self.__dict__.get(_BEFORE)) is not None:
            earlier.__dict__.pop(_BEFORE, None)  # one earlier field is enough, and older ones can be freed
        return field

    def renamed(self, player: str, substitute: str) -> "Field":
        """Return the field with another player in the place of one."""

        def name(entrant: str) -> str:
            return substitute if entrant == player else entrant

        return Field(
            tuple(map(name, self.entrants)),
            tuple(map(name, self.order)),
            tuple(
                tuple(meeting.renamed(player, substitute) for meeting in meetings) for meetings in self.rounds
            ),
            frozenset(map(name, self.withdrawn)),
        )

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Half-points of all rounds, by player."""
        before, meetings = self._split()
        totals: defaultdict[str, int] = defaultdict(int, before.points if before else {})
        for meeting in meetings:
            if meeting.result is not None:
                for player, points in zip(meeting.players, meeting.result.points, strict=True):
                    if player is not None:
                        totals[player] += points
        return totals

    @cached_property
    def games(self) -> Mapping[str, Games]:
        """The meetings that were played at a board, by player."""
        before, meetings = self._split()
        games: dict[str, Games] = dict(before.games) if before else {}
        for meeting in meetings:
            first, second = meeting.players
            if meeting.result is None or not meeting.result.played or first is None or second is None:
                continue
            for player, opponent, score in zip(
                (first, second), (second, first), meeting.result.points, strict=True
            ):
                opponents, points = games.get(player, NO_GAMES)
                games[player] = (*opponents, opponent), (*points, score)
        return games

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
        return (meeting for meetings in self.rounds for meeting in meetings)

    def met(self) -> set[frozenset[str]]:
        """The pairs of players who have been paired."""
        pairs = (meeting.players for meeting in self.meetings())
        return {
            frozenset((first, second)) for first, second in pairs if first is not None and second is not None
        }


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings. `tiebreaks` decide between equal half-points; more is better."""

    player: str
    points: int
    tiebreaks: tuple[int, ...] = ()


def ranked(field: Field, lines: Sequence[Standing]) -> list[Standing]:
    """Return these lines, the best first; the draw decides between players who are equal in everything."""
    by_player = {line.player: line for line in lines}
    drawn = [by_player[player] for player in field.order if player in by_player]
    return sorted(drawn, key=lambda line: (line.points, line.tiebreaks), reverse=True)
