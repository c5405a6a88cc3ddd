"""A Redis in memory for processes whose event loops are run by hand: it may die, be slow, and lose messages.

Only what `zaria.live.cluster` asks of it. Each trip to it takes time, which the world decides; what is on its
way when it dies is lost, and so is all it knew.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol


class Guest(Protocol):
    """The process on whose event loop a client lives."""

    loop: asyncio.AbstractEventLoop
    dead: bool

    def trip(self) -> float:
        """Seconds that the next message takes from or to Redis."""


Reply = list[Any]
Names = set[bytes]


class MemoryRedis:
    """The server. `lose`: how many of the next messages about a match nobody hears."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.up = True
        self.life = 0
        self.lose = 0
        self._keys: dict[str, tuple[bytes, float]] = {}
        self._sets: dict[str, set[str]] = {}
        self._lists: dict[str, deque[bytes]] = {}
        self._waiting: dict[str, deque[asyncio.Future[bytes]]] = {}
        self._subscribers: dict[str, dict[MemoryPubSub, None]] = {}

    def kill(self) -> None:
        """At once; nothing of it is left."""
        self.up = False
        self.life += 1
        listening = {subscriber for subscribers in self._subscribers.values() for subscriber in subscribers}
        waiting = [future for futures in self._waiting.values() for future in futures]
        for things in (self._keys, self._sets, self._lists, self._waiting, self._subscribers):
            things.clear()
        for subscriber in listening:
            subscriber.cut()
        for future in waiting:
            if not (future.done() or future.get_loop().is_closed()):
                future.set_exception(ConnectionError("Redis was killed"))

    def start(self) -> None:
        """Empty, and ready."""
        self.up = True

    # what it is asked

    def set(self, key: str, value: str | bytes, px: int = 0, ex: int = 0, get: bool = False) -> Any:
        before = self.get(key) if get else None
        ms = px or 1000 * ex
        self._keys[key] = value.encode() if isinstance(value, str) else value, self._now() + ms
        return before

    def get(self, key: str) -> bytes | None:
        value, until = self._keys.get(key, (b"", 0))
        return value if until > self._now() else None

    def mget(self, keys: Iterable[str]) -> list[bytes | None]:
        return [self.get(key) for key in keys]

    def delete(self, *keys: str) -> None:
        for key in keys:
            self._keys.pop(key, None)

    def sadd(self, name: str, *members: str) -> None:
        self._sets.setdefault(name, set()).update(members)

    def srem(self, name: str, *members: str) -> None:
        self._sets.get(name, set()).difference_update(members)

    def smembers(self, name: str) -> Names:
        return {member.encode() for member in self._sets.get(name, ())}

    def lpush(self, name: str, value: bytes) -> None:
        waiting = self._waiting.get(name, deque())
        while waiting:
            future = waiting.popleft()
            if not (future.done() or future.get_loop().is_closed()):
                future.set_result(value)
                return
        self._lists.setdefault(name, deque()).appendleft(value)

    def ltrim(self, name: str, first: int, last: int) -> None:
        entries = self._lists.get(name)
        while entries and len(entries) > last + 1:
            entries.pop()

    def pop(self, name: str) -> bytes | None:
        entries = self._lists.get(name)
        return entries.pop() if entries else None

    def wait(self, name: str, future: "asyncio.Future[bytes]") -> None:
        self._waiting.setdefault(name, deque()).append(future)

    def publish(self, channel: str, message: bytes) -> int:
        subscribers = tuple(self._subscribers.get(channel, ()))
        if self.lose and ":zaria:b:" in channel:
            self.lose -= 1
        else:
            for subscriber in subscribers:
                subscriber.reply([b"message", channel.encode(), message])
        return len(subscribers)

    def subscribe(self, channel: str, subscriber: "MemoryPubSub") -> None:
        self._subscribers.setdefault(channel, {})[subscriber] = None
        subscriber.reply([b"subscribe", channel.encode(), 1])

    def unsubscribe(self, channel: str, subscriber: "MemoryPubSub") -> None:
        self._subscribers.get(channel, {}).pop(subscriber, None)

    def forget(self, subscriber: "MemoryPubSub") -> None:
        for subscribers in self._subscribers.values():
            subscribers.pop(subscriber, None)


