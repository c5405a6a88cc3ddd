"""An answer of the database that pages need often and that may be some minutes old."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error

T = TypeVar("T")


class RecentAnswer(Generic[T]):
    """The answer of `read`, which a process asks for anew after `lasts_s`; `first` before that."""

    def __init__(self, read: Callable[[], T], first: T, lasts_s: float) -> None:
        self._read = read
        self._answer = first
        self._lasts_s = lasts_s
        self._until = 0.0

    async def get(self) -> T:
        """The answer; while the database is away the last one that is known."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + self._lasts_s
            with suppress(Error):
                self._answer = await sync_to_async(self._read)()
        return self._answer

    def expire(self) -> None:
        """Have it read anew."""
        self._until = 0.0
