"""Live play for the parts of the server that it needs itself: they are created first, and call it later."""

import asyncio

from zaria.live.app import Live
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.sockets.protocol.server import CreditsChanged, UnreadChanged
from zaria.match.match import Match


class LiveLink:
    """Passes calls to live play from the moment it has started. Create it on the event loop."""

    def __init__(self) -> None:
        """Wait for live play."""
        self._live: asyncio.Future[Live] = asyncio.get_running_loop().create_future()

    def connect(self, live: Live) -> None:
        """Pass all calls to `live` from now on."""
        self._live.set_result(live)

    async def match(self, match_id: str) -> Match | None:
        """The present state of a match; waits until live play has started. None: no such match."""
        live = await asyncio.shield(self._live)
        return await live.match(match_id)

    async def tables_by_day(self, player: str) -> list[str]:
        """The running matches by the day of a player (id), and the tables that they have set for others.

        Waits until live play has started.
        """
        live = await asyncio.shield(self._live)
        running = [table.id for table in await live.waiting_tables(player)]
        own_cards = live.lobby.lists.own_matches(player)
        return running + [card.id for card in own_cards if card.state == "open" and card.speed == "days"]

    def online_users(self) -> OnlineUsers:
        """The users online at all processes."""
        return self._live.result().lobby.sessions.online.users

    def send_unread(self, player: str, counts: UnreadChanged) -> None:
        """Send a player's unread counts to all their pages."""
        conversations = self._live.result().conversations
        if conversations is not None:
            conversations.unread(player, counts)

    def send_credits(self, player: str, message: CreditsChanged) -> None:
        """Send a player's new balance to all their pages."""
        self._live.result().lobby.sessions.credits_changed(player, message)
