"""How much one socket may ask for."""

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
