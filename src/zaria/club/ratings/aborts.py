"""A pause for members who leave rated matches again and again before they count.

A board game may be left before its third move, and counts for nothing then. A member who does so often
chooses opponents and colours. After a few times in an hour they play unrated for a while. In a thread: it
waits.
"""

from django.db.models import Q

from zaria.club.matches.results.models import Played
from zaria.club.site.clock import HOUR_MS, MINUTE_MS

ABORTS = 3
"""Rated matches left in `PERIOD_MS` after which the pause begins, with each of them anew."""
PERIOD_MS, PAUSE_MS = HOUR_MS, 10 * MINUTE_MS
CODE = "aborts"
"""The code of the refusal, in `zaria.match.refusals.SENTENCES`."""


def is_paused(player: str, now: int) -> bool:
    """Return whether a member has left so many rated matches that they play no rated one `now` (ms)."""
    aborted_by_player = Q(player0=player, aborted=0) | Q(player1=player, aborted=1)
    matches = Played.objects.filter(aborted_by_player, rated=True, ended__gt=now - PERIOD_MS)
    times = list(matches.order_by("-ended").values_list("ended", flat=True)[:ABORTS])
    return len(times) == ABORTS and times[0] > now - PAUSE_MS
