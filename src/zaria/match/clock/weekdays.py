"""The time of clocks that stand on Saturdays and Sundays (UTC). Moments are in ms since the epoch."""

from zaria.match.terms import DAY_MS, ClockTerms

_WEEK, _WORK = 7 * DAY_MS, 5 * DAY_MS
_MONDAY = 4 * DAY_MS
"""The first Monday: the epoch began on a Thursday."""


def elapsed(terms: ClockTerms, since: int, until: int) -> int:
    """Return the time (ms) that a clock runs between two moments; less than nothing if they are reversed."""
    return _work(until) - _work(since) if terms.weekends else until - since


def later(terms: ClockTerms, since: int, ms: int) -> int:
    """Return the first moment at which a clock that runs from `since` on has run for `ms`.

    With negative `ms`, the moment from which on it has run for so long until `since`.
    """
    if not terms.weekends:
        return since + ms
    weeks, ms_in_week = divmod(_work(since) + ms, _WORK)
    return _MONDAY + (weeks * _WEEK + ms_in_week if ms_in_week else (weeks - 1) * _WEEK + _WORK)


def _work(moment: int) -> int:
    """Return the ms of Mondays to Fridays from the first Monday to a moment."""
    weeks, ms_in_week = divmod(moment - _MONDAY, _WEEK)
    return weeks * _WORK + min(ms_in_week, _WORK)
