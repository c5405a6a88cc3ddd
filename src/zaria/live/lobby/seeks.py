"""All searches for an opponent, at any process, as the lobby shows them."""

import asyncio
from collections.abc import Callable
from itertools import count
from operator import itemgetter
from typing import NamedTuple

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.lobby.messages import PAIRING, SeekUpdate
from zaria.live.lobby.online_users import OnlineUsers
from zaria.live.lobby.pairing import FORGOTTEN
from zaria.live.lobby.speeds import Kind, pace, usual
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.sockets.protocol.cards import Seeker
from zaria.match.seats import can_be_rated
from zaria.match.stakes import Stakes

MOST = 40
"""The most searches listed: of each game those who have waited longest."""

RESUMED_MS = 45_000
"""Time in which a search may go on with its wait so far: its page changes, or its opponent does not come."""


class _Wait(NamedTuple):
    """The beginning of a search, and the end of the time to resume it (ms)."""

    kind: Kind | None
    stakes: Stakes | None
    since: int
    until: int


class Seeks:
    """Receives all searches, like the process that pairs them."""

    def __init__(
        self, bus: Bus, now: Now, users: OnlineUsers, changed: Callable[[], None], times: LobbyTimeouts
    ) -> None:
        """`users` makes the handles; `changed` is called after each change of the searches."""
        self.version = 0
        self.listed: list[Seeker] = []
        self._bus = bus
        self._now = now
        self._users = users
        self._changed = changed
        self._times = times
        self._wanted: dict[str, tuple[SeekUpdate, int]] = {}
        self._waits: dict[str, _Wait] = {}
        self._players: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start listening."""
        self._bus.subscribe(PAIRING, self.receive)

    def close(self) -> None:
        """Stop listening."""
        self._bus.unsubscribe(PAIRING, self.receive)
        if self._timer is not None:
            self._timer.cancel()

    def handle(self, player: str) -> str:
        """The handle of a player's search; it differs from the player's own, who may be hidden."""
        return self._users.handle(f"seek {player}")

    def player(self, handle: str) -> str | None:
        """The player whose search has this handle, while it lasts."""
        return self._players.get(handle)

    def since(self, player: str, kind: Kind, stakes: Stakes | None = None) -> int:
        """The beginning of a player's search (ms): now, unless it goes on."""
        now = self._now()
        wanted, _ = self._wanted.get(player, (None, 0))
        if wanted is not None and (wanted.kind, wanted.stakes) == (kind, stakes):
            return wanted.since or now
        wait = self._waits.get(player)
        goes_on = wait is not None and (wait.kind, wait.stakes) == (kind, stakes) and now < wait.until
        return wait.since if wait is not None and goes_on else now

    def receive(self, wanted: SeekUpdate) -> None:
        """Process the start, a repeat or the end of a search."""
        player = wanted.player.id
        before = self._wanted.get(player)
        self._note_wait(player, before and before[0], wanted)
        if wanted.kind is None:
            self._wanted.pop(player, None)
        else:
            self._wanted[player] = wanted, self._now()
            self._forget_later()
        after = self._wanted.get(player)
        if (before and before[0]) != (after and after[0]):
            self._list()

    def _note_wait(self, player: str, before: SeekUpdate | None, wanted: SeekUpdate) -> None:
        if wanted.game or not wanted.resumes:
            self._waits.pop(player, None)
        elif before is not None and before.since:
            until = self._now() + RESUMED_MS
            self._waits[player] = _Wait(before.kind, before.stakes, before.since, until)
            self._forget_later()

    def _list(self) -> None:
        self.version += 1
        self._players = {self.handle(player): player for player in self._wanted}
        places: dict[str, count[int]] = {}
        ranked = [
            (next(places.setdefault(wanted.game, count())), self._seeker(wanted))
            for wanted, _ in self._wanted.values()
        ]
        ranked.sort(key=itemgetter(0))
        self.listed = [seeker for _, seeker in ranked[:MOST]]
        self._changed()

    def _seeker(self, wanted: SeekUpdate) -> Seeker:
        player, kind = wanted.player, wanted.kind
        assert kind is not None
        rated = wanted.rated and can_be_rated(player)
        clock = usual(kind).clock
        about = self.handle(player.id), kind.game, pace(kind.speed), kind.length, clock, rated
        if wanted.hidden:
            return Seeker(*about, stakes=wanted.stakes, cube=kind.cube)
        return Seeker(
            *about,
            name=player.name,
            colour=player.colour,
            member=player.member,
            robot=player.robot,
            country=player.country,
            face=player.face,
            rating=wanted.rating,
            stakes=wanted.stakes,
            cube=kind.cube,
        )

    def _forget_later(self) -> None:
        if self._timer is None:
            seconds = self._times.seek_check / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self._forget)

    def _forget(self) -> None:
        self._timer = None
        now = self._now()
        late = now - FORGOTTEN
        self._waits = {player: wait for player, wait in self._waits.items() if wait.until > now}
        silent = [player for player, (_, heard_at) in self._wanted.items() if heard_at < late]
        for player in silent:
            del self._wanted[player]
        if silent:
            self._list()
        if self._wanted or self._waits:
            self._forget_later()
