"""A Redis connection that reconnects by itself, for publishing and for subscribed channels.

Outgoing messages wait in a bounded queue while Redis is away, and are written in pipelines of all that is
queued. Incoming messages are lost meanwhile: the owner learns when the connection was lost and when all
channels are subscribed again, and has to check for itself what it missed.
"""

import asyncio
import contextlib
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

Receive = Callable[[str, bytes], None]
Changed = Callable[[bool], None]
Count = Callable[[int], None]
"""Called with the number of connections that received a message."""

_Message = tuple[str, bytes, Count | None]
"""A channel, what to publish, and what to call afterwards."""

FAILURES = (RedisError, OSError, TimeoutError)
"""The errors of a Redis that cannot be reached, or is starting."""

PATIENCE = 2.0
"""Seconds that Redis may take to answer before the connection is closed."""
SILENCE = 4.0
"""Seconds of silence, despite a ping every second, after which the listening connection is closed."""
PAUSES = (0.05, 0.1, 0.2, 0.5)
"""Seconds before each new attempt; the last of them repeats."""
MOST_QUEUED = 50_000
"""Messages that wait to be published; the oldest are dropped."""
_AT_ONCE = 500


def client(url: str, patience: float | None = PATIENCE, name: str = "zaria") -> Redis:
    """A client that tries once and gives up soon; with patience None it waits for an answer without limit.

    Raises `ValueError` if `url` is not one of Redis.
    """
    redis: Redis = Redis.from_url(
        url,
        socket_timeout=patience,
        socket_connect_timeout=PATIENCE,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
        client_name=name,
        driver_info=None,  # else redis-py reads its own version from disk for each connection
    )
    return redis


class _Connection(Protocol):
    """The methods of `redis.asyncio.client.PubSub`, some of which have no types there."""

    async def connect(self) -> None:
        """Open the connection."""

    async def aclose(self) -> None:
        """Close it."""

    async def parse_response(self, block: bool = True) -> Any:  # noqa: FBT001, FBT002 - redis passes it
        """Return the next reply."""

    def subscribe(self, *channels: str) -> Awaitable[object]:
        """Send a subscription of these channels."""

    def unsubscribe(self, *channels: str) -> Awaitable[object]:
        """Send the end of the subscription of these channels."""

    def ping(self) -> Awaitable[object]:
        """Send a ping."""


