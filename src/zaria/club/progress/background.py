"""Requests quick analyses of the matches of members who wish so, within the operator's daily minutes.

`ZARIA_PROGRESS_MINUTES` is their number. Members take turns, each with the latest match that was never
analysed. Nothing is requested while the machine is busy or an analysis waits, and a worker puts an analysis
in the background aside for any other.
"""

import os
from collections.abc import Callable

from django.conf import settings
from django.db.models import Q

from zaria.bots.analysis import VERSION, Depth
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis import worker
from zaria.club.matches.analysis.models import Analysis, SideGrade
from zaria.club.matches.results.models import Played
from zaria.club.progress import actions
from zaria.club.progress.models import ProgressSwitches
from zaria.club.site.clock import DAY_MS, MINUTE_MS, now_ms

DEPTH: Depth = "quick"
"""The depth of the analyses: enough for sums over many matches, at the least time."""
WINDOW = 100
"""Matches of a member that are looked through at once."""
MEMBERS = 10
"""Members of whom a match is looked for in one call."""
BUSY = 0.5
"""Waiting or running processes a core, over the last minute, from which on the machine is busy."""


def is_busy() -> bool:
    """Return whether the machine has other work to do."""
    return os.getloadavg()[0] > BUSY * (os.cpu_count() or 1)


def find_work(busy: Callable[[], bool] = is_busy, window: int = WINDOW) -> None:
    """Gather matches of a member who has switched progress on again, or else request the next analysis.

    Nothing is requested while the machine is `busy`.
    """
    if actions.gather_next() or not settings.PROGRESS_MINUTES or busy():
        return
    moment = now_ms()
    spent = analyses.background_time(DEPTH, moment - DAY_MS, worker.LIMITS[DEPTH] * 1000)
    if spent is None or spent >= settings.PROGRESS_MINUTES * MINUTE_MS:
        return
    waiting = ProgressSwitches.objects.filter(in_background=True, member__is_active=True)
    for row in waiting.order_by("requested_at", "member")[:MEMBERS]:
        match_id = _next_match(row, window)
        ProgressSwitches.objects.filter(pk=row.pk).update(
            requested_at=moment, searched_before=row.searched_before
        )
        if match_id is not None:
            analyses.ask_in_background(match_id, DEPTH)
            return


def _next_match(row: ProgressSwitches, size: int) -> str | None:
    """Return a match of a member to analyse: the latest ones first, then the next of the older ones.

    Sets `searched_before` of the row if none of these older ones is missing.
    """
    member = Member.objects.get(pk=row.member_id)
    latest = _window(member, now_ms(), size)
    match_id = _first_missing(latest)
    if match_id is not None or len(latest) < size:
        return match_id
    before = latest[-1][1] if row.searched_before is None else row.searched_before
    older = _window(member, min(before, latest[-1][1]), size)
    match_id = _first_missing(older)
    if match_id is None:
        row.searched_before = older[-1][1] if older else 0
    return match_id


def _window(member: Member, before: int, size: int) -> list[tuple[str, int]]:
    """Return the last matches of a member that ended before a moment, with their ends, the last one first."""
    matches = Played.objects.filter(training=False, ended__lt=before).order_by("-ended")
    rows: set[tuple[str, int]] = set()
    for is_player in (Q(player0=member.player), Q(player1=member.player)):  # each by its index
        rows |= set(matches.filter(is_player).values_list("pk", "ended")[:size])
    return sorted(rows, key=lambda match: (-match[1], match[0]))[:size]


def _first_missing(matches: list[tuple[str, int]]) -> str | None:
    """Return the first of these matches for which no analysis was ever requested and no grades are stored."""
    ids = [match_id for match_id, _ended in matches]
    requested = Analysis.objects.filter(match_id__in=ids, version=VERSION).values_list("match_id", flat=True)
    graded = SideGrade.objects.filter(match_id__in=ids).values_list("match_id", flat=True)
    excluded = {*requested, *graded}
    return next((match_id for match_id in ids if match_id not in excluded), None)
