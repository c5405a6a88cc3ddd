"""The time that a side still has, for those who must compare both."""

from zaria.match.clock import weekdays
from zaria.match.match import Match


def time_left(match: Match, side: int, now: int) -> int:
    """Return the time (ms) that a side has for its present or next turn; 0 in a match without a clock."""
    clock, terms = match.clock, match.terms.clock
    if clock is None or terms is None:
        return 0
    time = terms.delay + clock.bank[side]
    if clock.running == side:
        time -= weekdays.elapsed(terms, clock.since, now)
    return max(0, time)


def ahead_on_time(match: Match, now: int) -> int | None:
    """Return the side that has more time left; where both have as much, the one that need not act.

    None: neither, because the match waits for nobody.
    """
    first, second = (time_left(match, side, now) for side in (0, 1))
    if first != second:
        return int(second > first)
    side = match.to_act()
    return None if side is None else 1 - side
