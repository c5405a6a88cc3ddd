"""Sends a new connection of a member the unread counts, the balance and the number of waiting tables.

A page shows what was so when it was rendered or when its connection was lost. What has changed since then was
sent to the connections of that time, so a new one is sent the present values.
"""

from collections.abc import Callable, Collection

from zaria.club.notifications.announcements import Send, counts
from zaria.club.site.database.database_thread import DatabaseThread

Announce = Callable[[Collection[str]], None]


class NewConnections:
    """Takes the reports of members with a new socket. One for each process."""

    def __init__(self, send_unread: Send, announce_balances: Announce, announce_waits: Announce) -> None:
        """`announce_balances` has the balances of players sent to their pages, `announce_waits` the number
        of the tables that wait for them.
        """
        self._send_unread = send_unread
        self._announce_balances = announce_balances
        self._announce_waits = announce_waits
        self._database = DatabaseThread("new-connections")

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def report(self, players: Collection[str]) -> None:
        """Send these players their unread counts, balances and numbers of waiting tables."""
        self._announce_balances(players)
        self._announce_waits(players)
        for player, message in await self._database.run(counts, players):
            self._send_unread(player, message)
