"""Corrections of ratings."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.ratings import actions as ratings
from zaria.club.ratings.models import Correction
from zaria.club.staff.actions.recording import lock_member, record, record_and_notify, require_power
from zaria.club.staff.models import Act, ActKind


@transaction.atomic
def correct(by: Member | None, member: Member, reason: str, game: str, rating: Decimal, at: datetime) -> Act:
    """Set a member's rating in a game, or over all (""), at a moment; later matches count from there."""
    member = lock_member(by, "correct", member)
    correction = Correction.objects.create(
        member=member, game=game, at=int(at.timestamp() * 1000), rating=rating, reason=reason, by=by
    )
    ratings.mark_due(correction.at)
    return record_and_notify(by, ActKind.CORRECT, reason, member, after=_correction_details(correction))


@transaction.atomic
def take_back(by: Member | None, correction: Correction, reason: str) -> Act:
    """Remove a correction; the ratings follow."""
    correction = Correction.objects.select_for_update(no_key=True).get(pk=correction.pk)
    about = [correction.member] if correction.member else []
    require_power(by, "correct", *about)
    before = _correction_details(correction)
    correction.delete()
    ratings.mark_due(before["at"])
    if correction.member is None:
        return record(by, ActKind.CORRECT, reason, None, before=before)
    return record_and_notify(by, ActKind.CORRECT, reason, correction.member, before=before)


def _correction_details(correction: Correction) -> dict[str, Any]:
    return {"game": correction.game, "rating": str(correction.rating), "at": correction.at}
