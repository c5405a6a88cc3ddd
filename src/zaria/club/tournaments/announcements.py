"""News of tournaments for open pages: each change is announced after its transaction.

Pages of the tournament get the number of its last event, and entrants their countdowns. A process without an
announcer, for instance a command of the operator, sends nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from itertools import islice

from django.db import Error, transaction

from zaria.club.site.clock import now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.tournaments.middleware import countdowns
from zaria.club.tournaments.models import Tournament
from zaria.live.app import Live
from zaria.live.sockets.protocol.server import Timer, TimersChanged

log = logging.getLogger(__name__)

AT_ONCE = 500
"""Players in one query of countdowns."""
PAUSE_S = 1.0
"""Seconds before another try while the database is away."""

_announcers: set["TournamentAnnouncements"] = set()


def add(tournament_id: str, events: int, players: Collection[str] = ()) -> None:
    """Announce a change after the commit of the current transaction.

    `events` is the number of events now; `players` are those whose countdowns have changed.
    """
    for announcer in tuple(_announcers):
        transaction.on_commit(partial(announcer.add, tournament_id, events, players))


class TournamentAnnouncements:
    """Sends the news of this process. Belongs to the event loop on which it is started."""

    def __init__(self) -> None:
        self._database = DatabaseThread("tournament-news")
        self._players: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._live: Live | None = None
        self._changed: Callable[[], None] = _nothing

    def start(self, live: Live, changed: Callable[[], None]) -> None:
        """Begin to announce; `changed` is called after each change, too."""
        self._live, self._changed = live, changed
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._work())
        _announcers.add(self)

    async def close(self) -> None:
        """End after the query in progress."""
        _announcers.discard(self)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    async def last_event(self, tournament_id: str) -> int | None:
        """Return the number of the last event of a tournament; None if it cannot be read, or has none."""
        try:
            return await self._database.run(_last_event, tournament_id)
        except Error as error:
            log.warning("tournaments: waiting for the database: %s", error)
            return None

    def add(self, tournament_id: str, events: int, players: Collection[str]) -> None:
        """Announce a change; called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._announce, tournament_id, events, players)

    def _announce(self, tournament_id: str, events: int, players: Collection[str]) -> None:
        if self._live is not None:
            self._live.lobby.sessions.tournament_changed(tournament_id, events - 1)
        self._players |= dict.fromkeys(players)
        self._wake.set()
        self._changed()

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while players := list(islice(self._players, AT_ONCE)):
                for player in players:
                    del self._players[player]
                try:
                    waits = await self._database.run(countdowns, players)
                except Error as error:
                    log.warning("tournaments: waiting for the database: %s", error)
                    self._players |= dict.fromkeys(players)
                    await asyncio.sleep(PAUSE_S)
                    continue
                for player in players:
                    self._send(player, [Timer(*countdown) for countdown in waits.get(player, [])])

    def _send(self, player: str, timers: list[Timer]) -> None:
        assert self._live is not None
        calls = self._live.lobby.lists.tournament_tables(player)
        joins = [Timer(call.m, "", call.until, "join") for call in calls if call.until is not None]
        self._live.lobby.sessions.timer_changed(player, TimersChanged([*joins, *timers], now_ms()))


def _last_event(tournament_id: str) -> int | None:
    events = Tournament.objects.filter(pk=tournament_id).values_list("events", flat=True).first()
    return None if events is None else events - 1


def _nothing() -> None:
    """Ignore a change: nobody waits for it."""
