"""The moments at which a player is reminded of a turn. Pure."""

from zaria.club.site.clock import HOUR_MS

SHARE = 0.8
"""Of the time of a turn, after which the first reminder comes."""
BEFORE_END_MS = 2 * HOUR_MS
"""The time before the end at which the last one comes."""
APART_MS = HOUR_MS
"""Two reminders that would come closer together than this are one: the earlier."""


def moments(since: int, due: int) -> list[int]:
    """Return the moments (ms) of the reminders of a turn that lasts from `since` to `due`, in order."""
    late = due - BEFORE_END_MS
    first, second = sorted((since + round(SHARE * (due - since)), late))
    if late <= since:
        return [since + round(SHARE * (due - since))]
    return [first, second] if second - first >= APART_MS else [first]


def next_moment(since: int, due: int, stage: int, now: int) -> tuple[int, int] | None:
    """Return the number and the moment of the next reminder from number `stage` on; None: there is none.

    Of several whose moments have passed by `now` only the last one is sent.
    """
    numbered = list(enumerate(moments(since, due)))[stage:]
    passed = [pair for pair in numbered if pair[1] <= now]
    return next(iter([*passed[-1:], *numbered[len(passed) :]]), None)
