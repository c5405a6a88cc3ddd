"""Requests deep analyses of rated matches between people, within the minutes that the operator gives a day.

`ZARIA_FAIR_PLAY_MINUTES` says how many; the latest match comes first, one after the other.
"""

from django.conf import settings
from django.db.models import Exists, OuterRef

from zaria.bots.analysis import VERSION
from zaria.club.fair_play.actions import DEPTH, rated_between_people
from zaria.club.matches.analysis import actions, worker
from zaria.club.matches.analysis.models import Analysis
from zaria.club.ratings.pairs import DAY

MINUTE = 60_000
BACK = 30 * DAY
"""Milliseconds after the end of a match in which it is analysed, or not at all."""


def find_work() -> None:
    """Request the next analysis, if there is a match without one and the minutes of the last day allow it."""
    budget = settings.FAIR_PLAY_MINUTES * MINUTE
    if not budget:
        return
    moment = actions.now()
    spent = actions.background_time(moment - DAY, worker.LIMITS[DEPTH] * 1000)
    if spent is None or spent >= budget:
        return
    requested = Analysis.objects.filter(match_id=OuterRef("match_id"), depth=DEPTH, version=VERSION)
    matches = rated_between_people().filter(~Exists(requested), ended__gte=moment - BACK)
    match_id = matches.order_by("-ended").values_list("match_id", flat=True).first()
    if match_id is not None:
        actions.ask_in_background(match_id, DEPTH)