class RedisPubSub:
    """Publishes and subscribes. Belongs to the event loop on which it was started."""

    def __init__(self, url: str, receive: Receive, changed: Changed) -> None:
        """`receive(channel, message)` is called for each message; `changed(False)` when the connection is
        lost, and `changed(True)` once every channel is subscribed (again)."""
        self._receive = receive
        self._changed = changed
        self._client = client(url)
        self._listening = client(url, None)
        # Channels ignore Redis' databases; two clubs in two databases must not hear each other.
        self._prefix = f"{self._client.connection_pool.connection_kwargs.get('db', 0)}:"
        self._queue: deque[_Message] = deque()
        self._filled = asyncio.Event()
        self._written = asyncio.Event()
        self._written.set()
        self._wanted: dict[str, None] = {}
        self._turns: dict[str, None] = {}
        self._turned = asyncio.Event()
        self._unconfirmed: Counter[str] = Counter()
        self._subscribed: set[str] = set()
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._last = 0.0
        self.up = False
        self.dropped = 0

    @property
    def queued(self) -> int:
        """The number of messages that wait to be published."""
        return len(self._queue)

    def start(self) -> None:
        """Connect, now or as soon as possible."""
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._listen())]

    async def close(self, flush: float = 1.0) -> None:
        """Publish what is queued, for `flush` seconds at most, and disconnect."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(flush):
                await self._written.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in (self._client, self._listening):
            with contextlib.suppress(*FAILURES):
                await connection.aclose()

    def publish(self, channel: str, message: bytes, count: Count | None = None) -> None:
        """Send `message` to the subscribers of `channel`, as soon as possible; `count` them afterwards."""
        if len(self._queue) >= MOST_QUEUED:
            self._queue.popleft()
            self.dropped += 1
            if self.dropped % MOST_QUEUED == 1:
                log.error("redis: %d messages dropped, the queue is full", self.dropped)
        self._queue.append((self._prefix + channel, message, count))
        self._filled.set()
        self._written.clear()

    def listen(self, channel: str) -> None:
        """Subscribe to `channel`; messages arrive once it is `ready`."""
        self._wanted[channel] = None
        self._turn(channel)

    def ignore(self, channel: str) -> None:
        """Unsubscribe from `channel`."""
        self._wanted.pop(channel, None)
        self._turn(channel)

    async def ready(self, channel: str) -> None:
        """Wait until `channel` is subscribed; return at once if it is, or if nothing wants it any more."""
        while channel in self._wanted and not self.hears(channel):
            waiting = self._waiting.get(channel)
            if waiting is None:
                waiting = self._waiting[channel] = asyncio.get_running_loop().create_future()
            await asyncio.shield(waiting)

    def hears(self, channel: str) -> bool:
        """Return whether messages of `channel` arrive here."""
        return channel in self._subscribed and not self._unconfirmed[channel]

    def _turn(self, channel: str) -> None:
        self._turns[channel] = None
        self._turned.set()
        if channel not in self._wanted:
            self._wake(channel)

    def _wake(self, channel: str) -> None:
        waiting = self._waiting.pop(channel, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def _write(self) -> None:
        """Publish everything queued at once."""
        tries = 0
        while not ending():
            await self._filled.wait()
            batch = [self._queue.popleft() for _ in range(min(_AT_ONCE, len(self._queue)))]
            try:
                receivers = await self._publish(batch)
            except FAILURES as error:
                if not tries:
                    log.warning("redis: cannot publish: %s", error)
                self._queue.extendleft(reversed(batch))
                await asyncio.sleep(_pause(tries))
                tries += 1
                continue
            tries = 0
            for (channel, _message, count), number in zip(batch, receivers, strict=True):
                if count is not None:
                    _call(count, number, channel)
            if not self._queue:
                self._filled.clear()
                self._written.set()

    async def _publish(self, batch: list[_Message]) -> list[int]:
        """Publish these messages; return the number of receivers of each."""
        if len(batch) == 1:
            channel, message, _count = batch[0]
            return [await self._client.publish(channel, message)]
        async with self._client.pipeline(transaction=False) as pipe:
            for channel, message, _count in batch:
                pipe.publish(channel, message)
            receivers: list[int] = await pipe.execute()
        return receivers

    async def _listen(self) -> None:
        """Listen without end; replace a connection that fails."""
        tries = 0
        while not ending():
            pubsub: _Connection = self._listening.pubsub()
            try:
                await self._run_connection(pubsub)
            except FAILURES as error:
                log.log(
                    logging.INFO if tries else logging.WARNING, "redis: the connection is lost: %s", error
                )
            except Exception:
                log.exception("redis: the connection was lost")
            finally:
                with contextlib.suppress(*FAILURES):
                    await pubsub.aclose()
            tries = 0 if self.up else tries
            self._cut()
            await asyncio.sleep(_pause(tries))
            tries += 1

    def _cut(self) -> None:
        self._unconfirmed.clear()
        self._subscribed.clear()
        if self.up:
            self.up = False
            self._changed(False)

    async def _run_connection(self, pubsub: _Connection) -> None:
        """Read one connection until it fails."""
        self._turns = dict.fromkeys(self._wanted)
        self._turned.set()
        await pubsub.connect()
        self._last = asyncio.get_running_loop().time()
        turning = asyncio.create_task(_failing(self._turn_all(pubsub), pubsub))
        asking = asyncio.create_task(_failing(self._ask(pubsub), pubsub))
        try:
            while True:
                reply = await pubsub.parse_response(block=True)
                self._take(reply)
        finally:
            for task in (turning, asking):
                task.cancel()
            await asyncio.gather(turning, asking, return_exceptions=True)

    def _take(self, reply: Any) -> None:
        """Process one reply of the listening connection."""
        self._last = asyncio.get_running_loop().time()
        if not isinstance(reply, list) or len(reply) != 3:
            return  # the answer to a ping
        kind, channel = reply[0], reply[1].decode().removeprefix(self._prefix)
        if kind == b"message":
            self._hand_over(channel, reply[2])
        elif kind == b"subscribe":
            self._unconfirmed[channel] -= 1
            if not self._unconfirmed[channel]:
                del self._unconfirmed[channel]
                self._wake(channel)
            self._complete()

    def _complete(self) -> None:
        """Report the connection as up once all channels are subscribed."""
        if not self.up and self._subscribed and not self._unconfirmed and not self._turns:
            self.up = True
            self._changed(True)

    def _hand_over(self, channel: str, message: bytes) -> None:
        try:
            self._receive(channel, message)
        except Exception:
            log.exception("redis: a message on %s failed", channel)

    async def _turn_all(self, pubsub: _Connection) -> None:
        """Send Redis the changes of the wanted channels."""
        while True:
            await self._turned.wait()
            self._turned.clear()
            while self._turns:
                some = list(self._turns)[:_AT_ONCE]
                added = [
                    channel for channel in some if channel in self._wanted and channel not in self._subscribed
                ]
                removed = [
                    channel for channel in some if channel not in self._wanted and channel in self._subscribed
                ]
                for channel in some:
                    del self._turns[channel]
                self._subscribed.update(added)
                self._unconfirmed.update(added)
                self._subscribed.difference_update(removed)
                if removed:
                    await pubsub.unsubscribe(*(self._prefix + channel for channel in removed))
                if added:
                    await pubsub.subscribe(*(self._prefix + channel for channel in added))
            self._complete()

    async def _ask(self, pubsub: _Connection) -> None:
        """Ping Redis: a connection may die without a sign."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(1)
            if loop.time() - self._last > SILENCE:
                raise TimeoutError("not a word from Redis")
            if self._subscribed:
                await pubsub.ping()


def _call(count: Count, receivers: int, channel: str) -> None:
    """Report the receivers of a message; publishing goes on whatever happens."""
    try:
        count(receivers)
    except Exception:
        log.exception("redis: the receivers on %s were not counted", channel)


def ending() -> bool:
    """Return whether the running task was cancelled: a loop that uses Redis must check it.

    The client writes by `asyncio.wait_for`, which before Python 3.12 loses a cancellation when both happen at
    once.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _failing(work: Coroutine[Any, Any, None], pubsub: _Connection) -> None:
    """Run `work`; if it fails, close the connection, so that its reader notices."""
    try:
        await work
    except FAILURES:
        await pubsub.aclose()


def _pause(tries: int) -> float:
    return PAUSES[min(tries, len(PAUSES) - 1)]
