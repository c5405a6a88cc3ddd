"""The deadline of the side that must act."""

from typing import Final

from zaria.match.clock import clock as clocks
from zaria.match.clock import weekdays
from zaria.match.match import Match
from zaria.match.terms import DAY_MS

OFFER_MS: Final = DAY_MS
"""Milliseconds of the running clock after which a result on offer holds."""


def deadline(match: Match) -> int | None:
    """The moment (ms since the epoch) from which the running side has lost on time, or by a result on offer.

    From then on `Flag` is accepted, and no command of play. None while no clock runs. While the table is
    open: from when on it is cancelled, and nobody may sit down.
    """
    limit, end = clock_end(match), offer_end(match)
    return limit if end is None or limit is None else min(limit, end)


def offer_end(match: Match) -> int | None:
    """The moment (ms since the epoch) from which the result on offer holds; None: there is none."""
    waiting = match.results.waiting
    if waiting is None or match.terms.clock is None:
        return None
    return weekdays.later(match.terms.clock, waiting.since, OFFER_MS)


def clock_end(match: Match) -> int | None:
    """The moment (ms since the epoch) at which the time of the running side ends, as `deadline`."""
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
