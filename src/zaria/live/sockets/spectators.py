"""How many look on at a match, counted over all processes.

Each process says on the match's topic how many look on there, when that changes and now and then; whoever is
not heard of any more counts for nothing.
"""

import asyncio

import msgspec

from zaria.live.lobby.online_users import ALONE

AGAIN_S = 10.0
"""How often a process says its number again, and whoever died is looked for."""

SILENT_S = 25.0
"""After how much silence a process counts for nothing."""


class Spectators(msgspec.Struct, frozen=True, tag_field="t", tag="onlookers"):
    """So many look on at match `m` in the process `where`."""

    m: str
    where: str
    n: int


class RemoteSpectators:
    """Those who look on at one match in other processes."""

    __slots__ = ("_told",)

    def __init__(self) -> None:
        """Nobody."""
        self._told: dict[str, tuple[int, float]] = {}

    def heard(self, message: Spectators) -> None:
        """A process has said its number."""
        self._told[message.where] = message.n, asyncio.get_running_loop().time() + SILENT_S

    def count(self) -> int:
        """How many they are."""
        if not self._told:
            return 0
        now = asyncio.get_running_loop().time()
        self._told = {where: told for where, told in self._told.items() if told[0] and told[1] > now}
        return sum(n for n, _ in self._told.values())


def others(where: str) -> bool:
    """Whether there are other processes than the one of this name."""
    return where not in ("", ALONE)
