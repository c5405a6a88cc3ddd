"""A table as it is ordered: what is played, by whom, and how long it waits for them."""

import msgspec

from zaria.live.matches.live_match import Places
from zaria.match.terms import Terms


class TableRequest(msgspec.Struct, frozen=True):
    """One table to be opened.

    `places` says for whom each side is kept: a player, a program, or None for whoever comes first. Each
    takes his seat himself; a program does so after its opponent. After `wait` ms the table is cleared if
    the match has not begun (None: it waits for ever). `public` tables are listed in the lobby. `by` is the
    side whose player ordered it (None: nobody in particular).
    """

    terms: Terms
    places: Places = (None, None)
    wait: int | None = None
    public: bool = False
    by: int | None = None
