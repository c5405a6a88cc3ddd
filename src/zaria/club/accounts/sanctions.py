"""Sanctions in force: until when a member may not sign in or write, and why."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone

from zaria.club.accounts.models import Member

NO_END = timedelta(days=20 * 365)
"""Sanctions that last longer are shown without an end."""


class Sanction(NamedTuple):
    """The end of a sanction (None: for ever), and the reason that the staff gave."""

    until: datetime | None
    reason: str


def block_of(member: Member) -> Sanction | None:
    """Return why a member may not sign in; None: they may. It reads the database: call it in a thread."""
    return _sanction(member, "block", member.blocked_until)


def mute_of(member: Member) -> Sanction | None:
    """Return why a member may not write; None: they may. It reads the database: call it in a thread."""
    return _sanction(member, "mute", member.muted_until)


def _sanction(member: Member, kind: str, until: datetime | None) -> Sanction | None:
    if until is None or until <= timezone.now():
        return None
    act = member.acts_about.filter(kind=kind).first()  # the last one
    ever = until - timezone.now() > NO_END
    return Sanction(None if ever else until, act.reason if act else "")
