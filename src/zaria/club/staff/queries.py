"""Queries of sanctions and of the book."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.staff.models import SANCTIONS, Act

_AGES = timedelta(days=20 * 365)
"""What lasts longer has no end that were worth telling."""


class Sanction(NamedTuple):
    """What a member may not do at present: until when (None: for ever), and why."""

    until: datetime | None
    reason: str


def block_of(member: Member) -> Sanction | None:
    """Why a member may not sign in; None: they may. In the database: ask in a thread."""
    return _sanction(member, Act.Kind.BLOCK)


def mute_of(member: Member) -> Sanction | None:
    """Why a member may not write; None: they may. In the database: ask in a thread."""
    return _sanction(member, Act.Kind.MUTE)


def sanctions(member: Member) -> list[Act.Kind]:
    """What a member is under at present."""
    now = timezone.now()
    return [kind for kind, field in SANCTIONS.items() if (getattr(member, field) or now) > now]


def concerning(member: Member) -> QuerySet[Act]:
    """The acts about a member, and those they were notified of; the last one first."""
    return Act.objects.filter(Q(about=member) | Q(notices__to=member)).distinct()


def end(moment: datetime | None) -> str:
    """When something ends, in words."""
    if moment is None or moment - timezone.now() > _AGES:
        return _("for ever")
    return _("until %(end)s UTC") % {"end": formats.date_format(moment, "DATETIME_FORMAT")}


def _sanction(member: Member, kind: Act.Kind) -> Sanction | None:
    if kind not in sanctions(member):
        return None
    until: datetime = getattr(member, SANCTIONS[kind])
    act = Act.objects.filter(about=member, kind=kind).first()
    ever = until - timezone.now() > _AGES
    return Sanction(None if ever else until, act.reason if act else "")
