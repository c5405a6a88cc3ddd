"""A host's messages about its matches to the lobby and the site, and the topic of one person."""

import msgspec

from zaria.live.journal.base import Listing

LOBBY = "hall"
"""The topic of the bus that carries `ListingChanged`."""

WAITS = "waits"
"""The topic of the bus that carries `DayTableChanged`."""


def person_topic(player_id: str) -> str:
    """The topic of messages for one player."""
    return f"u:{player_id}"


class ListingChanged(msgspec.Struct, frozen=True, tag_field="t", tag="listed"):
    """The new listing of match `id`, unless a newer one is known (`Card.n` in the body)."""

    id: str
    shown: int
    body: bytes
    players: tuple[str | None, str | None]

    @classmethod
    def of(cls, match_id: str, listing: Listing) -> "ListingChanged":
        """The message for a listing that was just stored."""
        return cls(match_id, *listing)

    @property
    def listing(self) -> Listing:
        """The listing as stored."""
        return Listing(self.shown, self.body, self.players)


class DayTableChanged(msgspec.Struct, frozen=True, tag_field="t", tag="day_table"):
    """Match `id` by the day waits for another side since `since` (ms), or is over (`side` None).

    `players` are the ids of both. `present`: the player on `side` is at the table.
    """

    id: str
    players: tuple[str | None, str | None]
    side: int | None
    since: int
    present: bool
