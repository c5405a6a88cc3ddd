"""The site's policy for matches by the day (`zaria.live.matches.day_policy`)."""

from collections.abc import Callable

from django.db import Error

from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.vacations import queries
from zaria.club.vacations.hours import OpenHoursNotes
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.day_policy import DayContext, DayQuestion, Ids
from zaria.match.ahead import BothAgreed

AgreedBy = Callable[[str, Ids], BothAgreed]
"""Returns what the players of a match have agreed to in advance."""


class ClubDayPolicy:
    """Knows the vacations of members, the club's hours and what players have agreed to. One a process."""

    def __init__(self, agreed_by: AgreedBy, hours: OpenHoursNotes) -> None:
        """`agreed_by` runs in the thread of the policy's queries; `hours` are the notes of this process."""
        self._agreed_by = agreed_by
        self._hours = hours
        self._database = DatabaseThread("day-policy")

    async def context(self, question: DayQuestion, now: int) -> DayContext:
        """Return what holds for a command at `now` (ms). Raises `StoreUnavailableError`."""
        try:
            return await self._database.run(self._context, question, now)
        except Error as error:
            raise StoreUnavailableError(f"matches by the day wait for the database: {error}") from error

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    def _context(self, question: DayQuestion, now: int) -> DayContext:
        self._hours.note_if_late(now)
        standstills = queries.standstills(question.player, question.since, now, vacation=question.vacation)
        return DayContext(standstills, self._agreed_by(question.match_id, question.players))
