"""The streak of a member: the days in a row (UTC, as the puzzles of the day) on which they answered a puzzle.

Two days of each month are free: without a puzzle they neither count nor break the streak.
"""

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.puzzles.models import PuzzleStreak

FREE_DAYS = 2
"""Days of a calendar month that a streak may miss."""


class Streak(NamedTuple):
    """A streak as it stands on a day; 0 days: none.

    * days: days with a puzzle since it began;
    * best: the most days that the member ever had;
    * free_days: days that this month may still miss;
    * is_today_done: a puzzle was answered today.
    """

    days: int
    best: int
    free_days: int
    is_today_done: bool


def streak_of(member: Member, now: int) -> Streak:
    """Return the streak of a member; `now` in ms."""
    row, today = PuzzleStreak.objects.filter(member=member).first(), _day(now)
    if row is None:
        return Streak(0, 0, FREE_DAYS, is_today_done=False)
    missed = _missed_in_month(row, today)
    if missed is None:
        return Streak(0, row.best, FREE_DAYS, is_today_done=False)
    return Streak(row.days, row.best, FREE_DAYS - missed, is_today_done=row.last_day >= today)


@transaction.atomic
def record(member: Member, now: int) -> None:
    """Count the day on which a member answers a puzzle; `now` in ms.

    A day before the last one, as after a clock set back, changes nothing.
    """
    today = _day(now)
    PuzzleStreak.objects.get_or_create(
        member=member, defaults={"days": 0, "best": 0, "last_day": today, "missed": 0}
    )
    row = PuzzleStreak.objects.select_for_update(no_key=True).get(member=member)
    if row.days and row.last_day >= today:
        return
    missed = _missed_in_month(row, today) if row.days else 0
    row.days = 1 if missed is None else row.days + 1
    row.best, row.last_day, row.missed = max(row.best, row.days), today, missed or 0
    row.save()


def _missed_in_month(row: PuzzleStreak, today: date) -> int | None:
    """Return the days of this month that the streak has missed before today.

    None if a month has had more of them than are free: the streak has ended.
    """
    missed, month = row.missed, _month(row.last_day)
    for number in range(1, min((today - row.last_day).days, 2 * FREE_DAYS + 2)):
        day = row.last_day + timedelta(days=number)
        if _month(day) != month:
            month, missed = _month(day), 0
        missed += 1
        if missed > FREE_DAYS:
            return None
    return missed if today <= row.last_day or _month(today) == month else 0


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month


def _day(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()
