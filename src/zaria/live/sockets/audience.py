"""The watchers of a match in this process: its players, and any number of spectators.

The process subscribes to a match once for all of its sockets. Spectators are sent events in slices, so that a
thousand of them do not delay the players, and at a delayed table one move later.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import Protocol

from zaria.live.bus import Bus
from zaria.live.fanout import Fanout
from zaria.live.matches.event_frames import Ids, PublishedEvent, side_of
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.spectator_delay import SpectatorDelay
from zaria.live.sockets.catch_up import missed
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import OwnerAddress, SpectatorCount, TableMessage
from zaria.live.sockets.spectators import RemoteSpectators, Spectators, SpectatorTimeouts, others

FEW = 20
"""Up to so many spectators are sent an event at once."""


AudienceMessage = PublishedEvent | TableMessage | Spectators
"""The messages on the topic of a match: to its audiences, in every process."""


class Watcher(Protocol):
    """The part of a session that an audience needs."""

    reader: str | None

    def on_event(self, published: PublishedEvent) -> None:
        """An event happened."""

    def on_message(self, match_id: str, frame: bytes) -> None:
        """A message about the match that is not an event."""

    def on_gap(self, live_match: LiveMatch) -> None:
        """Messages were lost: send what is missing from the match itself."""


class Audience:
    """The sockets of this process that watch one match."""

    def __init__(self, live_match: LiveMatch, audiences: "Audiences") -> None:
        """Start without watchers."""
        self.id = live_match.id
        self.players: dict[Watcher, None] = {}
        self.onlookers: dict[Watcher, None] = {}
        self.present: dict[str, int] = {}
        self._audiences = audiences
        self._ids: Ids = live_match.ids
        self._delay: SpectatorDelay | None = live_match.delay and live_match.delay.copy()
        self._held: deque[PublishedEvent] = deque()
        self._lost = False
        self._sent_count = 0
        self._announced_count = 0
        self._elsewhere = RemoteSpectators(audiences.times.silent)
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self.players) + len(self.onlookers)

    def __contains__(self, watcher: Watcher) -> bool:
        return watcher in self.players or watcher in self.onlookers

    def join(self, watcher: Watcher, live_match: LiveMatch) -> None:
        """Add a watcher; harmless if it watches already."""
        if watcher in self:
            return
        self._seat(watcher)
        if watcher in self.onlookers and len(self.onlookers) == 1:
            self._follow(live_match)
        reader = watcher.reader
        if reader is not None and (
            live_match.match.phase == "open" or side_of(live_match.ids, reader) is not None
        ):
            self.present[reader] = self.present.get(reader, 0) + 1
            if self.present[reader] == 1:
                self._audiences.match_service.here(self.id, reader, self._audiences.where, "here")
        self._count()

    def leave(self, watcher: Watcher, *, gone: bool) -> None:
        """Remove a watcher. `gone`: a player left deliberately."""
        self.players.pop(watcher, None)
        self.onlookers.pop(watcher, None)
        reader = watcher.reader or ""
        if reader in self.present and not any(remaining.reader == reader for remaining in self._all()):
            del self.present[reader]
            self._audiences.match_service.here(
                self.id, reader, self._audiences.where, "left" if gone else "away"
            )
        self._count()

    @property
    def spectator_count(self) -> int:
        """The number of spectators in all processes."""
        return len(self.onlookers) + self._elsewhere.count()

    def close(self) -> None:
        """Unsubscribe: no watcher is left."""
        if self._announced_count:
            self._announce_count()
        if self._timer is not None:
            self._timer.cancel()

    def receive(self, message: AudienceMessage) -> None:
        """Process a message about the match."""
        if isinstance(message, PublishedEvent):
            self._send_event(message)
        elif isinstance(message, Spectators):
            self._count_remote(message)
        elif isinstance(message, OwnerAddress):
            self._send_to_players(encode(message))
        else:
            self._send_to_all(encode(message))

    def _send_event(self, message: PublishedEvent) -> None:
        """Send an event to the players, and to the spectators when they may see it."""
        if message.ids != self._ids:
            self._seat_all(message.ids)
        for watcher in tuple(self.players):
            watcher.on_event(message)
        if not self.onlookers:
            self._held.clear()
        elif self._delay is None:
            self._send_to_spectators(message)
        else:
            self._hold(self._delay, message)

    def _count_remote(self, message: Spectators) -> None:
        """Count the spectators in another process."""
        if message.where != self._audiences.where:
            self._elsewhere.receive(message)
            self._audiences.repeat_later(self)
            self._count()

    def _seat_all(self, ids: Ids) -> None:
        """Reassign all watchers: other players sit at the table."""
        self._ids = ids
        for watcher in self._all():
            self._seat(watcher)
        self._count()

    def _seat(self, watcher: Watcher) -> None:
        """Assign a watcher to a side or to the spectators."""
        plays = side_of(self._ids, watcher.reader) is not None
        group, former_group = (self.players, self.onlookers) if plays else (self.onlookers, self.players)
        former_group.pop(watcher, None)
        group[watcher] = None

    def _all(self) -> list[Watcher]:
        return [*self.players, *self.onlookers]

    def _send_to_spectators(self, published: PublishedEvent) -> None:
        """Send an event to the spectators, in order after the slices that are pending."""
        fanout = self._audiences.fanout
        if len(self.onlookers) <= FEW and not fanout:
            for watcher in tuple(self.onlookers):
                watcher.on_event(published)
        else:
            fanout.send(tuple(self.onlookers), partial(_deliver_event, published))

    def _hold(self, delay: SpectatorDelay, published: PublishedEvent) -> None:
        """Send the spectators what a delayed table lets them see."""
        if self._lost or published.n <= delay.n:
            return
        if published.n > delay.n + 1:
            self._lost = True
            self._held.clear()
            self._audiences.match_service.use(self.id, self._found)
            return
        delay.add(published.kind)
        self._held.append(published)
        while self._held and self._held[0].n <= delay.shown:
            self._send_to_spectators(self._held.popleft())

    def _follow(self, live_match: LiveMatch) -> None:
        """Hold what spectators who know a delayed table as it stands may not see yet."""
        if live_match.delay is not None:
            self._delay = live_match.delay.copy()
            self._held = deque(missed(live_match, self._delay.shown, live_match.now) or ())

    def _found(self, live_match: LiveMatch | None) -> None:
        """Send what is missing after messages were lost."""
        self._lost = False
        if live_match is not None:
            self._follow(live_match)
            for watcher in tuple(self.onlookers):
                watcher.on_gap(live_match)

    def _send_to_players(self, frame: bytes) -> None:
        for watcher in tuple(self.players):
            watcher.on_message(self.id, frame)

    def _send_to_all(self, frame: bytes) -> None:
        """Send a message to all watchers."""
        self._send_to_players(frame)
        if self.onlookers:
            self._audiences.fanout.send(tuple(self.onlookers), partial(_send_message, self.id, frame))

    def _count(self) -> None:
        """Announce the number of spectators soon."""
        news = self.spectator_count != self._sent_count or len(self.onlookers) != self._announced_count
        if self._timer is None and news and len(self):
            seconds = self._audiences.times.announce / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self._send_count)

    def _send_count(self) -> None:
        self._timer = None
        if len(self.onlookers) != self._announced_count:
            self._announce_count()
        if self.spectator_count != self._sent_count:
            self._sent_count = self.spectator_count
            self._send_to_all(encode(SpectatorCount(self.id, self._sent_count)))

    def _announce_count(self) -> None:
        """Send the other processes our number of spectators."""
        self._announced_count = len(self.onlookers)
        where = self._audiences.where
        if others(where):
            self._audiences.announce(self.id, Spectators(self.id, where, self._announced_count))
            self._audiences.repeat_later(self)

    def again(self) -> None:
        """Repeat our number, and forget processes that have fallen silent."""
        if self._announced_count:
            self._announce_count()
        elif self.spectator_count:
            self._audiences.repeat_later(self)
        self._count()


class Audiences:
    """All audiences of this process."""

    def __init__(self, match_service: MatchService, bus: Bus, where: str, times: SpectatorTimeouts) -> None:
        """Create the audiences of the process `where`: the name tells other processes where players are."""
        self.match_service = match_service
        self.where = where
        self.times = times
        self.fanout = Fanout()
        self._bus = bus
        self._audiences: dict[str, Audience] = {}
        self._counting: dict[str, Audience] = {}
        self._repeating: asyncio.TimerHandle | None = None

    def join(self, live_match: LiveMatch, watcher: Watcher) -> None:
        """Subscribe `watcher` to a match."""
        audience = self._audiences.get(live_match.id)
        if audience is None:
            audience = self._audiences[live_match.id] = Audience(live_match, self)
            self._bus.subscribe(live_match.id, audience.receive)
        audience.join(watcher, live_match)

    def leave(self, match_id: str, watcher: Watcher, *, gone: bool = False) -> None:
        """Unsubscribe `watcher` from a match. `gone`: a player left deliberately."""
        audience = self._audiences.get(match_id)
        if audience is None:
            return
        audience.leave(watcher, gone=gone)
        if not audience:
            del self._audiences[match_id]
            self._bus.unsubscribe(match_id, audience.receive)
            audience.close()

    def spectator_count(self, match_id: str) -> int:
        """The number of spectators of a match."""
        audience = self._audiences.get(match_id)
        return audience.spectator_count if audience else 0

    def announce(self, match_id: str, message: TableMessage | Spectators) -> None:
        """Send a message to the audiences of a match in all processes, this one included."""
        self._bus.publish(match_id, message)

    def repeat_later(self, audience: Audience) -> None:
        """Repeat the number of spectators of this match regularly: it has some, here or elsewhere."""
        self._counting[audience.id] = audience
        if self._repeating is None and others(self.where):
            seconds = self.times.repeat / 1000
            self._repeating = asyncio.get_running_loop().call_later(seconds, self._again)

    def _again(self) -> None:
        self._repeating = None
        counting, self._counting = self._counting, {}
        self.fanout.send(tuple(counting.values()), self._repeat)

    def _repeat(self, audience: Audience) -> None:
        if self._audiences.get(audience.id) is audience:
            audience.again()

    def present(self) -> Iterator[tuple[str, str]]:
        """The players present at tables in this process: (match, player's id)."""
        for audience in self._audiences.values():
            for player_id in audience.present:
                yield audience.id, player_id


def _deliver_event(published: PublishedEvent, watcher: Watcher) -> None:
    watcher.on_event(published)


def _send_message(match_id: str, frame: bytes, watcher: Watcher) -> None:
    watcher.on_message(match_id, frame)
