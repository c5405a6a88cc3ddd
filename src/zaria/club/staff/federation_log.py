"""Subscribes the audit log to changes of federations that staff made."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.federations import permissions
from zaria.club.federations.models import Federation
from zaria.club.federations.signals import federation_changed
from zaria.club.staff.actions.recording import record
from zaria.club.staff.models import ActKind


@receiver(federation_changed)
def record_change(
    federation: Federation, by: Member | None, change: str, about: Member | None, **_kwargs: Any
) -> None:
    """Record a change by staff, in its transaction; administrators under a contract act on their own."""
    if by is None or permissions.is_administrator(by, federation):
        return
    reason = _("On the administration page of the federation")
    record(by, ActKind.MANAGE, reason, about, after={"federation": federation.slug, "change": change})
