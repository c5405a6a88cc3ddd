"""Commands to a tournament. `by` is the director who gives one on behalf of others, with their reason."""

from typing import NamedTuple

from zaria.tournaments.field import Result


class Enter(NamedTuple):
    """A player enters; `rating` decides the seed."""

    player: str
    rating: int = 0
    by: str = ""
    reason: str = ""


class Withdraw(NamedTuple):
    """A player withdraws, or is withdrawn."""

    player: str
    by: str = ""
    reason: str = ""


class Begin(NamedTuple):
    """The time of the start has come; `secret` is that of the seal."""

    secret: bytes


class Report(NamedTuple):
    """A match of round `number` (from 1) is over, or somebody did not come (`result.played` is false)."""

    number: int
    place: int
    result: Result


class Adjudicate(NamedTuple):
    """The director decides a meeting of the current round, or decides it anew."""

    number: int
    place: int
    result: Result
    by: str
    reason: str


class Pause(NamedTuple):
    """The director lets no round begin."""

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


Command = Enter | Withdraw | Begin | Report | Adjudicate | Pause | Resume | Cancel
