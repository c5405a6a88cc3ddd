"""News of tournaments for open pages: each change is announced after its transaction.

Pages of the tournament get the number of its last event, and entrants their countdowns.
"""

import logging
from collections.abc import Callable, Collection

from django.db import Error

from zaria.club.site.announcer import PlayersAnnouncer
from zaria.club.site.clock import now_ms
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.page_parts import countdowns
from zaria.live.app import Live
from zaria.live.sockets.protocol.server import Timer, TimersChanged

log = logging.getLogger(__name__)


class TournamentAnnouncer(PlayersAnnouncer[str, int, Collection[str]]):
    """Sends the news of this process to the pages of tournaments and of their entrants."""

    def __init__(self) -> None:
        super().__init__("tournament-news")
        self._live: Live | None = None
        self._changed: Callable[[], None] = _nothing

    def follow(self, live: Live, changed: Callable[[], None]) -> None:
        """Begin to announce to the pages of `live`; `changed` is called after each change, too."""
        self._live, self._changed = live, changed
        self.start()

    async def last_event(self, tournament_id: str) -> int | None:
        """Return the number of the last event of a tournament; None if it cannot be read, or has none."""
        try:
            return await self._database.run(_last_event, tournament_id)
        except Error as error:
            log.warning("tournaments: waiting for the database: %s", error)
            return None

    def take(self, tournament_id: str, events: int, players: Collection[str]) -> None:
        """Send pages the number of the last event, and these players their countdowns."""
        if self._live is not None:
            self._live.lobby.sessions.tournament_changed(tournament_id, events - 1)
        self.enqueue(players)
        self._changed()

    def read(self, players: list[str]) -> dict[str, list[Timer]]:
        """The countdowns of each of these players."""
        timers = countdowns(players)
        return {player: [Timer(*countdown) for countdown in timers.get(player, [])] for player in players}

    def send(self, player: str, content: list[Timer]) -> None:
        """Send a player their countdowns, and those of the matches that they are called to."""
        assert self._live is not None
        calls = self._live.lobby.lists.tournament_tables(player)
        joins = [Timer(call.m, "", call.until, "join") for call in calls if call.until is not None]
        self._live.lobby.sessions.timer_changed(player, TimersChanged([*joins, *content], now_ms()))


def _last_event(tournament_id: str) -> int | None:
    events = Tournament.objects.filter(pk=tournament_id).values_list("events", flat=True).first()
    return None if events is None else events - 1


def _nothing() -> None:
    """Ignore a change: nobody waits for it."""
