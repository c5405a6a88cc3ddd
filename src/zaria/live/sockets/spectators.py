"""The number of spectators of a match over all processes.

Each process publishes its number on the match's topic, when it changes and regularly; a silent process counts
for nothing.
"""

import asyncio
from typing import NamedTuple

import msgspec

from zaria.live.bus import ALONE


class SpectatorTimeouts(NamedTuple):
    """The defaults, in milliseconds; tests use shorter ones.

    * announce: least time between two messages about the number of spectators;
    * repeat: between two repeats of a process's number, and checks for silent processes;
    * silent: after this silence a process counts for nothing.
    """

    announce: int = 1_000
    repeat: int = 10_000
    silent: int = 25_000


class Spectators(msgspec.Struct, frozen=True, tag_field="t", tag="onlookers"):
    """The number of spectators of match `m` in the process `where`."""

    m: str
    where: str
    n: int


class RemoteSpectators:
    """The spectators of one match in other processes."""

    __slots__ = ("_counts", "_silent")

    def __init__(self, silent: int) -> None:
        """Start with none. `silent`: after this silence (ms) a process counts for nothing."""
        self._silent = silent / 1000
        self._counts: dict[str, tuple[int, float]] = {}

    def receive(self, message: Spectators) -> None:
        """Process another process's number."""
        self._counts[message.where] = message.n, asyncio.get_running_loop().time() + self._silent

    def count(self) -> int:
        """The number of them all."""
        if not self._counts:
            return 0
        now = asyncio.get_running_loop().time()
        self._counts = {where: count for where, count in self._counts.items() if count[0] and count[1] > now}
        return sum(n for n, _ in self._counts.values())


def others(where: str) -> bool:
    """Return whether there are other processes than the one of this name."""
    return where not in ("", ALONE)
