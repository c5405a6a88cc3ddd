"""The lobby of one process: its lists, its sessions, and the pairing if it is done here."""

import secrets
from collections.abc import Callable
from contextlib import suppress

from zaria.live.bus import ALONE, Bus
from zaria.live.clock import Now
from zaria.live.journal.base import Journal
from zaria.live.lobby.abandoned_tables import AbandonedTables
from zaria.live.lobby.calls import Calls
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.matcher import Matcher
from zaria.live.lobby.meetings import Meetings, RecentMeetings
from zaria.live.lobby.open_tables import OpenTables
from zaria.live.lobby.search_stakes import SearchStakes
from zaria.live.lobby.sessions import LobbySessions
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.lobby.tournament_readers import LastEvent
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.pairing_policy import PairingPolicy
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
        key: bytes | None = None,
        process: str = ALONE,
        pairs: Callable[[], bool] = lambda: True,
        times: LobbyTimeouts | None = None,
        last_tournament_event: LastEvent | None = None,
        pairing_policy: PairingPolicy | None = None,
        recent_meetings: RecentMeetings | None = None,
        search_stakes: SearchStakes | None = None,
    ) -> None:
        """`key` makes the handles of users and is the same in all processes; without one it is random.

        `process` is this one's name where there are several. `pairs` says whether it is the one that pairs
        seekers, and removes tables whose owner has disconnected. `last_tournament_event` answers the readers
        of a tournament. `pairing_policy` is asked about each pair of seekers. `recent_meetings` loads the
        matches before this process started. `search_stakes` is asked about the stakes of searches.
        """
        times = times or LobbyTimeouts()
        self.lists = LobbyLists(journal, bus, now)
        self.sessions = LobbySessions(
            self.lists,
            bus,
            match_service,
            now,
            translate,
            key or secrets.token_bytes(32),
            process,
            times,
            last_tournament_event,
            search_stakes,
        )
        users = self.sessions.online.users
        self._meetings = Meetings(now)
        self._recent_meetings = recent_meetings
        open_tables = OpenTables(self.lists, users, now, self._meetings.too_often)
        self.matcher = Matcher(bus, match_service, now, pairs, pairing_policy, self._meetings, open_tables)
        self.calls = Calls(self.lists, users, now, pairs, times)
        self.sessions.on_decline = self.calls.on_answer
        self._abandoned_tables = AbandonedTables(self.lists, users, match_service, now, pairs, times)

    async def start(self) -> None:
        """Load the lists, and listen. Raises what the journal raises."""
        if self._recent_meetings is not None:
            await self._meetings.load(self._recent_meetings)
        self.lists.listeners.append(self._meetings.on_change)
        await self.lists.start()
        self.sessions.start()
        self.calls.start()
        self.matcher.start()
        self._abandoned_tables.start()

    def close(self) -> None:
        """Stop listening. The sockets may be closed after that."""
        self.matcher.close()
        self._abandoned_tables.close()
        self.calls.close()
        self.sessions.close()
        self.lists.close()
        with suppress(ValueError):  # the lobby has not started
            self.lists.listeners.remove(self._meetings.on_change)
