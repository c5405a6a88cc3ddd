"""The tournament of a match, as its table shows it."""

from typing import Literal

import msgspec

Decision = Literal["", "won", "lost", "draw", "both_lost", "again", "deleted", "cancelled"]
"""The decision of a director: for the first side, or for the reader who played the match; "": none.

"deleted": a corrected result of an earlier round has taken the match away."""


class PodiumPlace(msgspec.Struct, frozen=True):
    """One of the first places of a tournament that is over, and the name of its player."""

    place: int
    name: str


class NextTournament(msgspec.Struct, frozen=True):
    """A tournament that the reader can enter, with its start (ms)."""

    id: str
    title: str
    starts_at: int


class TableTournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tournament `id` of a match, its `title`, and the name of its `round` ("": it has no rounds).

    `decision` is what a director made of the match, and `reason` what they gave for it. `podium` has the
    first places once the tournament is over. The other fields are for a reader who played the match, once it
    counts: `standing` is their place in words, `won` says that they have won the tournament, `prize` is what
    they have won there, and `next` another tournament. `next_at` is the moment (ms) at which the pause before
    their next match ends; 0: there is none, or the match is not paired yet.
    """

    id: str
    title: str
    round: str = ""
    decision: Decision = ""
    reason: str = ""
    podium: list[PodiumPlace] = []
    standing: str = ""
    won: bool = False
    prize: str = ""
    next: NextTournament | None = None
    next_at: int = 0
