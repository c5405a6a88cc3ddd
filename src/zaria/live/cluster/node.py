"""One process of the cluster: its Redis connection, its heartbeat, and whether it may act.

A process that cannot reach Redis knows nothing of the others and pauses. So does one that was stopped, or too
busy to send a heartbeat until the others considered it dead. A host that recovers from that waits a moment
for the other hosts to recover too, unless one of them acts already.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Sequence

import msgspec

from zaria.live.cluster import nodes, redis_pubsub, wire
from zaria.live.cluster.bus import RedisBus
from zaria.live.cluster.nodes import Change, Nodes

log = logging.getLogger(__name__)

SETTLE = 2.0
"""Seconds that all hosts have to come back after a loss of Redis before one of them acts."""
AGAIN = 0.1
"""Seconds between two attempts to reach Redis."""


class Node:
    """Connection, bus and node list of this process, and its state: `up` or not.

    `on_up`, `on_hosts` and `on_beat` are called when it changes, when hosts come or go, and with each beat;
    `on_message` receives messages of other processes.
    """

    settle: float = SETTLE

    def __init__(
        self, url: str, roles: Collection[str], on_message: Callable[[wire.NodeMessage], None] | None = None
    ) -> None:
        """Create it on the event loop that will run it. Raises `ValueError` if `url` is not one of Redis."""
        self.id = nodes.new_name()
        self.pubsub = redis_pubsub.RedisPubSub(url, self._receive, self._pubsub_changed)
        self.redis = redis_pubsub.client(url)
        self.bus = RedisBus(self.pubsub, self.id)
        self.members = Nodes(self.redis, self.id, roles, self._hosts_changed)
        self.up = False
        self.on_up: list[Callable[[bool], None]] = []
        self.on_hosts: list[Callable[[Change], None]] = []
        self.on_beat: list[Callable[[], None]] = []
        self.on_line: list[Callable[[], None]] = []
        self._on_message = on_message or _nobody
        self._hosts = "host" in roles
        self._first = True
        self._announcing = False
        self._since: float | None = None
        self._last = 0.0
        self._now = asyncio.Event()
        self._risen = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start, and wait for Redis as long as it takes."""
        self.pubsub.listen(wire.PROCESS + self.id)
        self.pubsub.listen(wire.PROCESS + wire.EVERYBODY)
        self.pubsub.start()
        self._task = asyncio.create_task(self._live())
        await self._risen.wait()

    async def stop(self) -> None:
        """Announce the departure, send what is queued, and disconnect."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(*redis_pubsub.FAILURES):
            await self.members.leave()
        self.pubsub.publish(wire.PROCESS + wire.EVERYBODY, wire.encode(wire.HostsChanged()))
        await self.pubsub.close()
        with contextlib.suppress(*redis_pubsub.FAILURES):
            await self.redis.aclose()

    @property
    def is_fresh(self) -> bool:
        """Return whether this process is up, and has not stood still so long that others count it as dead."""
        return self.up and asyncio.get_running_loop().time() - self._last < nodes.GONE

    def send(self, process: str, message: wire.NodeMessage) -> None:
        """Send a message to one process; it may get lost."""
        if process == self.id:
            asyncio.get_running_loop().call_soon(self._on_message, message)
        else:
            self.pubsub.publish(wire.PROCESS + process, wire.encode(message))

    def send_numbered(self, host: str, message: wire.Here | wire.Looking) -> None:
        """Announce what this process does; the host notices if the message gets lost."""
        number = self.next_number(host)
        self.members.sent[host] = number
        self.send(host, msgspec.structs.replace(message, n=number))

    def next_number(self, host: str) -> int:
        """The number of the next numbered message to a host."""
        return self.members.sent.get(host, 0) + 1

    def look_again(self) -> None:
        """Read the list of processes at once, without waiting for the next beat."""
        self._now.set()

    def announce(self) -> None:
        """Send the state given to `Nodes.say` at once."""
        self._announcing = True
        self.look_again()

    async def _live(self) -> None:
        """Beat, and go up or down."""
        loop = asyncio.get_running_loop()
        while not redis_pubsub.ending():
            began = loop.time()
            if self.up and began - self._last > nodes.GONE:
                self._down("too busy to be heard: the others take this process for dead")
            try:
                # limit the whole beat, not each answer: the others wait for the whole
                async with asyncio.timeout_at((self._last if self.up else began) + nodes.GONE):
                    await self.members.beat()
            except redis_pubsub.FAILURES as error:
                self._down(f"Redis is away: {error}")
                await asyncio.sleep(AGAIN)
                continue
            except Exception:
                log.exception("process: the heartbeat failed")
                await asyncio.sleep(AGAIN)
                continue
            self._last = began  # the key written by the beat may expire this long after its start
            if self._announcing:  # the others can read the state from this beat on
                self._announcing = False
                self.pubsub.publish(wire.PROCESS + wire.EVERYBODY, wire.encode(wire.HostsChanged()))
            self._rise()
            _call(self.on_beat)
            with contextlib.suppress(TimeoutError):
                # not wait_for: before Python 3.12 it loses a cancellation when both happen at once
                async with asyncio.timeout(nodes.BEAT if self.up else AGAIN):
                    await self._now.wait()
            self._now.clear()

    def _rise(self) -> None:
        """Go up after an answer of Redis, if all other conditions hold."""
        if self.up or not self.pubsub.up:
            return
        now = asyncio.get_running_loop().time()
        if self._since is None:
            self._since = now
        settled = now - self._since >= self.settle or bool(self.members.hosts)
        if settled or self._first or not self._hosts:
            self._first = False
            self.up = True
            self.members.say(acts=self._hosts)
            self.announce()
            log.info("process %s is up", self.id)
            _call(self.on_up, True)
            self._risen.set()

    def _down(self, why: str) -> None:
        self._since = None
        if not self.up:
            return
        self.up = False
        self.members.say(acts=False)
        log.warning("process %s waits: %s", self.id, why)
        _call(self.on_up, False)

    def _pubsub_changed(self, up: bool) -> None:  # noqa: FBT001 - a listener
        if up:
            _call(self.on_line)
        self.look_again()

    def _hosts_changed(self, change: Change) -> None:
        _call(self.on_hosts, change)

    def _receive(self, channel: str, message: bytes) -> None:
        if not channel.startswith(wire.PROCESS):
            self.bus.receive(channel, message)
            return
        try:
            node_message = wire.decode(message)
        except msgspec.DecodeError as error:
            log.error("redis: dropped a process message on %s: %s", channel, error)
            return
        if isinstance(node_message, wire.HostsChanged):
            self.look_again()
        else:
            self._on_message(node_message)


def _call(callbacks: Sequence[Callable[..., None]], *args: object) -> None:
    for callback in callbacks:
        try:
            callback(*args)
        except Exception:
            log.exception("%r failed", callback)


def _nobody(message: wire.NodeMessage) -> None:
    """The default handler: ignore the message."""
