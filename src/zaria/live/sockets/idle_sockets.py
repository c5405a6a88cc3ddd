"""Sockets from which nothing comes: they are pinged, and then dropped.

One queue serves all sockets of a process. Each has its turn once in a period, so the queue is in order.
"""

import asyncio
from collections import deque
from typing import Protocol

AT_ONCE = 200
"""The most sockets that have their turn before other work goes on."""
GATHERED_S = 0.05
"""Seconds within which turns are taken together."""


class IdleSocket(Protocol):
    """A socket as far as the queue knows it."""

    def check_silence(self) -> bool:
        """Note that a period is over, and act on silence; return whether the socket is still open."""


class IdleSockets:
    """Gives each socket its turn once in `period` seconds, until it is closed."""

    def __init__(self, period: float) -> None:
        """Begin without a socket."""
        self._period = period
        self._queue: deque[tuple[float, IdleSocket]] = deque()
        self._is_waiting = False

    def add(self, socket: IdleSocket) -> None:
        """Let a socket have its first turn after a period."""
        self._queue.append((asyncio.get_running_loop().time() + self._period, socket))
        self._wait()

    def _wait(self) -> None:
        if self._queue and not self._is_waiting:
            self._is_waiting = True
            asyncio.get_running_loop().call_at(self._queue[0][0], self._take_turns)

    def _take_turns(self) -> None:
        self._is_waiting = False
        now = asyncio.get_running_loop().time()
        for _ in range(min(AT_ONCE, len(self._queue))):
            due, socket = self._queue[0]
            if due > now + GATHERED_S:
                break
            self._queue.popleft()
            # After a pause of this process, what came meanwhile has not been read: the turn is put off.
            if now - due > self._period / 2 or socket.check_silence():
                self._queue.append((now + self._period, socket))
        self._wait()
