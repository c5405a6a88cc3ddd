"""Rate limits of all processes of the club together, through Redis where there is one."""

import asyncio
import time
from collections.abc import Iterable
from functools import cache
from typing import Any

from zaria.club.site import environment
from zaria.club.site.redis_fallback import PATIENCE_S, RedisFallback
from zaria.live.rate_limits import Rates

PREFIX = "zaria:rates"
TAKE = """
local time = redis.call('TIME')
local now, most = time[1] * 1000 + time[2] / 1000, tonumber(ARGV[1])
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local passed = now - (tonumber(bucket[2]) or now)
local tokens = math.min(most, (tonumber(bucket[1]) or most) + math.max(0, passed) * most / 60000)
if tokens < 1 then return 0 end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens - 1), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], 60000)
return 1
"""
"""The bucket of `zaria.live.rate_limits` in Redis, by its clock: after a minute it is full and expires."""


class RedisBuckets:
    """The buckets of all processes."""

    def __init__(self, url: str) -> None:
        """Connect at the first use of a bucket. Raises `ValueError` if `url` is not one of Redis."""
        from redis import Redis  # one process alone needs none of it
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        redis: Any = Redis.from_url(
            url,
            socket_timeout=PATIENCE_S,
            socket_connect_timeout=PATIENCE_S,
            retry=Retry(NoBackoff(), 0),
            driver_info=None,
        )
        self._take = redis.register_script(TAKE)
        self._fallback = RedisFallback()

    def take(self, key: str, a_minute: int) -> bool:
        """Take one from a bucket; return True if one was left, or Redis is away."""
        return self._fallback.run(lambda: bool(self._take(keys=[key], args=[a_minute])), lambda: True)


@cache
def _buckets_at(url: str) -> RedisBuckets:
    return RedisBuckets(url)


class SharedRates(Rates):
    """`Rates` that the processes of the club count together under a name.

    This process counts, too: it refuses without asking Redis if it can, and alone while Redis is away.
    """

    def __init__(self, name: str, a_minute: int, redis_url: str | None = None) -> None:
        """Use ZARIA_REDIS_URL unless there is a `redis_url`; `a_minute` 0 means no limit."""
        super().__init__(a_minute)
        self._name = f"{PREFIX}:{name}"
        self._a_minute = a_minute
        url = redis_url or environment.redis_url()
        self._shared = _buckets_at(url) if url and a_minute else None

    def take(self, key: str, now: int) -> bool:
        """See `Rates`. It may wait for Redis, so that the event loop takes by `take_async`."""
        return super().take(key, now) and (self._shared is None or self._take_shared(self._shared, key))

    async def take_async(self, key: str, now: int) -> bool:
        """See `Rates`."""
        if not super().take(key, now):
            return False
        return self._shared is None or await asyncio.to_thread(self._take_shared, self._shared, key)

    def _take_shared(self, buckets: RedisBuckets, key: str) -> bool:
        return buckets.take(f"{self._name}:{key}", self._a_minute)


async def take_all(rates: Rates, keys: Iterable[str]) -> bool:
    """Take one from the limit of each key; stop and return False at the first limit that is used up."""
    now = int(time.monotonic() * 1000)
    for key in keys:
        if not await rates.take_async(key, now):
            return False
    return True
