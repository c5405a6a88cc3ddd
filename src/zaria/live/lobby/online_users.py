"""The users who are online: everybody with a socket, at any process.

A process announces who came and went, and regularly that it lives; each change has a number, and a process
that has missed one asks for all. A silent process is forgotten, and its users with it.
"""

import asyncio
import hashlib
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable

from zaria.live.bus import ALONE, Bus
from zaria.live.clock import Now
from zaria.live.lobby.messages import PEOPLE, OnlineUser, People, PeopleRequest
from zaria.live.lobby.timeouts import LobbyTimeouts


class Handles:
    """Public names of players: keyed hashes of their ids, from which the id cannot be recovered."""

    def __init__(self, key: bytes) -> None:
        """All processes need the same `key`."""
        self._key = hashlib.blake2b(key, digest_size=32).digest()

    def of(self, player: str) -> str:
        """The handle of a player: 16 letters and digits."""
        return hashlib.blake2b(player.encode(), digest_size=8, key=self._key).hexdigest()


class OnlineUsers:
    """The users of all processes as one sorted list, without hidden ones. Pure."""

    def __init__(self, handles: Handles) -> None:
        """Start empty; `rated` counts changes of ratings."""
        self.version = 0
        self.rated = 0
        self._handles = handles
        self._at: dict[str, dict[str, OnlineUser]] = {}
        self._places: dict[str, int] = {}
        self._users: dict[str, OnlineUser] = {}
        self._order: list[tuple[str, str]] = []

    def __len__(self) -> int:
        return len(self._order)

    def handle(self, player: str) -> str:
        """The handle of a player, online or not."""
        return self._handles.of(player)

    def find(self, handle: str) -> OnlineUser | None:
        """The user with this handle, if online."""
        return self._users.get(handle)

    def ratings(self, player: str) -> dict[str, int]:
        """A player's known ratings by game, if online."""
        visitor = self._users.get(self._handles.of(player))
        return {} if visitor is None or visitor.hidden else visitor.ratings

    def part(self, start: int, size: int) -> list[tuple[str, OnlineUser]]:
        """A part of the list by name, each with their handle."""
        return [(handle, self._users[handle]) for _, handle in self._order[start : start + size]]

    def at(self, process: str) -> list[OnlineUser]:
        """The users at a process."""
        return list(self._at.get(process, {}).values())

    def add(self, process: str, visitors: Iterable[OnlineUser]) -> None:
        """Add users at `process`."""
        there = self._at.setdefault(process, {})
        for visitor in visitors:
            if there.get(visitor.id) == visitor:
                continue
            self.remove(process, [visitor.id])
            there[visitor.id] = visitor
            self._enter(visitor)

    def remove(self, process: str, ids: Iterable[str]) -> None:
        """Remove users from `process`."""
        there = self._at.get(process, {})
        for player in ids:
            visitor = there.pop(player, None)
            if visitor is not None:
                self._leave(visitor)

    def forget(self, process: str) -> None:
        """Remove all users of `process`."""
        self.remove(process, list(self._at.get(process, ())))
        self._at.pop(process, None)

    def _enter(self, visitor: OnlineUser) -> None:
        handle = self._handles.of(visitor.id)
        self._places[handle] = self._places.get(handle, 0) + 1
        self._show(handle, visitor)

    def _leave(self, visitor: OnlineUser) -> None:
        handle = self._handles.of(visitor.id)
        self._places[handle] -= 1
        if not self._places[handle]:
            del self._places[handle]
            self._show(handle, None)

    def _show(self, handle: str, visitor: OnlineUser | None) -> None:
        """List or remove a user; of entries from two processes the later one gives the name."""
        self.version += 1
        before = self._users.pop(handle, None)
        self.rated += (before.ratings if before else {}) != (visitor.ratings if visitor else {})
        if before is not None and not before.hidden:
            del self._order[bisect_left(self._order, (before.name.casefold(), handle))]
        if visitor is not None:
            self._users[handle] = visitor
        if visitor is not None and not visitor.hidden:
            insort(self._order, (visitor.name.casefold(), handle))


