"""The lobby of one process: its lists, its sessions, and the pairing if it is done here."""

from contextlib import suppress

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import Journal
from zaria.live.lobby.abandoned_tables import AbandonedTables
from zaria.live.lobby.hooks import LobbyHooks, LobbyProcess
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.matcher import Matcher
from zaria.live.lobby.meetings import Meetings
from zaria.live.lobby.open_tables import OpenTables
from zaria.live.lobby.sessions import LobbySessions
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.match_service import MatchService
from zaria.live.sockets.connection import Translate


class Lobby:
    """The lobby for the site and the endpoint: `lists` of matches, `sessions` of users, `calls` to tables."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        match_service: MatchService,
        now: Now,
        translate: Translate,
        *,
        process: LobbyProcess,
        times: LobbyTimeouts,
        hooks: LobbyHooks,
    ) -> None:
        """Start with empty lists."""
        pairs = process.pairs
        self.lists = LobbyLists(journal, bus, now)
        self.sessions = LobbySessions(
            self.lists,
            bus,
            match_service,
            now,
            translate,
            process,
            times,
            hooks,
        )
        self.calls = self.sessions.calls
        users = self.sessions.online.users
        self._meetings = Meetings(now)
        self._recent_meetings = hooks.recent_meetings
        open_tables = OpenTables(self.lists, users, now, self._meetings.too_often)
        self.matcher = Matcher(bus, match_service, now, pairs, hooks, self._meetings, open_tables)
        self._abandoned_tables = AbandonedTables(self.lists, users, match_service, now, pairs, times)

    async def start(self) -> None:
        """Load the lists, and listen. Raises what the journal raises."""
        if self._recent_meetings is not None:
            await self._meetings.load(self._recent_meetings)
        self.lists.listeners.append(self._meetings.on_change)
        await self.lists.start()
        self.sessions.start()
        self.matcher.start()
        self._abandoned_tables.start()

    def close(self) -> None:
        """Stop listening. The sockets may be closed after that."""
        self.matcher.close()
        self._abandoned_tables.close()
        self.sessions.close()
        self.lists.close()
        with suppress(ValueError):  # the lobby has not started
            self.lists.listeners.remove(self._meetings.on_change)
