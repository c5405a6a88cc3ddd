"""The waits of searches for an opponent, by game: the real ones of the last days."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from zaria.club.matches.results.models import SearchWait
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.site.database.recent_answer import RecentAnswer
from zaria.live.lobby.hooks import FoundSearch

LOOK_BACK_MS = 7 * DAY_MS
"""Age of the oldest waits that count; older ones are deleted."""

LEAST = 10
"""Waits of a game from which something can be said."""

MOST = 5000
"""The most waits that are read: the latest ones."""

LASTS_S = 600.0
"""Seconds after which a process reads the waits anew."""


class SearchWaits:
    """Writes the waits that the pairing process reports. One for each process."""

    def __init__(self) -> None:
        self._database = DatabaseThread("search-waits")

    async def close(self) -> None:
        """End after what is being written."""
        await self._database.close()

    async def record(self, searches: Sequence[FoundSearch]) -> None:
        """Store searches that have found an opponent now."""
        await self._database.run(write, searches)


def write(searches: Sequence[FoundSearch]) -> None:
    """Store searches that have found an opponent now, and delete what is too old."""
    now = now_ms()
    SearchWait.objects.bulk_create(
        SearchWait(game=game, at=now, seconds=max(0, waited) // 1000) for game, waited in searches
    )
    SearchWait.objects.filter(at__lt=now - LOOK_BACK_MS).delete()


def read() -> dict[str, int]:
    """The median wait (s) of each game of which enough is known."""
    recent = SearchWait.objects.filter(at__gte=now_ms() - LOOK_BACK_MS).order_by("-at")
    by_game: defaultdict[str, list[int]] = defaultdict(list)
    for game, seconds in recent.values_list("game", "seconds")[:MOST]:
        by_game[game].append(seconds)
    return {game: round(median(waits)) for game, waits in by_game.items() if len(waits) >= LEAST}


typical_waits: RecentAnswer[Mapping[str, int]] = RecentAnswer(read, {}, LASTS_S)
"""The median wait (s) of each game of which enough is known. One for each process."""
