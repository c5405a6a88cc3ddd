"""Writes analyses to the database. Call it in a thread: it waits.

Several processes may look for something to do at the same time, on several machines, whose clocks agree to
some seconds. Each change of a row names the state it was read in; if that has changed, the writer has lost.
"""

from collections.abc import Collection
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Q, QuerySet, Sum
from django.dispatch import Signal

from zaria.bots.analysis import DEPTHS, VERSION, Depth
from zaria.club.matches.analysis import grades
from zaria.club.matches.analysis.grades import Grades
from zaria.club.matches.analysis.models import DONE, FAILED, OPEN, WAITING, WORKING, Analysis
from zaria.club.site.clock import MINUTE_MS, now_ms

LEASE = 15_000
"""Milliseconds without a renewal after which a worker loses its lease."""

MOST_WAITING = 100
"""Analyses that may wait; more are refused."""

KEPT = 20
"""Places among them that only those have which take least."""

AT_AN_ADDRESS = 3
"""Analyses that visitors with one address may wait for: so has a café one, and who asks under many names."""

LATER = 15 * MINUTE_MS
"""Milliseconds by which what takes more stands back, for each depth: nobody waits longer for the others."""

MOST_BROKE = 3
"""So many workers end over one before the eyes of their foremen: then it is what breaks them."""

MOST_TRIES = 10
"""So often is one begun, however it ended: whose servers were killed was unlucky, but not without end."""

SWEPT = 1000
"""Analyses of older versions that are deleted at once."""

_NOBODY = {"asked_by": "", "origin": "", "lease": "", "until": 0}
"""Fields of an analysis for which nobody waits any more."""

BACKGROUND = len(DEPTHS)
"""The effort of analyses that the club makes for itself: all that visitors request comes first."""

analysis_requested = Signal()
"""Sent when there is something to do, in the thread that asked."""

analysis_stored = Signal()
"""Sent with `match_id` and `depth`, in the transaction in which a worker stores an analysis."""


