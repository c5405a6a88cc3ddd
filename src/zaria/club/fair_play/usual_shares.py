"""Computes the usual shares of decisions like an engine's, apart from the transactions of results."""

import time

from zaria.club.fair_play.actions import store_usual_shares
from zaria.club.site.database.database_thread import DatabaseThread

EVERY_S = 3600.0
"""Seconds between two computations, for which the numbers of all members are read."""


class UsualShareUpdates:
    """A follower of the projector."""

    def __init__(self) -> None:
        self._next = 0.0

    async def follow(self, database: DatabaseThread) -> None:
        """Compute them once an hour."""
        now = time.monotonic()
        if now >= self._next:
            await database.run(store_usual_shares)
            self._next = now + EVERY_S
