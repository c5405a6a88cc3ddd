"""A cache of bounded size in the memory of this process."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


class BoundedCache(Generic[KeyT, ValueT]):
    """The `size` values used last, each for `fresh_s` seconds. Threads may share it."""

    def __init__(
        self, size: int, fresh_s: float = math.inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Create an empty cache; `clock` returns seconds."""
        self._size, self._fresh_s, self._clock = size, fresh_s, clock
        self._entries: OrderedDict[KeyT, tuple[float, ValueT]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: KeyT) -> ValueT | None:
        """Return the value of a key; None without a fresh one."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            stored_at, value = entry
            if self._clock() - stored_at >= self._fresh_s:
                del self._entries[key]
                return None
            self._entries.move_to_end(key)
            return value

    def put(self, key: KeyT, value: ValueT) -> None:
        """Store a value; a full cache drops the one whose use is longest ago."""
        with self._lock:
            self._entries[key] = self._clock(), value
            self._entries.move_to_end(key)
            if len(self._entries) > self._size:
                self._entries.popitem(last=False)

    def forget(self, key: KeyT) -> None:
        """Drop the value of a key, if it has one."""
        with self._lock:
            self._entries.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._entries.clear()

    def __contains__(self, key: KeyT) -> bool:
        """Return whether a key has a fresh value."""
        return self.get(key) is not None

    def __len__(self) -> int:
        """Return the number of values, with those that are no longer fresh."""
        return len(self._entries)
