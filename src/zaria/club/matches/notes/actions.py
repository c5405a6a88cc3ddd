"""Write, read and delete members' notes."""

from functools import cache

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.matches.notes.models import Note
from zaria.club.site.shared_rates import SharedRates
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.live.rate_limits import Rates

LONGEST = 2_000
"""Letters of a note."""

MOST = 2_000
"""Notes of one member."""

CHANGES_A_MINUTE = 20


class NoteRefusedError(Exception):
    """The note cannot be kept; `code`: too_long, too_many, too_fast."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@cache
def rates() -> Rates:
    """Of the notes that members write."""
    return SharedRates("notes", CHANGES_A_MINUTE)


def find(member: Member, match_id: str) -> str:
    """The member's note at a match, "" if there is none."""
    return Note.objects.filter(member=member, match_id=match_id).values_list("text", flat=True).first() or ""


def write(member: Member, match_id: str, text: str, now: int) -> None:
    """Keep a note at a match in place of an earlier one; an empty one is deleted. `now` in ms."""
    if not rates().take(str(member.pk), now):
        raise NoteRefusedError("too_fast")
    try:
        text = plain_text(text, LONGEST, least=0, newlines=True)
    except RefusedTextError as refused:
        raise NoteRefusedError(refused.code) from refused
    _store(member, match_id, text, now)


@transaction.atomic
def _store(member: Member, match_id: str, text: str, now: int) -> None:
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # nobody keeps more meanwhile
    rows = Note.objects.filter(member=member)
    if not text:
        rows.filter(match_id=match_id).delete()
        return
    if not rows.filter(match_id=match_id).exists() and rows.count() >= MOST:
        raise NoteRefusedError("too_many")
    Note.objects.update_or_create(member=member, match_id=match_id, defaults={"text": text, "at": now})
