"""The notes of each process that the club is open."""

import threading

from zaria.club.site.clock import DAY_MS, play_ms
from zaria.club.site.worker import Worker
from zaria.club.vacations import actions, queries
from zaria.club.vacations.models import OpenHours

EVERY_S = 15.0
KEPT_MS = 180 * DAY_MS
"""No clock by the day began to run longer ago without a flag."""


class OpenHoursNotes:
    """The notes of this process, made by any of its threads; the times between are those of a closed club.

    `row` is its latest note.
    """

    def __init__(self) -> None:
        self.row: OpenHours | None = None
        self._lock = threading.Lock()

    def note(self, now: int) -> None:
        """Note that this process is at work (now: ms)."""
        with self._lock:
            noted = actions.say_open(self.row, now)
            is_new = noted is not self.row
            self.row = noted
        if is_new:
            actions.delete_hours_before(now - KEPT_MS)

    def note_if_late(self, now: int) -> None:
        """Note it before anything rests on when the club was closed, if the latest note is old or missing.

        So the first flags after a power cut, or after this process stood still, know of that time.
        """
        if self.row is None or now - self.row.seen_at > queries.GAP_MS:
            self.note(now)


class OpenHoursRecorder(Worker):
    """Notes every few seconds that this process is at work."""

    def __init__(self, notes: OpenHoursNotes, pause_s: float = EVERY_S) -> None:
        """`pause_s`: seconds between two notes."""
        super().__init__("hours", pause_s)
        self._notes = notes

    async def run_round(self) -> float | None:
        """Note that this process is at work."""
        await self._database.run(self._notes.note, play_ms())
        return None
