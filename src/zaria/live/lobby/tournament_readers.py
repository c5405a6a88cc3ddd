"""The sockets on pages of tournaments: each is sent the number of the last event of the one that it shows.

A page fetches what is new itself. Of many events in a row its readers are sent the last number alone, so that
a round of a thousand results does not fill their lines.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from zaria.live.bus import Bus
from zaria.live.fanout import Fanout
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.client import WatchTournament
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import TournamentChanged

log = logging.getLogger(__name__)

LastEvent = Callable[[str], Awaitable[int | None]]
"""The number of the last event of a tournament; None if there is no such tournament."""

Refuse = Callable[[Connection, str], None]


def tournament_topic(tournament: str) -> str:
    """The topic of the bus about one tournament."""
    return f"tournament:{tournament}"


class _Tournament:
    """One tournament, its readers at this process, and the last number known and sent."""

    __slots__ = ("asking", "listener", "n", "readers", "sent", "sent_at", "timer")

    def __init__(self) -> None:
        self.readers: dict[Connection, None] = {}
        self.listener: Callable[[TournamentChanged], None]
        self.n = -1
        self.sent = -1
        self.sent_at = float("-inf")
        self.asking: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None


class TournamentReaders:
    """See the module. A socket reads one tournament at a time."""

    def __init__(self, bus: Bus, last_event: LastEvent | None, refuse: Refuse, times: LobbyTimeouts) -> None:
        """`last_event` answers new readers; without it they are sent changes alone."""
        self._bus = bus
        self._last_event = last_event
        self._refuse = refuse
        self._gather_s = times.tournament / 1000
        self._repeat_s = times.tournament_check / 1000
        self._tournaments: dict[str, _Tournament] = {}
        self._reads: dict[Connection, str] = {}
        self._fanout = Fanout()
        self._checking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """The number of tournaments with a reader."""
        return len(self._tournaments)

    def close(self) -> None:
        """Send nothing more."""
        for tournament_id in tuple(self._tournaments):
            self._drop(tournament_id)
        self._reads.clear()
        if self._checking is not None:
            self._checking.cancel()

    def changed(self, tournament_id: str, n: int) -> None:
        """Announce to all processes that event `n` of a tournament is stored."""
        self._bus.publish(tournament_topic(tournament_id), TournamentChanged(tournament_id, n))

    def last_event(self, tournament_id: str) -> int | None:
        """The number of the last event that is known here; None if nobody reads the tournament."""
        tournament = self._tournaments.get(tournament_id)
        return None if tournament is None or tournament.n < 0 else tournament.n

    def watch(self, socket: Connection, message: WatchTournament) -> None:
        """Send the number of a tournament's last event, and later ones; it replaces what the socket read."""
        self.leave(socket)
        if not message.id:
            return
        tournament = self._tournaments.get(message.id) or self._begin(message.id)
        tournament.readers[socket] = None
        self._reads[socket] = message.id
        if tournament.sent >= 0:
            socket.send(encode(TournamentChanged(message.id, tournament.sent)))

    def leave(self, socket: Connection) -> None:
        """Stop sending to a socket."""
        tournament_id = self._reads.pop(socket, None)
        tournament = self._tournaments.get(tournament_id or "")
        if tournament_id is not None and tournament is not None:
            tournament.readers.pop(socket, None)
            if not tournament.readers:
                self._drop(tournament_id)

    def _begin(self, tournament_id: str) -> _Tournament:
        tournament = self._tournaments[tournament_id] = _Tournament()
        tournament.listener = partial(self._receive, tournament)
        self._bus.subscribe(tournament_topic(tournament_id), tournament.listener)
        self._ask(tournament_id, tournament)
        if self._checking is None:
            self._check_later()
        return tournament

    def _drop(self, tournament_id: str) -> None:
        tournament = self._tournaments.pop(tournament_id)
        self._bus.unsubscribe(tournament_topic(tournament_id), tournament.listener)
        if tournament.timer is not None:
            tournament.timer.cancel()
        if tournament.asking is not None:
            tournament.asking.cancel()

    def _receive(self, tournament: _Tournament, message: TournamentChanged) -> None:
        """Note an event; send it at once, or when the least time since the last message has passed."""
        if message.n <= tournament.n:
            return
        tournament.n = message.n
        if tournament.timer is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), tournament.sent_at + self._gather_s)
            tournament.timer = loop.call_at(at, self._send, message.id, tournament)

    def _send(self, tournament_id: str, tournament: _Tournament) -> None:
        tournament.timer = None
        tournament.sent, tournament.sent_at = tournament.n, asyncio.get_running_loop().time()
        frame = encode(TournamentChanged(tournament_id, tournament.n))
        self._fanout.send(tuple(tournament.readers), partial(self._give, tournament_id, frame))

    def _give(self, tournament_id: str, frame: bytes, socket: Connection) -> None:
        if self._reads.get(socket) == tournament_id:
            socket.send(frame)

    # the bus may lose messages

    def _ask(self, tournament_id: str, tournament: _Tournament) -> None:
        """Ask for the last event, once for all readers who come meanwhile."""
        if self._last_event is not None and tournament.asking is None:
            asking = self._find(self._last_event, tournament_id, tournament)
            tournament.asking = asyncio.create_task(asking)

    async def _find(self, last_event: LastEvent, tournament_id: str, tournament: _Tournament) -> None:
        try:
            await self._bus.ready(tournament_topic(tournament_id))
            n = await last_event(tournament_id)
        except Exception:
            log.exception("tournament %s: its last event is not known", tournament_id)
            return
        finally:
            tournament.asking = None
        if n is not None:
            self._receive(tournament, TournamentChanged(tournament_id, n))
            return
        for socket in tuple(tournament.readers):
            self.leave(socket)
            self._refuse(socket, "unknown_tournament")

    def _check_later(self) -> None:
        self._checking = asyncio.get_running_loop().call_later(self._repeat_s, self._check)

    def _check(self) -> None:
        """Ask again for the last event of every tournament with readers."""
        self._checking = None
        for tournament_id, tournament in self._tournaments.items():
            self._ask(tournament_id, tournament)
        if self._tournaments:
            self._check_later()
