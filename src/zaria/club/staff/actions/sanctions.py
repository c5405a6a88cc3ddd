"""Warnings, mutes and blocks of members, and their end."""

from collections.abc import Collection
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.flows import sessions
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import registry
from zaria.club.staff.actions.recording import (
    ActionRefusedError,
    iso_text,
    lock_member,
    record_and_notify,
    require_power,
)
from zaria.club.staff.models import SANCTIONS, Act, ActKind


@transaction.atomic
def warn(by: Member | None, member: Member, reason: str, rule: int) -> Act:
    """Warn a member that something must not happen again; `rule` is the number of the rule of conduct."""
    member = lock_member(by, "warn", member)
    return record_and_notify(by, ActKind.WARN, reason, member, after={"rule": rule})


@transaction.atomic
def mute(by: Member | None, member: Member, reason: str, until: datetime) -> Act:
    """Forbid a member to write until then."""
    return _impose(by, ActKind.MUTE, member, reason, until)


@transaction.atomic
def block(by: Member | None, member: Member, reason: str, until: datetime) -> Act:
    """Block a member until then, at once and everywhere; their matches continue without them."""
    act = _impose(by, ActKind.BLOCK, member, reason, until)
    transaction.on_commit(partial(_end_sessions, member))
    return act


@transaction.atomic
def lift(by: Member | None, member: Member, reason: str, kinds: Collection[str]) -> Act:
    """End sanctions (`SANCTIONS`) before their time."""
    member = lock_member(by, "", member)
    now = timezone.now()
    before: dict[str, str | None] = {}
    for kind in map(ActKind, kinds):
        require_power(by, kind, member)
        before |= {SANCTIONS[kind]: iso_text(getattr(member, SANCTIONS[kind]))}
        if (getattr(member, SANCTIONS[kind]) or now) <= now:
            raise ActionRefusedError(_("This sanction no longer exists."))
        setattr(member, SANCTIONS[kind], None)
    if not before:
        raise ActionRefusedError(_("This sanction no longer exists."))
    member.save(update_fields=list(before))
    if "blocked_until" in before and member.is_active:
        transaction.on_commit(partial(registry.blocked, member.player, blocked=False))
    return record_and_notify(by, ActKind.LIFT, reason, member, before=before, after=dict.fromkeys(before))


def _impose(by: Member | None, kind: ActKind, member: Member, reason: str, until: datetime) -> Act:
    member = lock_member(by, kind, member)
    if until <= timezone.now():
        raise ActionRefusedError(_("This time is in the past."))
    field = SANCTIONS[kind]
    before = {field: iso_text(getattr(member, field))}
    setattr(member, field, until)
    member.save(update_fields=[field])
    return record_and_notify(by, kind, reason, member, before, {field: iso_text(until)}, until=until)


def _end_sessions(member: Member) -> None:
    registry.blocked(member.player, blocked=True)
    sessions.end_all(member)
