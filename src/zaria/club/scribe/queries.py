"""Reads sheets. Call it in a thread: it waits for the database."""

from datetime import UTC, datetime, time
from typing import NamedTuple

import msgspec

from zaria.club.accounts.models import Member
from zaria.club.scribe.models import MatchSheet, SheetStep
from zaria.club.site.bounded_cache import BoundedCache
from zaria.match.terms import Terms
from zaria.records import scribe_sheet
from zaria.records.occasion import Occasion
from zaria.records.scribe_sheet import Sheet
from zaria.records.written_match import begin

SHEETS_IN_MEMORY = 16
"""Sheets that a process keeps as they were after their last step, so that it need not play them again."""

_sheets: BoundedCache[tuple[str, int], Sheet] = BoundedCache(SHEETS_IN_MEMORY)


class SheetAccess(NamedTuple):
    """A sheet, and what the person who opened it may do."""

    row: MatchSheet
    is_owner: bool
    may_write: bool


def owned(member: Member, sheet_id: str) -> MatchSheet | None:
    """Return the sheet of its owner; None for any other."""
    return MatchSheet.objects.filter(pk=sheet_id, owner=member).first()


def linked(key: str) -> SheetAccess | None:
    """Return the sheet to which a link with this key leads; None if it was revoked."""
    rows = MatchSheet.objects.filter(owner__is_active=True)
    row = rows.filter(writer_key=key).first() or rows.filter(reader_key=key).first()
    return None if row is None else SheetAccess(row, is_owner=False, may_write=row.writer_key == key)


def broadcast(sheet_id: str) -> MatchSheet | None:
    """Return a sheet that everybody with its address may see."""
    return MatchSheet.objects.filter(pk=sheet_id, is_broadcast=True).first()


def sheets_of(member: Member) -> list[MatchSheet]:
    """Return the sheets of a member, the one changed last first."""
    return list(MatchSheet.objects.filter(owner=member).order_by("-changed"))


def terms_of(row: MatchSheet) -> Terms:
    """Return the terms of a sheet."""
    return msgspec.json.decode(row.terms, type=Terms)


def occasion_of(row: MatchSheet) -> Occasion:
    """Return the event, the round and the place of a sheet."""
    return Occasion(row.event, row.round, row.place)


def played_at(row: MatchSheet) -> int:
    """Return the moment of its events (ms): the day of play, or when it was begun."""
    if row.day is None:
        return row.created
    return int(datetime.combine(row.day, time(), UTC).timestamp()) * 1000


def read(row: MatchSheet) -> Sheet:
    """Return a sheet as it is after its last step."""
    sheet = _sheets.get((row.pk, row.revision))
    if sheet is None:
        sheet = read_until(row, row.revision)
        remember(row, sheet)
    return sheet


def read_until(row: MatchSheet, number: int) -> Sheet:
    """Return a sheet as it was after a step."""
    start = begin(row.pk, terms_of(row), (row.name0, row.name1), played_at(row), row.start_number)
    steps = SheetStep.objects.filter(sheet=row, number__lte=number).order_by("number")
    bodies = steps.values_list("body", flat=True)
    return scribe_sheet.follow(scribe_sheet.empty(start), [scribe_sheet.decode(body) for body in bodies])


def number_at(row: MatchSheet, moment: int) -> int:
    """Return the number of the last step by a moment (ms), 0 if there was none."""
    steps = SheetStep.objects.filter(sheet=row, at__lte=moment).order_by("-number")
    return steps.values_list("number", flat=True).first() or 0


def remember(row: MatchSheet, sheet: Sheet) -> None:
    """Keep a sheet as it is after the last step of `row`."""
    _sheets.put((row.pk, row.revision), sheet)


def has_step(row: MatchSheet, number: int, body: str) -> bool:
    """Return whether a step is stored under this number."""
    return SheetStep.objects.filter(sheet=row, number=number, body=body).exists()
