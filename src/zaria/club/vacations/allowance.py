"""The days of vacation that a member has: they grow with time, up to a year's worth. Pure; times in ms."""

from collections.abc import Iterable
from typing import NamedTuple

from zaria.club.site.clock import DAY_MS

MONTH_MS = 365 * DAY_MS // 12
A_MONTH_MS = 5 * DAY_MS // 2
"""A month brings two and a half days."""
MOST_MS = 12 * A_MONTH_MS
IN_A_ROW_MS = 21 * DAY_MS
"""The longest vacation, with what follows another one within a day."""


class Span(NamedTuple):
    """A time from `begin` to `end`."""

    begin: int
    end: int


def balance(since: int, vacations: Iterable[Span], at: int) -> int:
    """Return the vacation (ms) that a member since `since` has left at a moment.

    `vacations` are all of theirs, the earliest first, planned ones too. A new member has a month's worth.
    """
    available, counted = A_MONTH_MS, since
    for begin, end in vacations:
        available = min(MOST_MS, available + grown(counted, begin)) - (end - begin)
        counted = max(counted, begin)
    return max(0, min(MOST_MS, available + grown(counted, at)))


def fits(since: int, vacations: Iterable[Span], wanted: Span) -> bool:
    """Return whether a member has the days for a vacation, and still for those that are planned after it."""
    spans = sorted([*vacations, wanted])
    return all(
        end - begin <= balance(since, spans[:number], begin) for number, (begin, end) in enumerate(spans)
    )


def grown(since: int, until: int) -> int:
    """Return the vacation (ms) that is added between two moments."""
    return max(0, until - since) * A_MONTH_MS // MONTH_MS


def row_before(vacations: Iterable[Span], begin: int) -> int:
    """Return the length (ms) of the vacations that end within a day before `begin`, one after another."""
    length, start = 0, begin
    for vacation in sorted(vacations, reverse=True):
        if vacation.begin < start and start - vacation.end < DAY_MS:
            length += min(vacation.end, start) - vacation.begin
            start = vacation.begin
    return length
