"""Stores positions of finished matches in the background, where results are recorded."""

from collections import deque
from collections.abc import Callable

from zaria.club.library import indexing
from zaria.club.matches.results.models import Played
from zaria.club.site.worker import Worker
from zaria.live.journal.base import Journal
from zaria.match import events as ev

PAUSE_S = 0.2
"""Seconds between two matches: one takes some hundredths of a second."""
IDLE_S = 30.0
"""Seconds from one look for new results to the next, when all matches are done."""


class PositionIndexing(Worker):
    """Stores the positions of one match after another. A match that was begun is done anew after a kill."""

    def __init__(
        self, journal: Journal, is_responsible: Callable[[], bool], pause_s: float = PAUSE_S
    ) -> None:
        """`is_responsible` says whether this process does the work."""
        super().__init__("library", pause_s)
        self._journal, self._is_responsible = journal, is_responsible
        self._waiting: deque[Played] = deque()

    async def run_round(self) -> float | None:
        """Store the positions of the next match; returns None for the usual pause, or `IDLE_S`."""
        if not self._is_responsible():
            self._waiting.clear()
            return IDLE_S
        if not self._waiting:
            self._waiting.extend(await self._database.run(indexing.unindexed))
        if not self._waiting:
            return IDLE_S
        match = self._waiting[0]
        await self._database.run(indexing.index, match, await self._events(match))
        self._waiting.popleft()
        return None

    async def _events(self, match: Played) -> list[ev.Event]:
        """The record of a match, empty where it is not worth storing or gone."""
        stored = await self._journal.load(match.match_id) if indexing.has_positions(match) else None
        return [] if stored is None else [ev.decode(row.body) for row in stored.rows]