class AnalysisRefusedError(Exception):
    """It cannot be asked for now; `code`: one_at_a_time, too_many, busy."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def find(match_id: str, depth: str) -> Analysis | None:
    """The analysis as it stands, without what was found."""
    rows = Analysis.objects.filter(match_id=match_id, depth=depth, version=VERSION)
    return rows.defer("body").first()


def ask(match_id: str, depth: str, who: str, origin: str = "") -> Analysis:
    """Have a match analysed for a visitor, unless it is already; raises `AnalysisRefusedError`.

    `who` is a word for the visitor ("": nobody), `origin` one for the address ("": it does not count).
    """
    analysis = find(match_id, depth)
    if analysis is None or analysis.state == FAILED:
        analysis = _requested(match_id, depth, who, origin)
        analysis_requested.send(sender=Analysis)
    elif analysis.effort == BACKGROUND and analysis.state == WAITING:
        effort = DEPTHS.index(depth)
        rank = now_ms() + effort * LATER
        Analysis.objects.filter(pk=analysis.pk, state=WAITING).update(effort=effort, rank=rank)
        analysis.refresh_from_db(fields=["effort", "rank"])
    return analysis


def ask_in_background(match_id: str, depth: Depth) -> None:
    """Have a match analysed for the club, after all that visitors wait for, unless it was ever requested."""
    moment = now_ms()
    rank = moment + BACKGROUND * LATER
    Analysis.objects.get_or_create(
        match_id=match_id,
        depth=depth,
        version=VERSION,
        defaults={"effort": BACKGROUND, "asked": moment, "rank": rank, "state": WAITING},
    )


def background_time(depth: Depth, since: int, most: int) -> int | None:
    """Milliseconds that analyses of a depth in the background have taken, requested since a moment (ms).

    One that took too long, or broke its workers, counts as `most`. None: one of any depth is not finished.
    """
    rows = Analysis.objects.filter(effort=BACKGROUND, version=VERSION)
    if rows.filter(state__in=OPEN).exists():
        return None
    late = Q(state=FAILED, reason__in=("too_long", "broken"))
    totals = rows.filter(depth=depth, asked__gte=since).aggregate(
        took=Sum("took"), late=Count("pk", filter=late)
    )
    return (totals["took"] or 0) + most * int(totals["late"])


def packed(match_id: str, depth: str) -> bytes | None:
    """A finished analysis as it is stored: JSON in brotli."""
    rows = Analysis.objects.filter(match_id=match_id, depth=depth, version=VERSION, state=DONE)
    body = rows.values_list("body", flat=True).first()
    return None if body is None else bytes(body)


def analysed(match_ids: Collection[str], depth: str) -> list[str]:
    """Those of these matches whose analysis of this depth is stored, in their order."""
    rows = Analysis.objects.filter(match_id__in=match_ids, depth=depth, version=VERSION, state=DONE)
    stored = set(rows.values_list("match_id", flat=True))
    return [match_id for match_id in match_ids if match_id in stored]


def finished(depth: str) -> QuerySet[Analysis, str]:
    """The ids of the matches whose analysis of this depth is stored."""
    rows = Analysis.objects.filter(depth=depth, version=VERSION, state=DONE)
    return rows.order_by("pk").values_list("match_id", flat=True)


def _requested(match_id: str, depth: str, who: str, origin: str) -> Analysis:
    for _ in range(1 + AT_AN_ADDRESS):
        try:
            return _written(match_id, depth, _waiting(DEPTHS.index(depth), who, origin))
        except IntegrityError:  # somebody took this place at the same moment: is there another one?
            continue
    raise AnalysisRefusedError("busy")


def _waiting(effort: int, who: str, origin: str) -> dict[str, Any]:
    """Fields of an analysis that waits; raise `AnalysisRefusedError` if there is no place for it."""
    opened = _opened()
    if who and opened.filter(asked_by=who).exists():
        raise AnalysisRefusedError("one_at_a_time")
    slot = _free_slot(origin)
    bulky = opened.filter(effort__gt=0)
    if opened.count() >= MOST_WAITING or (effort and bulky.count() >= MOST_WAITING - KEPT):
        raise AnalysisRefusedError("busy")
    moment = now_ms()
    requester = {"asked_by": who, "origin": origin, "slot": slot}
    line = {"effort": effort, "asked": moment, "rank": moment + effort * LATER}
    return {**requester, **line, "state": WAITING, "progress": 0, "tries": 0, "broke": 0, "reason": ""}


def _free_slot(origin: str) -> int:
    """The first place of an origin that is free; raises `AnalysisRefusedError`."""
    if not origin:
        return 0
    taken = set(_opened().filter(origin=origin).values_list("slot", flat=True))
    free = [slot for slot in range(AT_AN_ADDRESS) if slot not in taken]
    if not free:
        raise AnalysisRefusedError("too_many")
    return free[0]


def _written(match_id: str, depth: str, fresh: dict[str, Any]) -> Analysis:
    """The analysis, which waits if nobody else has asked for it meanwhile; raises `IntegrityError`."""
    with transaction.atomic():
        analysis, new = Analysis.objects.get_or_create(
            match_id=match_id, depth=depth, version=VERSION, defaults=fresh
        )
        if not new:
            Analysis.objects.filter(pk=analysis.pk, state=FAILED).update(**fresh)
            analysis.refresh_from_db(fields=list(fresh))
    return analysis


def count_ahead(row: Analysis) -> int:
    """Number of analyses before this one."""
    first = Q(rank__lt=row.rank) | Q(state=WORKING, effort__lte=row.effort)
    return _opened().filter(first).exclude(pk=row.pk).count()


def is_waiting() -> bool:
    """True if an analysis waits that nobody makes."""
    return _due().exists()


def is_work_left() -> bool:
    """True if a worker has something to do: an analysis waits, or an older one has no grades yet."""
    return is_waiting() or grades.are_missing()


def take(lease: str, *, before: Analysis | None = None) -> Analysis | None:
    """The next analysis to make, which belongs to the holder of this lease now; None: there is none.

    `before`: only one that takes less than this one, and whose turn is before it.
    """
    due = _due() if before is None else _due().filter(effort__lt=before.effort, rank__lt=before.rank)
    while (row := due.defer("body").order_by("rank", "pk").first()) is not None:
        unchanged = Analysis.objects.filter(pk=row.pk, state=row.state, lease=row.lease, tries=row.tries)
        if row.broke >= MOST_BROKE or row.tries >= MOST_TRIES:
            unchanged.update(state=FAILED, reason="broken", **_NOBODY)
        elif unchanged.update(
            state=WORKING, lease=lease, until=now_ms() + LEASE, tries=F("tries") + 1, progress=0, reason=""
        ):
            row.refresh_from_db(fields=["state", "lease", "until", "tries"])
            return row
    return None


def keep(row: Analysis, progress: int) -> bool:
    """Put off the end of the lease; False: it is lost, or the analysis is wanted no more."""
    return bool(_held(row).update(progress=min(99, progress), until=now_ms() + LEASE))


def done(row: Analysis, body: bytes, size: int, took: int, sides: Grades | None = None) -> bool:
    """Keep what was found (brotli of so many bytes of JSON), and the grades of both `sides`.

    False: the lease was lost.
    """
    with transaction.atomic():
        updated = _held(row).update(
            state=DONE, progress=100, body=body, size=size, took=took, ungraded=False, **_NOBODY
        )
        if updated:
            if sides is not None:
                grades.store(row.match_id, row.depth, sides)
            analysis_stored.send(sender=Analysis, match_id=row.match_id, depth=row.depth)
    return bool(updated)


def failed(row: Analysis, reason: str) -> None:
    """It cannot be made, and nobody need try again."""
    _held(row).update(state=FAILED, reason=reason, **_NOBODY)


def let_go(lease: str, *, reason: str = "", counts: bool = True) -> None:
    """The holder of this lease has ended: its analysis waits again, or failed for a reason.

    It `counts` if it broke the worker; otherwise it is as if it had not begun. If it had interrupted
    one for a shorter one, it ended over the shorter one.
    """
    leased = Analysis.objects.filter(state=WORKING, lease=lease)
    for aside, row in enumerate(leased.defer("body").order_by("effort", "pk")):
        if reason and not aside:
            failed(row, reason)
        else:
            count = {"broke": F("broke") + 1} if counts and not aside else {"tries": F("tries") - 1}
            _held(row).update(state=WAITING, progress=0, lease="", until=0, **count)


def forget(*match_ids: str) -> None:
    """Delete the analyses of matches whose records are gone; what is being made is given up."""
    Analysis.objects.filter(match_id__in=match_ids).delete()
    grades.forget(*match_ids)


def forget_older(most: int = SWEPT) -> None:
    """Delete some analyses of older versions, which nobody can have any more."""
    older = Analysis.objects.filter(version__lt=VERSION)
    Analysis.objects.filter(pk__in=older.order_by("pk").values("pk")[:most]).delete()


def _opened() -> QuerySet[Analysis]:
    """Of this version: another one has workers of its own, as long as all servers are not the same yet."""
    return Analysis.objects.filter(state__in=OPEN, version=VERSION)


def _due() -> QuerySet[Analysis]:
    return _opened().filter(Q(state=WAITING) | Q(state=WORKING, until__lt=now_ms()))


def _held(row: Analysis) -> QuerySet[Analysis]:
    return Analysis.objects.filter(pk=row.pk, state=WORKING, lease=row.lease)
