"""The state of a tournament."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from zaria.tournaments.events import AnyEvent, How
from zaria.tournaments.field import Field, Meeting, Round, Standing
from zaria.tournaments.terms import TournamentTerms

Phase = Literal["open", "playing", "over", "cancelled"]


DELETED = Meeting((None, None))
"""A meeting of a later round that a correction has deleted. A real meeting without players has a result."""


class RoundDetails(msgspec.Struct, frozen=True):
    """A round besides its meetings: the fields of `TournamentState` with these names.

    `withdrawn` are the players who had withdrawn when the round was paired.
    """

    repeats: dict[int, int] = {}
    attempts: dict[int, int] = {}
    hows: dict[int, How] = {}
    withdrawn: frozenset[str] = frozenset()
    by_hand: bool = False


class PairedRound(msgspec.Struct, frozen=True):
    """The meetings of a round and its details."""

    meetings: Round
    details: RoundDetails


class TournamentState(msgspec.Struct, frozen=True):
    """A tournament. `current` are the meetings of the current round, `ratings` those of the players by entry.

    An arena has one round, to which meetings are added.

    * edition: that of the rules by which it is verified;
    * attempts: the number of the match of a meeting of the current round, by its place, where it is not 0:
      each draw that needs a winner, each replay and each change of players brings another match;
    * hows: how the meetings of the current round were decided, by place; byes and walkovers are not in it;
    * repeats: the number of these attempts that followed draws, since the meeting last began;
    * nonces: the nonce that each player brought with their last entry, also of players who have left;
    * drawn: the players at the start in the order of the draw, with their nonces;
    * key: that of the draws and lots, from the start on;
    * checked_in: the players who have checked in;
    * hand: the director's pairs for the next round;
    * began_at: the time in ms at which the tournament began, perhaps later than its terms say;
    * paired_at: the time in ms at which the current round began;
    * version: the number of events so far;
    * acts: the acts of directors in the current round that can be undone, the last one last;
    * withdrawn_before: the players who had withdrawn when the current round was paired;
    * by_hand: the director paired the current round;
    * past: the details of the rounds that are over;
    * later: the rounds after the current one that were paired before a correction, with their results.
    """

    id: str
    terms: TournamentTerms
    seal: str
    edition: int = 0
    phase: Phase = "open"
    ratings: dict[str, int] = {}
    field: Field = Field((), ())
    current: Round = ()
    repeats: dict[int, int] = {}
    attempts: dict[int, int] = {}
    hows: dict[int, How] = {}
    secret: bytes = b""
    nonces: dict[str, str] = {}
    drawn: dict[str, str] = {}
    key: bytes = b""
    paused: bool = False
    standings: tuple[str, ...] = ()
    checked_in: frozenset[str] = frozenset()
    hand: tuple[tuple[str, str], ...] = ()
    began_at: int = 0
    paired_at: int = 0
    version: int = 1
    acts: tuple["DirectorAct", ...] = ()
    withdrawn_before: frozenset[str] = frozenset()
    by_hand: bool = False
    past: tuple[RoundDetails, ...] = ()
    later: tuple[PairedRound, ...] = ()

    @property
    def details(self) -> RoundDetails:
        """The details of the current round."""
        return RoundDetails(self.repeats, self.attempts, self.hows, self.withdrawn_before, self.by_hand)

    @property
    def all_past(self) -> tuple[RoundDetails, ...]:
        """The details of all rounds, as if the current one were over."""
        return (*self.past, self.details) if self.current else self.past

    @property
    def number(self) -> int:
        """The number of the current round, from 1; 0 before the first."""
        return len(self.field.rounds) + bool(self.current)

    @property
    def deadline(self) -> int | None:
        """The time in ms at which the current round, or an arena, is to end; None: no limit."""
        if not self.terms.round_ms:
            return None
        if self.terms.info.continuous:
            return (self.began_at or self.terms.starts_at) + self.terms.round_ms
        return self.paired_at + self.terms.round_ms

    @property
    def idle(self) -> list[str]:
        """The players who are present and in no match, the longest waiting first.

        The oldest last match decides; players without a match are in the order of the draw.
        """
        last = {player: place for place, meeting in enumerate(self.current) for player in meeting.players}
        busy = {player for place in self.waiting() for player in self.current[place].players}
        away = busy | self.field.withdrawn
        idle = [player for player in self.field.order if player not in away]
        return sorted(idle, key=lambda player: last.get(player, -1))

    def waiting(self) -> list[int]:
        """The places of the meetings of the current round that are not decided."""
        return [place for place, meeting in enumerate(self.current) if meeting.result is None]

    def later_meetings(self) -> Iterable[Meeting]:
        """The meetings of rounds that were paired before a correction and may count again."""
        return (meeting for paired in self.later for meeting in paired.meetings)

    def with_current(self) -> Field:
        """Return the field as if the current round were over."""
        return self.field.after(self.current) if self.current else self.field


class DirectorAct(msgspec.Struct, frozen=True):
    """The act of a director: the number of its event (from 0), the event, and the tournament before."""

    number: int
    event: AnyEvent
    before: TournamentState


def sides(tournament: TournamentState, place: int) -> tuple[str, str]:
    """Return the players of a meeting of the current round, side 0 first, for its next match.

    Sides change after each draw. Raises `KeyError` for a bye, which has no match.
    """
    player, opponent = tournament.current[place].players
    if player is None or opponent is None:
        raise KeyError(place)
    return (opponent, player) if tournament.repeats.get(place, 0) % 2 else (player, opponent)


def live_standings(tournament: TournamentState) -> list[Standing]:
    """Rank the players by all decided meetings, including those of the current round."""
    return tournament.terms.rules.standings(tournament.with_current())


def without_acts(tournament: TournamentState) -> TournamentState:
    """Return the tournament without its acts, as an act stores it."""
    return replace(tournament, acts=())
