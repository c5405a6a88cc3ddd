"""The moments at which a player is reminded of a turn. Pure."""

from collections.abc import Callable
from typing import NamedTuple

from zaria.club.site.clock import HOUR_MS

SHARE = 0.8
"""Of the time of a turn, after which the first reminder comes."""
BEFORE_END_MS = 2 * HOUR_MS
"""The time before the end at which the last one comes."""
APART_MS = HOUR_MS
"""Two reminders that would come closer together than this are one: the earlier."""
BEFORE_QUIET_MS = HOUR_MS
"""The time before quiet hours at which a reminder comes that would be too late after them."""


class Span(NamedTuple):
    """A time in which a player's devices are silent (ms)."""

    begin: int
    end: int


SpanAt = Callable[[int], Span | None]
"""Returns the quiet time of a player at a moment (ms), None if they have none then."""


def never_quiet(_moment: int) -> Span | None:
    """The quiet time of a player who has none."""
    return None


def moments(since: int, due: int, span_at: SpanAt = never_quiet) -> list[int]:
    """Return the moments (ms) of the reminders of a turn that lasts from `since` to `due`, in order.

    One that falls into quiet hours comes before them if less than `BEFORE_END_MS` would be left at their end.
    """
    planned = [since + round(SHARE * (due - since))]
    if due - BEFORE_END_MS > since:
        planned.append(due - BEFORE_END_MS)
    first, *later = sorted(_before_quiet(moment, since, due, span_at) for moment in planned)
    return [first, *(moment for moment in later if moment - first >= APART_MS)]


def next_moment(
    since: int, due: int, stage: int, now: int, span_at: SpanAt = never_quiet
) -> tuple[int, int] | None:
    """Return the number and the moment of the next reminder from number `stage` on; None: there is none.

    Of several whose moments have passed by `now` only the last one is sent.
    """
    numbered = list(enumerate(moments(since, due, span_at)))[stage:]
    passed = [pair for pair in numbered if pair[1] <= now]
    return next(iter([*passed[-1:], *numbered[len(passed) :]]), None)


def _before_quiet(moment: int, since: int, due: int, span_at: SpanAt) -> int:
    """Return the moment of a reminder; a turn that began just before the quiet hours has knocked itself."""
    span = span_at(moment)
    if span is None or span.end <= due - BEFORE_END_MS:
        return moment
    early = span.begin - BEFORE_QUIET_MS
    return early if early > since else moment
