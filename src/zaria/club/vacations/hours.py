"""A worker of each process that notes that the club is open."""

from zaria.club.site.clock import DAY_MS, play_ms
from zaria.club.site.worker import Worker
from zaria.club.vacations import actions
from zaria.club.vacations.models import OpenHours

EVERY_S = 15.0
KEPT_MS = 180 * DAY_MS
"""No clock by the day began to run longer ago without a flag."""


class OpenHoursRecorder(Worker):
    """Notes every few seconds that this process is at work; the times between are those of a closed club."""

    def __init__(self, pause_s: float = EVERY_S) -> None:
        """`pause_s`: seconds between two notes."""
        super().__init__("hours", pause_s)
        self._row: OpenHours | None = None

    async def run_round(self) -> float | None:
        """Note that this process is at work."""
        self._row = await self._database.run(_note, self._row)
        return None


def _note(row: OpenHours | None) -> OpenHours:
    now = play_ms()
    noted = actions.say_open(row, now)
    if row is not noted:
        actions.delete_hours_before(now - KEPT_MS)
    return noted