class MemoryClient:
    """One process's way to it, as `redis.asyncio.Redis` has it."""

    class connection_pool:  # noqa: N801  so it is called there
        connection_kwargs: dict[str, int] = {}

    def __init__(self, server: MemoryRedis, guest: Guest) -> None:
        self.server = server
        self.guest = guest

    async def trip(self, work: Callable[[], Any]) -> Any:
        """There and back."""
        life = self.server.life
        await asyncio.sleep(self.guest.trip())
        self._check(life)
        result = work()
        await asyncio.sleep(self.guest.trip())
        self._check(life)
        return result

    def _check(self, life: int) -> None:
        if not self.server.up or self.server.life != life:
            raise ConnectionError("Redis is not there")

    async def set(self, key: str, value: str | bytes, px: int = 0, ex: int = 0, get: bool = False) -> Any:
        return await self.trip(lambda: self.server.set(key, value, px, ex, get))

    async def mget(self, keys: Iterable[str]) -> Any:
        return await self.trip(lambda: self.server.mget(keys))

    async def publish(self, channel: str, message: bytes) -> int:
        receivers: int = await self.trip(lambda: self.server.publish(channel, message))
        return receivers

    async def brpop(self, name: str, seconds: float) -> tuple[bytes, bytes] | None:
        life = self.server.life
        await asyncio.sleep(self.guest.trip())
        self._check(life)
        value = self.server.pop(name)
        if value is None:
            future = self.guest.loop.create_future()
            self.server.wait(name, future)
            try:
                async with asyncio.timeout(seconds):
                    value = await future
            except TimeoutError:
                return None
        await asyncio.sleep(self.guest.trip())
        self._check(life)
        return name.encode(), value

    def pipeline(self, transaction: bool) -> "MemoryPipeline":
        return MemoryPipeline(self)

    def pubsub(self) -> "MemoryPubSub":
        return MemoryPubSub(self)

    async def aclose(self) -> None:
        """Nothing is kept open."""


class MemoryPipeline:
    """Several questions at once."""

    def __init__(self, client: MemoryClient) -> None:
        self._client = client
        self._asked: list[Callable[[], Any]] = []
        self._blocking: tuple[str, float] | None = None

    async def __aenter__(self) -> "MemoryPipeline":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is kept open."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        work = getattr(self._client.server, name)

        def ask(*args: Any, **kwargs: Any) -> None:
            self._asked.append(lambda: work(*args, **kwargs))

        return ask

    def brpop(self, names: list[str], timeout: int) -> None:
        self._blocking = names[0], timeout

    async def execute(self) -> list[Any]:
        if self._blocking is not None:
            return [await self._client.brpop(*self._blocking)]
        commands = self._asked
        answers: list[Any] = await self._client.trip(lambda: [work() for work in commands])
        return answers


class MemoryPubSub:
    """A connection that listens. What comes over it comes in order."""

    def __init__(self, client: MemoryClient) -> None:
        self._client = client
        self._server = client.server
        self._life = -1
        self._replies: asyncio.Queue[Reply | None] = asyncio.Queue()
        self._last = 0.0

    async def connect(self) -> None:
        await self._client.trip(lambda: None)
        self._life = self._server.life

    def reply(self, reply: Reply | None) -> None:
        """A message is on its way to the listeners."""
        loop = self._client.guest.loop
        if not self._client.guest.dead:
            self._last = max(self._last, loop.time() + self._client.guest.trip())
            loop.call_at(self._last, self._arrive, self._server.life, reply)

    def cut(self) -> None:
        """The server is gone."""
        if not self._client.guest.dead:
            self._client.guest.loop.call_soon(self._replies.put_nowait, None)

    def _arrive(self, life: int, reply: Reply | None) -> None:
        if life == self._server.life:
            self._replies.put_nowait(reply)

    async def parse_response(self, block: bool) -> Reply:
        reply = await self._replies.get()
        if reply is None or self._life != self._server.life:
            raise ConnectionError("Redis was killed")
        return reply

    async def subscribe(self, *channels: str) -> None:
        def begin() -> None:
            for channel in channels:
                self._server.subscribe(channel, self)

        await self._send(begin)

    async def unsubscribe(self, *channels: str) -> None:
        def end() -> None:
            for channel in channels:
                self._server.unsubscribe(channel, self)

        await self._send(end)

    async def ping(self) -> None:
        await self._send(lambda: self.reply([b"pong", b""]))

    async def _send(self, work: Callable[[], Any]) -> None:
        await asyncio.sleep(self._client.guest.trip())
        if self._life != self._server.life:
            raise ConnectionError("Redis was killed")
        work()

    async def aclose(self) -> None:
        self._server.forget(self)
        self._life = -1
        self._replies.put_nowait(None)  # its reader notices
