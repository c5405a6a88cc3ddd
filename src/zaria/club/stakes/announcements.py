"""The members with balances that the projector changed, until their pages are sent the new ones."""

from collections.abc import Iterable
from threading import Lock

from django.db import transaction

from zaria.club.site.database_thread import DatabaseThread
from zaria.club.stakes.escrow import Announce, credits_of

_players: dict[str, None] = {}
_lock = Lock()


def add(players: Iterable[str]) -> None:
    """Announce the balances of these players after the present transaction."""
    found = dict.fromkeys(players)

    def remember() -> None:
        with _lock:
            _players.update(found)

    if found:
        transaction.on_commit(remember)


class BalanceAnnouncements:
    """A follower of the projector; `announce` is called on the event loop."""

    def __init__(self, announce: Announce) -> None:
        self._announce = announce

    async def send(self, database: DatabaseThread) -> None:
        """Send each balance that has changed since the last round."""
        with _lock:
            players = list(_players)
            _players.clear()
        for player in players:
            self._announce(player, await database.run(credits_of, player))
