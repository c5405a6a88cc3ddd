"""The number of tables that wait for a member, in the memory of each process until one of them changes."""

from zaria.club.site.bounded_cache import BoundedCache
from zaria.live.app import Live

FRESH_S = 60.0
"""Seconds for which a number is not read anew, even if the message of a change was lost."""
SIZE = 20_000

_counts: BoundedCache[str, int] = BoundedCache(SIZE, FRESH_S)


def known(player: str) -> int | None:
    """The number of a player (id), if it was read a moment ago and nothing has changed since then."""
    return _counts.get(player)


async def read(live: Live, player: str) -> int:
    """Read the number of tables that wait for a player."""
    count = await live.waiting_count(player)
    _counts.put(player, count)
    return count


def forget(player: str) -> None:
    """Read the number of a player anew, the next time that it is needed."""
    _counts.forget(player)
