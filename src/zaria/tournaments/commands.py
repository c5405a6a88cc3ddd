"""Commands to a tournament. `by` is the director who gives one on behalf of others, with their reason.

A reason is required wherever a director acts, but for `Resume`.
"""

from typing import NamedTuple

from zaria.tournaments.field import Result
from zaria.tournaments.terms import TournamentTerms


class Enter(NamedTuple):
    """A player enters, or comes back; `rating` decides the seed, and `nonce` is their part of the draw."""

    player: str
    rating: int = 0
    by: str = ""
    reason: str = ""
    nonce: str = ""


class Withdraw(NamedTuple):
    """A player withdraws, or is withdrawn."""

    player: str
    by: str = ""
    reason: str = ""


class CheckIn(NamedTuple):
    """A player is present before the start."""

    player: str


class Begin(NamedTuple):
    """The time of the start has come; `secret` is that of the seal."""

    secret: bytes


class Pair(NamedTuple):
    """A tick of an arena: those who are free are paired; after its end it is closed."""


class Report(NamedTuple):
    """A match of round `number` (from 1) is over, or somebody did not come (`result.played` is false).

    `result` has the half-points in the order of the meeting's players, not of the sides at the board.
    `attempt` is that of the match (`Tournament.attempts`); None: the current one.
    """

    number: int
    place: int
    result: Result
    attempt: int | None = None


class Reopen(NamedTuple):
    """Nobody could come to match `attempt` of a meeting: the club was closed when the time to come ended."""

    number: int
    place: int
    attempt: int


class Edit(NamedTuple):
    """The director changes the terms before the start; after the first entry title, text and start only."""

    terms: TournamentTerms
    by: str
    reason: str


class Replace(NamedTuple):
    """The director gives the place of a player, who has not played yet, to another."""

    player: str
    other: str
    rating: int
    by: str
    reason: str
    nonce: str = ""


class PairByHand(NamedTuple):
    """The director sets the pairs of the next round during a pause, side 0 first; no pairs: by the rules.

    The other players who are present have a bye.
    """

    pairs: tuple[tuple[str, str], ...]
    by: str
    reason: str


class Adjudicate(NamedTuple):
    """The director decides a meeting of the current round, or decides it anew."""

    number: int
    place: int
    result: Result
    by: str
    reason: str


class Forfeit(NamedTuple):
    """The director has a player lose a meeting of the current round."""

    number: int
    place: int
    player: str
    by: str
    reason: str


class DoubleForfeit(NamedTuple):
    """The director has both players lose a meeting of the current round."""

    number: int
    place: int
    by: str
    reason: str


class Replay(NamedTuple):
    """The director has a decided meeting of the current round played again."""

    number: int
    place: int
    by: str
    reason: str


class Undo(NamedTuple):
    """The last act of a director is taken back; `number` is that of its event (from 0), None: any."""

    by: str
    reason: str
    number: int | None = None


class Pause(NamedTuple):
    """The director lets no round begin, nor the first one."""

    by: str
    reason: str = ""


class Resume(NamedTuple):
    """The director lets it go on."""

    by: str
    reason: str = ""


class Cancel(NamedTuple):
    """The director breaks it off."""

    by: str
    reason: str


Command = (
    Enter
    | Withdraw
    | CheckIn
    | Begin
    | Pair
    | Report
    | Reopen
    | Edit
    | Replace
    | PairByHand
    | Adjudicate
    | Forfeit
    | DoubleForfeit
    | Replay
    | Undo
    | Pause
    | Resume
    | Cancel
)
