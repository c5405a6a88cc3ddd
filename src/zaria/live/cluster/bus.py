"""The bus between processes: Redis channels, one for each topic that somebody here listens to."""

import logging
from typing import Any

import msgspec

from zaria.live.bus import Listener, MemoryBus
from zaria.live.cluster import wire
from zaria.live.cluster.redis_pubsub import RedisPubSub
from zaria.live.matches.outage import STATUS
from zaria.live.sockets.frames import Published

log = logging.getLogger(__name__)


class RedisBus:
    """A `Bus`. What is published here reaches the listeners of this process at once, and not twice."""

    def __init__(self, line: RedisPubSub, me: str) -> None:
        """`me`: this process's id. Whoever owns the line hands over what it hears: see `heard`."""
        self._line = line
        self._me = me
        self._local = MemoryBus()

    def publish(self, topic: str, message: Any) -> None:
        """Hand `message` to everyone who listens to `topic`, wherever they are."""
        self._local.publish(topic, message)
        if topic != STATUS:  # every process knows for itself whether play goes on: see `Members.stuck`
            self._line.publish(wire.BUS + topic, wire.pack(self._me, message))

    def deliver(self, topic: str, message: Any) -> None:
        """Hand `message` to the listeners of this process alone."""
        self._local.publish(topic, message)

    def subscribe(self, topic: str, listener: Listener) -> None:
        """Let `listener` be called with every message of `topic`, from elsewhere once it is `ready`."""
        if not self._local.watched(topic):
            self._line.listen(wire.BUS + topic)
        self._local.subscribe(topic, listener)

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Stop that; harmless if it was not subscribed."""
        if self._local.watched(topic):
            self._local.unsubscribe(topic, listener)
            if not self._local.watched(topic):
                self._line.ignore(wire.BUS + topic)

    def watched(self, topic: str) -> bool:
        """True: somebody elsewhere may listen."""
        return True

    def listeners(self, topic: str) -> int:
        """How many listen in this process."""
        return self._local.listeners(topic)

    async def ready(self, topic: str) -> None:
        """Until messages of `topic` from elsewhere reach this process, if anybody here listens to it."""
        await self._line.ready(wire.BUS + topic)

    def heard(self, channel: str, message: bytes) -> None:
        """A message came over the line; one that makes no sense is dropped."""
        topic = channel.removeprefix(wire.BUS)
        try:
            sender, content = wire.unpack(message)
        except (msgspec.DecodeError, ValueError) as error:
            log.error("redis: dropped what was published on %s: %s", channel, error)
            return
        if isinstance(content, Published) and content.m != topic:
            log.error("redis: dropped an event of match %s on %s", content.m, channel)
        elif sender != self._me:
            self._local.publish(topic, content)
