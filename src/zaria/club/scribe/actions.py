"""Begins, writes, finishes and deletes sheets. Call it in a thread: it waits for the database."""

import secrets
from datetime import date
from functools import cache
from typing import Literal, NamedTuple

import msgspec
from django.db import IntegrityError, transaction

from zaria.club.accounts.models import Member
from zaria.club.scribe import board_clock, queries, rolls
from zaria.club.scribe.board_clock import ClockAct, StoredClock
from zaria.club.scribe.models import MatchSheet, SheetStep
from zaria.club.site.clock import now_ms
from zaria.club.site.shared_rates import SharedRates
from zaria.club.site.text.plain_text import plain_text
from zaria.live.rate_limits import Rates
from zaria.match.terms import Terms
from zaria.records import scribe_sheet
from zaria.records.scribe_sheet import Sheet, Step

MOST_SHEETS = 200
"""Sheets of one member; a finished one counts until it is deleted."""
MOST_STEPS = 20_000
"""Steps of one sheet."""
LONGEST_NOTE = 2_000
"""Characters of a note."""
KEY_BYTES = 15
"""Random bytes of the key in a link to a sheet."""
STEPS_A_MINUTE = 900
"""Steps on the sheets of one member: more than keys are pressed."""

LinkRole = Literal["writer", "reader"]


class SheetRefusedError(Exception):
    """Nothing was written; `code`: too_many, too_fast, sheet_full, finished."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StaleSheetError(Exception):
    """The step was made of another revision than the present one."""


class SheetFacts(NamedTuple):
    """The facts of a new sheet: the columns of `MatchSheet`."""

    names: tuple[str, str]
    event: str
    round: str
    place: str
    day: date | None
    start_number: int


@cache
def rates() -> Rates:
    """Of the steps that members write."""
    return SharedRates("scribe.steps", STEPS_A_MINUTE)


@transaction.atomic
def create(member: Member, terms: Terms, facts: SheetFacts) -> MatchSheet:
    """Begin a sheet. Raises `SheetRefusedError` if the member has too many."""
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # nobody begins more meanwhile
    if MatchSheet.objects.filter(owner=member).count() >= MOST_SHEETS:
        raise SheetRefusedError("too_many")
    now = now_ms()
    return MatchSheet.objects.create(
        id=secrets.token_urlsafe(8)[:10],
        owner=member,
        created=now,
        changed=now,
        game=terms.game,
        terms=msgspec.json.encode(terms).decode(),
        start_number=facts.start_number,
        dice_secret=rolls.new_secret(),
        name0=facts.names[0],
        name1=facts.names[1],
        event=facts.event,
        round=facts.round,
        place=facts.place,
        day=facts.day,
    )


def write(row: MatchSheet, revision: int, step: Step) -> Sheet:
    """Store a step that was made of `revision`, and return the sheet after it; `row` follows.

    A step that was stored before, because its answer was lost, is not stored again. Raises `StaleSheetError`,
    `SheetRefusedError`, and `IllegalActError` for an act that cannot follow.
    """
    if not rates().take(str(row.owner_id), now_ms()):
        raise SheetRefusedError("too_fast")
    if row.match_id:
        raise SheetRefusedError("finished")
    sheet = queries.read(row)
    body = scribe_sheet.encode(step)
    if row.revision == revision + 1 and queries.has_step(row, row.revision, body):
        return sheet
    if row.revision != revision:
        raise StaleSheetError
    if revision >= MOST_STEPS:
        raise SheetRefusedError("sheet_full")
    after = scribe_sheet.take(sheet, step)
    _store(row, body)
    queries.remember(row, after)
    return after


def _store(row: MatchSheet, body: str) -> None:
    """Add a step; another one of the same revision was faster, or is refused."""
    now = now_ms()
    try:
        with transaction.atomic():
            SheetStep.objects.create(sheet=row, number=row.revision + 1, at=now, body=body)
            rows = MatchSheet.objects.filter(pk=row.pk, revision=row.revision, match_id="")
            if not rows.update(revision=row.revision + 1, changed=now):
                raise StaleSheetError
    except IntegrityError:
        raise StaleSheetError from None
    row.revision, row.changed = row.revision + 1, now


def reserve_match(row: MatchSheet) -> str:
    """Return the id of the match that a sheet becomes; from then on nothing is written on it."""
    match_id = secrets.token_urlsafe(8)[:10]
    if MatchSheet.objects.filter(pk=row.pk, revision=row.revision, match_id="").update(match_id=match_id):
        row.match_id = match_id
    else:
        row.refresh_from_db()
        if not row.match_id:
            raise StaleSheetError
    return row.match_id


def set_note(row: MatchSheet, text: str) -> None:
    """Keep a note of the owner at a sheet, in place of an earlier one. Raises `RefusedTextError`."""
    note = plain_text(text, LONGEST_NOTE, least=0, newlines=True)
    MatchSheet.objects.filter(pk=row.pk).update(note=note)


def drive_clock(row: MatchSheet, revision: int, act: ClockAct, moment: int) -> None:
    """Take an act of the clock at a moment (ms), made of a revision of it; `row` follows.

    An act that was taken before, because its answer was lost, is not taken again. Raises `StaleSheetError`,
    `SheetRefusedError`, and `ClockRefusedError` for an act that cannot follow.
    """
    if not rates().take(str(row.owner_id), now_ms()):
        raise SheetRefusedError("too_fast")
    stored = board_clock.decode(row.clock)
    if stored.revision == revision + 1 and stored.last == act:
        return
    if stored.revision != revision:
        raise StaleSheetError
    earliest = 0 if stored.clock is None else stored.clock.since or 0
    clock = board_clock.after(stored.clock, act, max(moment, earliest))
    body = board_clock.encode(StoredClock(revision + 1, clock, act))
    if not MatchSheet.objects.filter(pk=row.pk, clock=row.clock).update(clock=body):
        raise StaleSheetError
    row.clock = body


def make_link(row: MatchSheet, role: LinkRole) -> None:
    """Make a link with which everybody who has it may write on a sheet, or follow it; an earlier one ends."""
    MatchSheet.objects.filter(pk=row.pk).update(**{f"{role}_key": secrets.token_urlsafe(KEY_BYTES)})


def revoke_link(row: MatchSheet, role: LinkRole) -> None:
    """End the link to a sheet."""
    MatchSheet.objects.filter(pk=row.pk).update(**{f"{role}_key": None})


def set_broadcast(row: MatchSheet, *, is_broadcast: bool) -> None:
    """Let everybody with the address of the overlay see the sheet, or nobody."""
    MatchSheet.objects.filter(pk=row.pk).update(is_broadcast=is_broadcast)


def delete(row: MatchSheet) -> None:
    """Delete a sheet; a match that it became stays."""
    row.delete()


def forget(member: Member) -> None:
    """Delete all sheets of a member."""
    MatchSheet.objects.filter(owner=member).delete()
