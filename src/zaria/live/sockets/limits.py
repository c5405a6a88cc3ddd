"""How much one socket, or one visitor, may ask for."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """`rate` messages a second on average and `burst` at once; `matches` watched, `queued` commands.

    A message that makes no sense counts as `nonsense` ones, one that all onlookers hear of as `loud` ones.
    """

    rate: float = 20.0
    burst: float = 80.0
    nonsense: float = 8.0
    loud: float = 5.0
    matches: int = 16
    queued: int = 32


class Bucket:
    """A bucket of tokens that refills as time passes."""

    __slots__ = ("_at", "_limits", "_tokens")

    def __init__(self, limits: Limits, now: int) -> None:
        """Full at `now` (ms)."""
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
"""Visitors of whom it is known how much they asked for; those who asked longest ago are forgotten."""


class Rates:
    """A bucket for each visitor: `a_minute` at once, and as many again each minute."""

    def __init__(self, a_minute: int) -> None:
        """0: any number."""
        self._limits = Limits(rate=a_minute / 60, burst=a_minute)
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: int) -> bool:
        """Whether `key` may have one more at `now` (ms)."""
        if not self._limits.burst:
            return True
        bucket = self._buckets.pop(key, None) or Bucket(self._limits, now)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(now)
