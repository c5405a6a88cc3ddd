"""The sockets that read lists of the lobby, and their own matches; changes reach them in groups."""

import asyncio
from collections.abc import Callable, Mapping
from heapq import nsmallest
from operator import attrgetter

from zaria.live.clock import Now
from zaria.live.fanout import Fanout
from zaria.live.lobby.groups import Group
from zaria.live.lobby.lists import LobbyLists
from zaria.live.lobby.player_sockets import PlayerSockets
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.client import WatchLobby
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import OwnMatches

SOON_S = 0.02
TICK_S = 0.1
"""Delay before changes are sent, and the interval while some have to wait."""

SLICE = 200
"""Sockets that are sent to in one turn of the event loop."""

AT_ONCE = 200
"""Pages that are compared at once: those first whose readers have waited longest."""

_waits = attrgetter("sent_at")


class ListReaders:
    """See the module. `players` are those at this process; `group` makes the readers' group of a list."""

    def __init__(
        self,
        players: Mapping[str, PlayerSockets],
        lists: LobbyLists,
        group: Callable[[WatchLobby], Group],
        now: Now,
    ) -> None:
        self._players, self._lists, self._group, self._now = players, lists, group, now
        self._groups: dict[WatchLobby, Group] = {}
        self._reads: dict[Connection, WatchLobby] = {}
        self._fanout = Fanout(SLICE)
        self._stale: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Stop sending."""
        if self._timer is not None:
            self._timer.cancel()

    def watch(self, socket: Connection, query: WatchLobby) -> None:
        """Send a list, and its changes, in place of the one that the socket reads."""
        self.leave(socket)
        self._watch_own_matches(socket)
        if not query.what:
            return
        if query.what == "people":
            query = WatchLobby("people", query.page)
        group = self._groups.get(query)
        if group is None:
            group = self._groups[query] = self._group(query)
        self._reads[socket] = query
        group.add(socket)

    def leave(self, socket: Connection) -> None:
        """Stop sending the list that the socket reads."""
        query = self._reads.pop(socket, None)
        if query is not None:
            group = self._groups[query]
            group.readers.pop(socket, None)
            if not group.readers:
                del self._groups[query]

    def own_matches_changed(self, player: str) -> None:
        """Send a player's matches to their pages with the next changes."""
        if player in self._players:
            self._stale[player] = None

    def send_soon(self) -> None:
        """Send changes after a short delay, which collects them."""
        if self._timer is None and (self._groups or self._stale):
            self._timer = asyncio.get_running_loop().call_later(SOON_S, self._send)

    def _watch_own_matches(self, socket: Connection) -> None:
        """A page that watches the lobby also shows its reader's own matches."""
        user = socket.user
        player = self._players.get(user.id) if user else None
        if user and player and socket not in player.readers:
            player.readers[socket] = None
            socket.send(self._own_matches(user.id))

    def _own_matches(self, player: str) -> bytes:
        return encode(OwnMatches(self._lists.own_matches(player)))

    def _send(self) -> None:
        """Send the changes to the readers."""
        self._timer = None
        for name in self._stale:
            player = self._players.get(name)
            if player is not None and player.readers:
                message = self._own_matches(name)
                for socket in player.readers:
                    socket.send(message)
        self._stale.clear()
        late, now = [group for group in self._groups.values() if group.late], self._now()
        due = [group for group in late if group.next_send_at is not None and group.next_send_at <= now]
        for group in nsmallest(AT_ONCE, due, key=_waits):
            news = group.news()
            if news is not None:
                group.send(news, self._fanout)
        if any(group.late for group in late):
            self._timer = asyncio.get_running_loop().call_later(TICK_S, self._send)
