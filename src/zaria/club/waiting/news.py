"""Sends members the number of tables that wait for them, when it changes and to new connections."""

import asyncio
import logging
from collections.abc import Collection

from zaria.club.waiting import counts
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.messages import WAITS, DayTableChanged, person_topic
from zaria.live.sockets.protocol.server import WaitsChanged

log = logging.getLogger(__name__)


class WaitNews:
    """Follows the tables by the day. One for each process: it serves the sockets that are connected here."""

    def __init__(self) -> None:
        """Send nothing yet."""
        self._live: Live | None = None
        self._players: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self, live: Live) -> None:
        """Begin to follow."""
        self._live = live
        live.bus.subscribe(WAITS, self._on_change)

    async def close(self) -> None:
        """Send nothing more."""
        if self._live is not None:
            self._live.bus.unsubscribe(WAITS, self._on_change)
        self._live = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def send(self, players: Collection[str]) -> None:
        """Send these players their present number, soon."""
        self._players |= dict.fromkeys(players)
        if self._live is not None and self._players and self._task is None:
            self._task = asyncio.create_task(self._work(self._live))

    def _on_change(self, message: DayTableChanged) -> None:
        players = [player for player in message.players if player is not None]
        for player in players:
            counts.forget(player)
        if self._live is not None:
            bus = self._live.bus
            self.send([player for player in players if bus.listeners(person_topic(player))])

    async def _work(self, live: Live) -> None:
        try:
            while self._players:
                player = next(iter(self._players))
                del self._players[player]
                number = await counts.read(live, player)
                live.bus.publish(person_topic(player), WaitsChanged(number))
        except StoreUnavailableError as error:  # a page that is opened later reads it anew
            log.warning("waiting tables: their numbers are not sent: %s", error)
            self._players.clear()
        finally:
            self._task = None