class PresenceSync:
    """Synchronizes the list of users with the other processes."""

    def __init__(
        self,
        bus: Bus,
        now: Now,
        handles: Handles,
        process: str,
        changed: Callable[[], None],
        times: LobbyTimeouts,
    ) -> None:
        """`process` is this one's name, `changed` is called after each change of the list."""
        self.users = OnlineUsers(handles)
        self._bus = bus
        self._now = now
        self._process = process
        self._changed = changed
        self._times = times
        self._n = 0
        self._arrived: dict[str, OnlineUser] = {}
        self._departed: dict[str, None] = {}
        self._latest: dict[str, tuple[int, int]] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._publishing: asyncio.TimerHandle | None = None
        self._beating: asyncio.TimerHandle | None = None
        self._closed = False

    def start(self) -> None:
        """Listen to the others and ask for their users."""
        if self._process == ALONE:
            return
        self._bus.subscribe(PEOPLE, self.receive)
        self._bus.publish(PEOPLE, PeopleRequest(""))
        self._beat()

    def close(self) -> None:
        """Stop listening and announcing."""
        self._closed = True
        self._bus.unsubscribe(PEOPLE, self.receive)
        for timer in (*self._leaving.values(), self._publishing, self._beating):
            if timer is not None:
                timer.cancel()

    def on_connect(self, visitor: OnlineUser) -> None:
        """A user has their first socket here."""
        timer = self._leaving.pop(visitor.id, None)
        if timer is not None:
            timer.cancel()
        version = self.users.version
        self.users.add(self._process, [visitor])
        if self.users.version != version:
            self._departed.pop(visitor.id, None)
            self._arrived[visitor.id] = visitor
            self._publish_soon()

    def on_disconnect(self, player: str) -> None:
        """A user's last socket here has closed; they stay a little longer."""
        if not self._closed:
            seconds = self._times.linger / 1000
            self._leaving[player] = asyncio.get_running_loop().call_later(seconds, self._on_departure, player)

    def receive(self, message: People | PeopleRequest) -> None:
        """Process the users of another process, or its request for ours."""
        if isinstance(message, PeopleRequest):
            if message.process in ("", self._process):
                self._publish_all()
        elif message.process != self._process:
            self._take(message)

    def _on_departure(self, player: str) -> None:
        self._leaving.pop(player, None)
        self.users.remove(self._process, [player])
        self._arrived.pop(player, None)
        self._departed[player] = None
        self._publish_soon()

    def _publish_soon(self) -> None:
        self._changed()
        if self._closed or self._process == ALONE:
            self._arrived.clear()
            self._departed.clear()
        elif self._publishing is None:
            seconds = self._times.gather / 1000
            self._publishing = asyncio.get_running_loop().call_later(seconds, self._publish_changes)

    def _publish_changes(self) -> None:
        self._publishing = None
        self._n += 1
        came, gone = list(self._arrived.values()), list(self._departed)
        self._arrived, self._departed = {}, {}
        self._bus.publish(PEOPLE, People(self._process, self._n, came, gone))

    def _publish_all(self) -> None:
        self._bus.publish(PEOPLE, People(self._process, self._n, self.users.at(self._process), [], True))

    def _take(self, message: People) -> None:
        last_number, _ = self._latest.get(message.process, (-1, 0))
        change = bool(message.came or message.gone)
        follows = message.n == last_number + change
        if message.whole:
            self.users.remove(message.process, self._not_in(message))
        elif not follows:
            self._latest.setdefault(message.process, (-1, self._now()))
            self._bus.publish(PEOPLE, PeopleRequest(message.process))
            return
        self._latest[message.process] = message.n, self._now()
        self.users.add(message.process, message.came)
        self.users.remove(message.process, message.gone)
        if change or message.whole:
            self._changed()

    def _not_in(self, message: People) -> list[str]:
        there = {visitor.id for visitor in message.came}
        return [visitor.id for visitor in self.users.at(message.process) if visitor.id not in there]

    def _beat(self) -> None:
        self._beating = asyncio.get_running_loop().call_later(self._times.beat / 1000, self._beat)
        self._bus.publish(PEOPLE, People(self._process, self._n))
        silent = [name for name, (_, at) in self._latest.items() if self._now() - at > self._times.silent]
        for name in silent:
            del self._latest[name]
            self.users.forget(name)
        if silent:
            self._changed()
