"""Reports to the site which invitations stand, so that it can notify members who do not see them.

It reports all of them, soon after a change and at regular intervals, in the process that pairs seekers:
one that fails is made good by the next. An answer is reported by the process that knows it.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from zaria.live.clock import Now
from zaria.live.lobby.index import ListedMatch
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.match.player_info import PlayerInfo

log = logging.getLogger(__name__)


class Call(NamedTuple):
    """An invitation by `host` of the member with the id `guest` to table `match_id`, until a time (ms).

    `unseen`: the guest is not online, or has not answered for a while.
    """

    match_id: str
    guest: str
    host: PlayerInfo
    game: str
    until: int | None
    since: int
    unseen: bool = False


class Answer(NamedTuple):
    """The guest (id) has answered the invitation to table `match_id`."""

    match_id: str
    guest: str


class CallNotices(Protocol):
    """The site's notices of invitations. Each call may be repeated, and may raise anything."""

    async def keep_calls(self, calls: Sequence[Call]) -> None:
        """Notify the guests of unseen invitations; all others have ended."""

    async def on_answers(self, answers: Collection[Answer]) -> None:
        """Delete the notices of these invitations: the guests have sat down or declined."""


class Calls:
    """Belongs to the event loop. Without `notices` nothing is reported."""

    def __init__(
        self,
        lists: LobbyLists,
        users: OnlineUsers,
        now: Now,
        owns: Callable[[], bool],
        times: LobbyTimeouts,
        notices: CallNotices | None,
    ) -> None:
        """`owns` says whether it is this process that reports what stands."""
        self._notices = notices
        self._lists = lists
        self._users = users
        self._now = now
        self._owns = owns
        self._times = times
        self._standing: dict[str, Call] = {}
        self._answered: dict[Answer, None] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to report; the lists are loaded."""
        self._lists.listeners.append(self._on_change)
        for match_id in self._lists.index.ids():
            self._on_change(None, self._lists.index.get(match_id))
        self._changed.clear()  # those who are online have not come back yet
        self._task = asyncio.create_task(self._work())

    def close(self) -> None:
        """Stop reporting."""
        with suppress(ValueError):  # it has not started
            self._lists.listeners.remove(self._on_change)
        if self._task is not None:
            self._task.cancel()

    def on_answer(self, match_id: str, guest: str) -> None:
        """A guest (id) has sat down, or declines at this process."""
        if self._notices is not None:
            self._answered[Answer(match_id, guest)] = None
            self._changed.set()

    def _on_change(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        entry, call = now or before, None if now is None else _call(now)
        assert entry is not None
        if call is not None:
            self._standing[entry.id] = call
            self._changed.set()
        elif (ended := self._standing.pop(entry.id, None)) is not None:
            if now is not None and self._owns():
                self.on_answer(entry.id, ended.guest)
            self._changed.set()

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._times.calls_check / 1000):
                    await self._changed.wait()
            await asyncio.sleep(self._times.gather / 1000)
            self._changed.clear()
            if self._notices is not None:
                answered, self._answered = self._answered, {}
                try:
                    await self._report(self._notices, answered)
                except Exception as error:  # play does not depend on it
                    log.warning("lobby: cannot report invitations: %r", error)

    async def _report(self, notices: CallNotices, answered: Collection[Answer]) -> None:
        if answered:
            await notices.on_answers(answered)
        if self._owns():
            early = self._now() - self._times.call_unseen
            calls = [
                call._replace(unseen=call.since <= early or not self._is_online(call.guest))
                for call in self._standing.values()
            ]
            await notices.keep_calls(calls)

    def _is_online(self, player: str) -> bool:
        return self._users.find(self._users.handle(player)) is not None


def _call(entry: ListedMatch) -> Call | None:
    """The invitation of a member to a table, if it has one."""
    if entry.guest is None or entry.by is None:
        return None
    card = entry.card()
    host, guest = card.players[entry.by], card.players[1 - entry.by]
    if host is None or guest is None or not guest.member or card.seated[1 - entry.by]:
        return None
    return Call(entry.id, entry.guest, host, card.game, card.until, card.since)
