"""The site's decision which stakes a search may name, before anything is held."""

from typing import Protocol

from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms


class SearchStakes(Protocol):
    """The site's stakes for searches, on the event loop's thread."""

    async def agree(self, terms: Terms, stake: int, most: int | None, player: Player) -> Stakes:
        """Return the stakes of a match on these terms, as `player` wishes them.

        Raises `CommandRefusedError` if they could not be held now, and `StoreUnavailableError`.
        """


class NoSearchStakes:
    """The decision without a site: nobody plays for stakes."""

    async def agree(self, terms: Terms, stake: int, most: int | None, player: Player) -> Stakes:
        """Refuse."""
        raise CommandRefusedError("stakes_off")
