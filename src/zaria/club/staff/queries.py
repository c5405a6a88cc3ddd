"""Queries of sanctions and of the audit log."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.accounts.sanctions import NO_END
from zaria.club.staff.models import SANCTIONS, Act, ActKind


def sanctions(member: Member) -> list[ActKind]:
    """Return the sanctions in force against a member."""
    now = timezone.now()
    return [kind for kind, field in SANCTIONS.items() if (getattr(member, field) or now) > now]


def concerning(member: Member) -> QuerySet[Act]:
    """Return the acts about a member, and those with a notice to them, the latest first."""
    return Act.objects.filter(Q(about=member) | Q(notices__to=member)).distinct()


def end(moment: datetime | None) -> str:
    """Return the end of a sanction in words."""
    if moment is None or moment - timezone.now() > NO_END:
        return _("permanently")
    return _("until %(end)s UTC") % {"end": formats.date_format(moment, "DATETIME_FORMAT")}
