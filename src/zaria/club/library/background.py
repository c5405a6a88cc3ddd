"""Requests quick analyses of imported matches, within daily minutes of the operator and a number a member.

The minutes are those of the members' own matches (`ZARIA_PROGRESS_MINUTES`, `progress.background`). Members
take turns: of the next matches without an analysis, one of the member who has had the fewest today.
"""

from collections.abc import Callable

from django.conf import settings

from zaria.club.library.models import ImportedMatch
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis import worker
from zaria.club.progress.background import DEPTH, is_busy
from zaria.club.site.clock import DAY_MS, MINUTE_MS, now_ms

MOST_A_DAY = 50
"""Analyses of a member's imported matches, and of those of the club."""
OWNERS = 10
"""Owners among whom the next one is looked for."""


def find_work(busy: Callable[[], bool] = is_busy) -> None:
    """Request the next analysis, unless the machine is `busy`, something waits or the time is spent."""
    if not settings.PROGRESS_MINUTES or busy():
        return
    moment = now_ms()
    spent = analyses.background_time(DEPTH, moment - DAY_MS, worker.LIMITS[DEPTH] * 1000)
    if spent is None or spent >= settings.PROGRESS_MINUTES * MINUTE_MS:
        return
    match = _next_match(moment)
    if match is not None:
        ImportedMatch.objects.filter(pk=match.pk).update(requested_at=moment)
        analyses.ask_in_background(match.match_id, DEPTH)


def _next_match(moment: int) -> ImportedMatch | None:
    """The first match of the owner who has had the fewest analyses in the last day."""
    unrequested = ImportedMatch.objects.filter(requested_at=0, is_over=True).order_by("id")
    candidates: list[tuple[int, ImportedMatch]] = []
    owners: list[int | None] = []
    while len(owners) < OWNERS:
        further = unrequested.exclude(owner__in=[owner for owner in owners if owner is not None])
        if None in owners:
            further = further.exclude(owner=None)
        match = further.only("pk", "key", "owner_id").first()
        if match is None:
            break
        owners.append(match.owner_id)
        latest = ImportedMatch.objects.filter(owner=match.owner_id, requested_at__gt=moment - DAY_MS)
        count = latest.count()
        if count < MOST_A_DAY:
            candidates.append((count, match))
    return min(candidates, key=lambda candidate: candidate[0])[1] if candidates else None
