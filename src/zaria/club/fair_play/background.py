"""Requests deep analyses of rated matches between people, within the operator's daily minutes.

`ZARIA_FAIR_PLAY_MINUTES` is their number. Matches are analysed one after the other, the latest first.
"""

from django.conf import settings
from django.db.models import Exists, OuterRef

from zaria.bots.analysis import VERSION
from zaria.club.fair_play.actions import DEPTH, rated_between_people
from zaria.club.matches.analysis import actions, worker
from zaria.club.matches.analysis.models import Analysis
from zaria.club.site.clock import DAY_MS, MINUTE_MS, now_ms

BACK = 30 * DAY_MS
"""Milliseconds after the end of a match in which its analysis may begin."""


def find_work() -> None:
    """Request the next analysis if a match has none and the minutes of the last day allow it."""
    budget = settings.FAIR_PLAY_MINUTES * MINUTE_MS
    if not budget:
        return
    moment = now_ms()
    spent = actions.background_time(DEPTH, moment - DAY_MS, worker.LIMITS[DEPTH] * 1000)
    if spent is None or spent >= budget:
        return
    requested = Analysis.objects.filter(match_id=OuterRef("match_id"), depth=DEPTH, version=VERSION)
    matches = rated_between_people().filter(~Exists(requested), ended__gte=moment - BACK)
    match_id = matches.order_by("-ended").values_list("match_id", flat=True).first()
    if match_id is not None:
        actions.ask_in_background(match_id, DEPTH)
