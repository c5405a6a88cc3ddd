"""The site's decision who may play each other: by a search, at an open table, or in a rematch.

Live play does not know that a member blocks another. Without a site any two may play.
"""

from typing import Protocol

from zaria.match.events import Player


class PairingPolicy(Protocol):
    """The site's decisions, on the event loop's thread; may raise `StoreUnavailableError`."""

    async def may_pair(self, player: Player, opponent: Player) -> bool:
        """Return whether these two may play each other outside of tournaments."""


class EverybodyPlays:
    """The policy without a site."""

    async def may_pair(self, player: Player, opponent: Player) -> bool:
        """Return True: any two may play."""
        return True
