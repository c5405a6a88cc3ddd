"""The number of games by the day of a member, and pauses of those who lose on time (`DayLimits`)."""

from collections.abc import Awaitable, Callable, Sized
from datetime import timedelta

from django.db import Error
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.ratings import flags
from zaria.club.site.clock import now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.journal.base import StoreUnavailableError
from zaria.match.events import Player

MOST, MOST_OF_REGULARS = 50, 200
"""Running games and open tables by the day of a new member, and of one who is in the club for `REGULAR`."""

REGULAR = timedelta(days=90)
FULL = "by_day_full"
"""The code of the refusal, in `zaria.match.refusals.SENTENCES`."""


class ClubDayLimits:
    """The club's bounds. One for each process."""

    def __init__(self, running: Callable[[str], Awaitable[Sized]], now: Callable[[], int] = now_ms) -> None:
        """`running` finds the games and open tables by the day of a player (id), `now` the time (ms)."""
        self._running = running
        self._now = now
        self._database = DatabaseThread("day-limits")

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def objection(self, player: Player) -> str | None:
        """Return why a member may not begin another game by the day, as a code; None: they may."""
        if not player.member:
            return None  # the rules refuse guests
        running = len(await self._running(player.id))
        try:
            return await self._database.run(_objection, player.id, running, self._now())
        except Error as error:
            raise StoreUnavailableError(f"limits wait for the database: {error}") from error


def _objection(player: str, running: int, now: int) -> str | None:
    if flags.paused_until(player, now) is not None:
        return flags.CODE
    if running < MOST:
        return None
    early = timezone.now() - REGULAR
    is_regular = Member.objects.filter(player=player, since__lte=early).exists()
    return FULL if not is_regular or running >= MOST_OF_REGULARS else None
