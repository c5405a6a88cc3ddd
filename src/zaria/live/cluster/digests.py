"""Digests of events: a host announces which matches got events, and the last number of each.

A process with copies of these matches then knows which of their messages were lost, and their owner knows
whether another host stored events behind its back. A lost digest is noticed like any numbered message.
A host of an older version sends none: its events are found when their slice is compared with the journal.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from zaria.live.cluster.node import Node
from zaria.live.cluster.slicing import slices
from zaria.live.cluster.streams import CHECK, Incoming
from zaria.live.cluster.wire import DIGESTS, EventDigest


class DigestSender:
    """The digests of this host."""

    def __init__(self, node: Node, every_s: float) -> None:
        """Send the new events with a beat, at most every `every_s` seconds."""
        self._node = node
        self._every_s = every_s
        self._sent_at = asyncio.get_running_loop().time()
        node.on_beat.append(self._beat)

    def _beat(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._sent_at < self._every_s:
            return
        self._sent_at = now
        for events in slices(list(self._node.bus.take_events().items())):
            match_ids, numbers = zip(*events, strict=True)
            self._node.members.digests += 1
            digest = EventDigest(self._node.id, self._node.members.digests, list(match_ids), list(numbers))
            self._node.bus.publish(DIGESTS, digest)


class DigestReader:
    """The digests of the other hosts."""

    def __init__(self, node: Node, stored: Callable[[str, int], None], lost: Callable[[], None]) -> None:
        """`stored` is called with each match and number, `lost` when a digest is missing."""
        self._node = node
        self._stored = stored
        self._lost = lost
        self._streams: dict[str, Incoming] = {}
        self._checked_at = asyncio.get_running_loop().time()
        node.bus.subscribe(DIGESTS, self._take)
        node.on_beat.append(self._beat)

    def _take(self, digest: Any) -> None:
        if not isinstance(digest, EventDigest) or digest.sender == self._node.id:
            return
        stream = self._streams.setdefault(digest.sender, Incoming(digest.n - 1))
        stream.arrive(digest.n)
        for match_id, number in zip(digest.matches, digest.numbers, strict=False):
            self._stored(match_id, number)

    def _beat(self) -> None:
        now, members = asyncio.get_running_loop().time(), self._node.members
        self._streams = {
            host: self._streams.get(host) or Incoming(members.digests_by(host))
            for host in members.hosts
            if host != self._node.id
        }
        if now - self._checked_at < CHECK or not self._node.up:
            return
        self._checked_at = now
        is_lost = False
        for host, stream in self._streams.items():
            if stream.check(members.digests_by(host)):
                stream.skip()
                is_lost = True
        if is_lost:
            self._lost()
