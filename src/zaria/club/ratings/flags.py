"""Games by the day that were lost on time.

Life happens to people who play thirty games at once: one who is away loses all of them. So the first counts
for the ratings, and those that follow within two days do not: ratings neither fall through the floor nor
rise for nothing. Members who lose on time again and again open no new games by the day for a while.

Call it in a thread: it waits.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.db.models import Q

from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS

TOGETHER_MS = 2 * DAY_MS
"""After a loss on time those that follow in this time change no rating."""

MOST, PERIOD_MS, PAUSE_MS = 5, 30 * DAY_MS, 14 * DAY_MS
"""After so many losses on time in `PERIOD_MS`, a member sits down to no new game by the day in `PAUSE_MS`."""

CODE = "by_day_flags"
"""The code of the refusal, in `zaria.match.refusals.SENTENCES`."""

_FLAGS = Q(speed="days", how="time", won__isnull=False, void=False, voided=False)


class EndedMatch(Protocol):
    """The columns of `Played` that tell a loss on time."""

    match_id: str
    ended: int
    speed: str
    how: str
    won: int | None
    player0: str
    player1: str


class Flag(NamedTuple):
    """A loss on time: when it was (ms), in which match, and whose."""

    ended: int
    match_id: str
    loser: str


def flag_of(row: EndedMatch) -> Flag | None:
    """Return the loss on time of a match by the day; None if it ended otherwise."""
    if row.speed != "days" or row.how != "time" or row.won is None:
        return None
    return Flag(row.ended, row.match_id, (row.player1, row.player0)[row.won])


def unrated_flags(flags: Sequence[Flag]) -> set[str]:
    """Return which of these losses follow one that counted for the same player too closely: their matches."""
    if not flags:
        return set()
    losers = {flag.loser for flag in flags}
    rows = Played.objects.filter(
        _FLAGS,
        Q(player0__in=losers, won=1) | Q(player1__in=losers, won=0),
        rated=True,
        ended__lte=max(flags).ended,
    ).only("match_id", "ended", "speed", "how", "won", "player0", "player1")
    unrated, rated_at = set(), dict[str, int]()
    for flag in sorted(flag for row in rows if (flag := flag_of(row)) is not None):
        if flag.ended - rated_at.get(flag.loser, -TOGETHER_MS) < TOGETHER_MS:
            unrated.add(flag.match_id)
        else:
            rated_at[flag.loser] = flag.ended
    return unrated & {flag.match_id for flag in flags}


def paused_until(player: str, now: int) -> int | None:
    """Return until when (ms) a member sits down to no new games by the day; None: they may."""
    lost = Q(player0=player, won=1) | Q(player1=player, won=0)
    since = now - PERIOD_MS - PAUSE_MS
    times = list(
        Played.objects.filter(_FLAGS, lost, ended__gt=since)
        .order_by("-ended")
        .values_list("ended", flat=True)
    )
    for last, first in zip(times, times[MOST - 1 :], strict=False):
        if last - first <= PERIOD_MS and last + PAUSE_MS > now:
            return last + PAUSE_MS
    return None
