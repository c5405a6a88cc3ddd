"""Rate limits of a socket or a visitor."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """`rate` messages a second on average and `burst` at once; `matches` watched, `queued` commands.

    An invalid message costs `nonsense` tokens, one that reaches all spectators costs `loud`.
    """

    rate: float = 20.0
    burst: float = 80.0
    nonsense: float = 8.0
    loud: float = 5.0
    matches: int = 16
    queued: int = 32


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_limits", "_tokens")

    def __init__(self, limits: Limits, now: int) -> None:
        """Start full at `now` (ms)."""
        self._limits = limits
        self._tokens = limits.burst
        self._at = now

    def take(self, now: int, cost: float = 1.0) -> bool:
        """Take `cost` tokens at `now` (ms); False if there are not that many."""
        limits = self._limits
        self._tokens = min(limits.burst, self._tokens + (now - self._at) * limits.rate / 1000)
        self._at = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


MOST = 10_000
"""The most visitors with a bucket; the least recent are forgotten."""


class Rates:
    """A bucket for each visitor: `a_minute` at once, and as many again each minute."""

    def __init__(self, a_minute: int) -> None:
        """0 means no limit."""
        self._limits = Limits(rate=a_minute / 60, burst=a_minute)
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: int) -> bool:
        """Take one from the limit of `key` at `now` (ms): True if there was one left."""
        if not self._limits.burst:
            return True
        bucket = self._buckets.pop(key, None) or Bucket(self._limits, now)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(now)

    async def take_async(self, key: str, now: int) -> bool:
        """Take one, as `take` does; limits that wait for a server do it beside the event loop."""
        return self.take(key, now)
