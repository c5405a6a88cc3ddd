"""Stores the grades of both sides beside an analysis, and reads those of a player's matches.

A match has the grades of its deepest analysis. Call all of it in a thread: it waits.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Any

import brotli
import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from zaria.bots.analysis import DEPTHS, PHASES, VERSION, Part, SideGrades, decode, graded
from zaria.bots.analysis.game_sums import GameSums
from zaria.club.matches.analysis.models import DONE, Analysis, SideGrade
from zaria.match.events import Event
from zaria.records.errors import InvalidRecordError

grades_stored = Signal()
"""Sent with `match_id`, in the transaction in which the grades of a match are stored or replaced."""

log = logging.getLogger(__name__)

Grades = tuple[SideGrades, SideGrades]
"""Of side 0 and of side 1."""

Load = Callable[[str], Sequence[Event] | None]
"""A function that reads the events of a match; None: there is no such record."""


def store(match_id: str, depth: str, grades: Grades) -> None:
    """Store the grades of an analysis, unless the match has those of a deeper one."""
    effort = DEPTHS.index(depth)
    if SideGrade.objects.filter(match_id=match_id, effort__gt=effort).exists():
        return
    with transaction.atomic():
        for side, grade in enumerate(grades):
            columns = _columns(grade) | {"effort": effort}
            SideGrade.objects.update_or_create(match_id=match_id, side=side, defaults=columns)
        grades_stored.send(sender=SideGrade, match_id=match_id)


def games_of(row: SideGrade) -> tuple[GameSums, ...]:
    """Return the finer sums of a side's grades."""
    return msgspec.convert(row.games, tuple[GameSums, ...])


def of_matches(match_ids: Collection[str]) -> dict[tuple[str, int], SideGrade]:
    """Return the grades of these matches (a few hundred at most) by match and side."""
    rows = SideGrade.objects.filter(match_id__in=match_ids)
    return {(row.match_id, row.side): row for row in rows}


def forget(*match_ids: str) -> None:
    """Delete the grades of matches whose records are gone."""
    SideGrade.objects.filter(match_id__in=match_ids).delete()


def are_missing() -> bool:
    """Return whether an analysis from before grades were stored has none yet."""
    return _ungraded().exists()


def grade_next(load: Load) -> bool:
    """Grade one analysis that is stored without grades; False: all have them.

    One whose record is gone, or no longer follows the rules, stays without.
    """
    row = _ungraded().order_by("pk").first()
    if row is None:
        return False
    try:
        grades = _grades(row, load)
    except (InvalidRecordError, msgspec.MsgspecError) as error:
        log.warning("analyses: the %s one of %s cannot be graded: %s", row.depth, row.match_id, error)
        grades = None
    if grades is not None:
        store(row.match_id, row.depth, grades)
    Analysis.objects.filter(pk=row.pk).update(ungraded=False)
    return True


def _grades(row: Analysis, load: Load) -> Grades | None:
    events = load(row.match_id)
    if events is None or row.body is None:
        return None
    return graded(events, decode(brotli.decompress(bytes(row.body))))


def _ungraded() -> QuerySet[Analysis]:
    """Those of this version: another one cannot be read."""
    return Analysis.objects.filter(ungraded=True, version=VERSION, state=DONE)


def _columns(grade: SideGrades) -> dict[str, Any]:
    parts: dict[str, Part] = {"turns": grade.turns, "cube": grade.cube}
    parts |= {phase: grade.phases[phase] for phase in PHASES}
    columns: dict[str, Any] = {name: part.decisions for name, part in parts.items()}
    columns |= {f"{name}_loss": part.loss for name, part in parts.items()}
    columns["games"] = msgspec.to_builtins(grade.games)
    for name in ("unit", "rate", "luck", "worst_frame", "worst_loss"):
        columns[name] = getattr(grade, name)
    return columns
