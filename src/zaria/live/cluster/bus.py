"""The bus between processes: Redis channels, one for each topic with a listener in this process."""

import asyncio
import logging
from functools import partial
from typing import Any

import msgspec

from zaria.live.bus import Listener, MemoryBus
from zaria.live.cluster import wire
from zaria.live.cluster.redis_pubsub import RedisPubSub
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.outage import STATUS

log = logging.getLogger(__name__)

RECENT_S = 10.0
"""Seconds for which events are published after another process began to watch: it may not listen yet."""
MOST_QUIET = 50_000
"""Matches to which nobody else listens; with more of them the bus asks anew."""


class RedisBus:
    """A `Bus`. A message published here reaches the listeners of this process at once, and only once.

    Redis answers to each event how many processes received it. If that is this one alone, the later events
    of the match stay here, until another process announces that it watches.
    """

    def __init__(self, pubsub: RedisPubSub, me: str) -> None:
        """`me`: this process's id. The owner of the connection passes incoming messages to `receive`."""
        self._pubsub = pubsub
        self._me = me
        self._local = MemoryBus()
        self._events: dict[str, int] = {}
        self._quiet: set[str] = set()
        self._watched_at: dict[str, float] = {}

    def publish(self, topic: str, message: Any) -> None:
        """Send `message` to all listeners of `topic`, in every process."""
        self._local.publish(topic, message)
        if isinstance(message, PublishedEvent):
            self._events[topic] = message.n
            if topic not in self._quiet:
                channel = wire.BUS + topic
                count = partial(self._count, topic, self._pubsub.hears(channel))
                self._pubsub.publish(channel, wire.pack(self._me, message), count)
        elif topic != STATUS:  # every process determines its own status: see `Nodes.stuck`
            self._pubsub.publish(wire.BUS + topic, wire.pack(self._me, message))

    def _count(self, topic: str, heard: bool, receivers: int) -> None:  # noqa: FBT001 - a callback
        """Keep later events of a match here if this process alone received one.

        `heard`: it listened before. One that has begun to listen since may not have been among the receivers.
        """
        if receivers > (heard and self._pubsub.hears(wire.BUS + topic)):
            return
        watched_at = self._watched_at.get(topic)
        if watched_at is None or asyncio.get_running_loop().time() - watched_at > RECENT_S:
            if len(self._quiet) >= MOST_QUIET:
                self._quiet.clear()
            self._quiet.add(topic)

    def on_watcher(self, topic: str) -> bool:
        """Publish the events of a match: another process watches. Return whether they stayed here before."""
        now = asyncio.get_running_loop().time()
        self._watched_at.pop(topic, None)
        self._watched_at[topic] = now
        while now - next(iter(self._watched_at.values())) > RECENT_S:
            del self._watched_at[next(iter(self._watched_at))]
        was_quiet = topic in self._quiet
        self._quiet.discard(topic)
        return was_quiet

    def publish_everything(self) -> None:
        """Publish the events of all matches: who watches them is not known any more."""
        self._quiet.clear()

    def take_events(self) -> dict[str, int]:
        """The number of the last event published of each match, since the last call."""
        events, self._events = self._events, {}
        return events

    def deliver(self, topic: str, message: Any) -> None:
        """Send `message` to the listeners of this process only."""
        self._local.publish(topic, message)

    def subscribe(self, topic: str, listener: Listener) -> None:
        """Call `listener` with every message of `topic`; those of other processes once it is `ready`."""
        if not self._local.watched(topic):
            self._pubsub.listen(wire.BUS + topic)
        self._local.subscribe(topic, listener)

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Remove a listener; harmless if it was not subscribed."""
        if self._local.watched(topic):
            self._local.unsubscribe(topic, listener)
            if not self._local.watched(topic):
                self._pubsub.ignore(wire.BUS + topic)

    def watched(self, topic: str) -> bool:
        """Return True: other processes may listen."""
        return True

    def listeners(self, topic: str) -> int:
        """The number of listeners in this process."""
        return self._local.listeners(topic)

    async def ready(self, topic: str) -> None:
        """Wait until messages of `topic` from other processes arrive, if this process listens to it."""
        await self._pubsub.ready(wire.BUS + topic)

    def receive(self, channel: str, message: bytes) -> None:
        """Deliver a message of another process; drop one that cannot be decoded."""
        topic = channel.removeprefix(wire.BUS)
        try:
            sender, content = wire.unpack(message)
        except (msgspec.DecodeError, ValueError) as error:
            log.error("redis: dropped a bus message on %s: %s", channel, error)
            return
        if isinstance(content, PublishedEvent) and content.m != topic:
            log.error("redis: dropped an event of match %s on %s", content.m, channel)
        elif sender != self._me:
            self._local.publish(topic, content)
