"""Redis while it answers, and the memory of this process while it does not: enough for counts."""

import logging
import time
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)

PATIENCE_S = 0.5
"""Seconds for which Redis may keep a visitor waiting."""
REST_S = 5.0
"""Seconds after a failure without another attempt: only the first visitor waits for Redis."""

T = TypeVar("T")


class RedisFallback:
    """A choice between Redis and memory, for any thread."""

    def __init__(self, rest_s: float = REST_S) -> None:
        from redis.exceptions import RedisError  # a single process needs no Redis

        self._failures = (RedisError, OSError)
        self._rest_s = rest_s
        self._rests_until = 0.0

    def run(self, ask_redis: Callable[[], T], ask_memory: Callable[[], T]) -> T:
        """Return the answer of Redis, or of memory while Redis is away."""
        if time.monotonic() < self._rests_until:
            return ask_memory()
        try:
            return ask_redis()
        except self._failures as error:
            self._rests_until = time.monotonic() + self._rest_s
            log.warning("Redis is away: this process counts attempts and requests by itself: %s", error)
            return ask_memory()
