"""What is written of analyses. In a thread: it waits for the database.

Several processes may look for something to do at the same time, on several machines, whose clocks agree to
some seconds. Who changes a row says what it was like when he saw it; if it is not so any more, he has lost.
"""

import time

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.dispatch import Signal

from zaria.bots.analysis import DEPTHS, VERSION
from zaria.club.analysis.models import DONE, FAILED, OPEN, WAITING, WORKING, Analysis

LEASE = 15_000
"""Milliseconds after which somebody who was not heard of has lost what he was making."""

MOST_WAITING = 100
"""Analyses that may wait; more are refused."""

MOST_TRIES = 3
"""So often is one begun: then it is what breaks those who make it."""

asked = Signal()
"""Sent when there is something to do, in the thread that asked."""


class Refused(Exception):
    """It cannot be asked for now; `code`: one_at_a_time, busy."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def find(match_id: str, depth: str) -> Analysis | None:
    """The analysis as it stands, without what was found."""
    rows = Analysis.objects.filter(match_id=match_id, depth=depth, version=VERSION)
    return rows.defer("body").first()


def ask(match_id: str, depth: str, who: str) -> Analysis:
    """Have a match analysed for a visitor, unless it is already; raises `Refused`."""
    found = find(match_id, depth)
    if found is None or found.state == FAILED:
        found = _asked(match_id, depth, who)
        asked.send(sender=Analysis)
    return found


def _asked(match_id: str, depth: str, who: str) -> Analysis:
    opened = Analysis.objects.filter(state__in=OPEN)
    if who and opened.filter(asked_by=who).exists():
        raise Refused("one_at_a_time")
    if opened.count() >= MOST_WAITING:
        raise Refused("busy")
    fresh = {"state": WAITING, "progress": 0, "asked_by": who, "asked": now(), "tries": 0, "reason": ""}
    key = {"match_id": match_id, "depth": depth, "version": VERSION}
    try:
        with transaction.atomic():
            found, new = Analysis.objects.get_or_create(
                **key, defaults={**fresh, "effort": DEPTHS.index(depth)}
            )
            if not new:
                Analysis.objects.filter(pk=found.pk, state=FAILED).update(**fresh)
                found.refresh_from_db(fields=list(fresh))
    except IntegrityError as error:  # the same visitor asked twice at the same moment
        raise Refused("one_at_a_time") from error
    return found


def ahead(row: Analysis) -> int:
    """How many are made before this one."""
    first = Q(state=WORKING) | Q(effort__lt=row.effort) | Q(effort=row.effort, asked__lt=row.asked)
    return Analysis.objects.filter(first, state__in=OPEN).exclude(pk=row.pk).count()


def is_due() -> bool:
    """Whether there is something to make that nobody makes."""
    return _due().exists()


def take(lease: str) -> Analysis | None:
    """The next analysis to make, which belongs to the holder of this lease now; None: there is none."""
    while (row := _due().defer("body").order_by("effort", "asked", "pk").first()) is not None:
        mine = Analysis.objects.filter(pk=row.pk, state=row.state, lease=row.lease, tries=row.tries)
        if row.tries >= MOST_TRIES:
            mine.update(state=FAILED, reason="broken", asked_by="", lease="")
        elif mine.update(
            state=WORKING, lease=lease, until=now() + LEASE, tries=F("tries") + 1, progress=0, reason=""
        ):
            row.refresh_from_db(fields=["state", "lease", "until", "tries"])
            return row
    return None


def keep(row: Analysis, progress: int) -> bool:
    """Put off the end of the lease; False: it is lost, or the analysis is wanted no more."""
    return bool(_held(row).update(progress=min(99, progress), until=now() + LEASE))


def done(row: Analysis, body: bytes, size: int, took: int) -> bool:
    """Keep what was found (brotli of so many bytes of JSON); False: the lease was lost."""
    return bool(
        _held(row).update(
            state=DONE, progress=100, body=body, size=size, took=took, asked_by="", lease="", until=0
        )
    )


def failed(row: Analysis, reason: str) -> None:
    """It cannot be made, and nobody need try again."""
    _held(row).update(state=FAILED, reason=reason, asked_by="", lease="", until=0)


def let_go(lease: str, *, reason: str = "", counts: bool = True) -> None:
    """Whoever held this lease has ended: what he was making waits again, or failed for a reason.

    Where it was not his fault it `counts` for nothing.
    """
    mine = Analysis.objects.filter(state=WORKING, lease=lease)
    if reason:
        mine.update(state=FAILED, reason=reason, asked_by="", lease="", until=0)
    else:
        tries = F("tries") if counts else F("tries") - 1
        mine.update(state=WAITING, progress=0, lease="", until=0, tries=tries)


def forget(match_id: str) -> None:
    """The record is gone, and so are its analyses; what is being made is given up."""
    Analysis.objects.filter(match_id=match_id).delete()


def _due() -> QuerySet[Analysis]:
    return Analysis.objects.filter(Q(state=WAITING) | Q(state=WORKING, until__lt=now()))


def _held(row: Analysis) -> QuerySet[Analysis]:
    return Analysis.objects.filter(pk=row.pk, state=WORKING, lease=row.lease)
