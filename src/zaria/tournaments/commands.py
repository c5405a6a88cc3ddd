"""Commands to a tournament. `by` is the director who gives the command, with their reason.

Directors give a reason with every command but `Resume`. Players give their own commands without both.
"""

from typing import NamedTuple

from zaria.tournaments.field import Result
from zaria.tournaments.terms import TournamentTerms


class Enter(NamedTuple):
    """Enter a player, or let them come back; `rating` decides the seed, `nonce` is their part of the draw."""

    player: str
    rating: int = 0
    by: str = ""
    reason: str = ""
    nonce: str = ""


class Withdraw(NamedTuple):
    """Withdraw a player."""

    player: str
    by: str = ""
    reason: str = ""


class CheckIn(NamedTuple):
    """Check a player in before the start."""

    player: str


class Begin(NamedTuple):
    """Begin the tournament at its start; `secret` is the one that was sealed."""

    secret: bytes


class Pair(NamedTuple):
    """Pair the free players of an arena, or close the arena after its end."""


class Report(NamedTuple):
    """Report a match of round `number` (from 1) that is over, or without a player (`result.played` is false).

    `result` has the half-points in the order of the meeting's players, not of the sides at the board.
    `attempt` is that of the match (`TournamentState.attempts`); None: the current one. `unfinished`: a match
    by the day that is not over, although its round is.
    """

    number: int
    place: int
    result: Result
    attempt: int | None = None
    unfinished: bool = False


class Reopen(NamedTuple):
    """Reopen a meeting: the club was closed when the time to come to match `attempt` ended."""

    number: int
    place: int
    attempt: int


class Edit(NamedTuple):
    """Edit the terms before the start; after the first entry only the title, the text and the start."""

    terms: TournamentTerms
    by: str
    reason: str


class Replace(NamedTuple):
    """Replace a player who has not played yet by a substitute."""

    player: str
    substitute: str
    rating: int
    by: str
    reason: str
    nonce: str = ""


class PairByHand(NamedTuple):
    """Pair the next round by hand during a pause, side 0 first; no pairs: let the format pair.

    The other players who are present have a bye.
    """

    pairs: tuple[tuple[str, str], ...]
    by: str
    reason: str


class Adjudicate(NamedTuple):
    """Adjudicate a meeting of the current round, decided or not."""

    number: int
    place: int
    result: Result
    by: str
    reason: str


class Forfeit(NamedTuple):
    """Forfeit a meeting of the current round for one player."""

    number: int
    place: int
    player: str
    by: str
    reason: str


class DoubleForfeit(NamedTuple):
    """Forfeit a meeting of the current round for both players."""

    number: int
    place: int
    by: str
    reason: str


class Replay(NamedTuple):
    """Replay a decided meeting of the current round."""

    number: int
    place: int
    by: str
    reason: str


class Correct(NamedTuple):
    """Correct the result of a meeting of an earlier round; later meetings that followed from it are deleted.

    `again`: pair the current round again where its pairs follow from points, if no match of it is decided.
    """

    number: int
    place: int
    result: Result
    by: str
    reason: str
    again: bool = False


class Undo(NamedTuple):
    """Undo the last act of a director; `number` is that of its event (from 0), None: any."""

    by: str
    reason: str
    number: int | None = None


class Pause(NamedTuple):
    """Pause the tournament: no round begins, not even the first."""

    by: str
    reason: str = ""


class Resume(NamedTuple):
    """Resume a paused tournament."""

    by: str
    reason: str = ""


class Cancel(NamedTuple):
    """Cancel the tournament."""

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
    | Correct
    | Undo
    | Pause
    | Resume
    | Cancel
)
