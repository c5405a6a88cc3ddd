"""The request for a table: terms, players, and how long it waits for them."""

import msgspec

from zaria.live.matches.live_match import Places
from zaria.match.terms import Terms


class TableRequest(msgspec.Struct, frozen=True):
    """One table to be opened.

    `places` are the reserved seats: a player, a program, or None for anybody. Each sits down by a command of
    their own; a program does so after its opponent. After `wait` ms the table is cancelled if the match has
    not begun (None: it waits forever). `public` tables are listed in the lobby. `by` is the side whose player
    set the table (None: neither).
    """

    terms: Terms
    places: Places = (None, None)
    wait: int | None = None
    public: bool = False
    by: int | None = None
