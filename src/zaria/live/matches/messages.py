"""A host's messages about its matches to the lobby, and the topic of one person."""

import msgspec

from zaria.live.journal.base import Listing

LOBBY = "hall"
"""The topic of the bus that carries `ListingChanged`."""


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
