"""Removes public tables whose owner has disconnected. Runs in one process.

The owner could not be notified that somebody came. A table behind a link, or for an invited player, stays
until its time: its owner may close the page and come back. So does a table by the day, which begins without
its owner: it is removed when it has waited for `BY_DAY_MS`.
"""

import asyncio
from collections.abc import Callable

from zaria.live.clock import Now
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.match_service import MatchService
from zaria.match import commands as cmd
from zaria.match.terms import DAY_MS

BY_DAY_MS = 14 * DAY_MS
"""Time for which a public table by the day waits for somebody."""


class AbandonedTables:
    """Checks the open public tables of all processes while `owns` says that it is this process's turn."""

    def __init__(
        self,
        lists: LobbyLists,
        users: OnlineUsers,
        match_service: MatchService,
        now: Now,
        owns: Callable[[], bool],
        times: LobbyTimeouts,
    ) -> None:
        """`users`: the online users of all processes."""
        self._lists = lists
        self._users = users
        self._match_service = match_service
        self._now = now
        self._owns = owns
        self._times = times
        self._since: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start checking."""
        seconds = self._times.table_check / 1000
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def close(self) -> None:
        """Stop checking."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        self.start()
        now, before, self._since = self._now(), self._since, {}
        for entry, owner in self._lists.offered() if self._owns() else ():
            if entry.waits_by_day:
                since, most = entry.since, BY_DAY_MS
            elif self._users.find(self._users.handle(owner)) is None:
                since, most = self._since.setdefault(entry.id, before.get(entry.id, now)), self._times.absent
            else:
                continue
            if now - since >= most:
                self._match_service.command(entry.id, owner, "deserted", cmd.Cancel(), now, _ignored)


def _ignored(seq: int, code: str | None) -> None:
    """Ignore the result: if somebody has just come, the next check sees it."""
