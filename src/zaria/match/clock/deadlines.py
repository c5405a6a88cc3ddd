"""The deadline of the side that must act."""

from zaria.match.clock import clock as clocks
from zaria.match.clock import weekdays
from zaria.match.match import Match


def deadline(match: Match) -> int | None:
    """The moment (ms since the epoch) from which the running side has lost on time.

    From then on `Flag` is accepted, and no command of play. None while no clock runs. While the table is
    open: from when on it is cancelled, and nobody may sit down.
    """
    if match.phase == "open":
        return match.until
    if match.clock is None or match.terms.clock is None:
        return None
    limit = clocks.deadline(match.clock, match.terms.clock)
    if limit is None or not has_first_turn(match):
        return limit
    return weekdays.later(match.terms.clock, limit, match.terms.clock.period)


def has_first_turn(match: Match) -> bool:
    """Return whether a game by the day waits for the first act of a side.

    It has twice the time for it, and if it never comes the match does not count; in a tournament it does.
    """
    side = match.to_act()
    return match.terms.by_day and not match.terms.tournament and side is not None and not match.acted[side]
