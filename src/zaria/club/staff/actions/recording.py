"""The common steps of all acts: check the power, lock the member, record the act, notify the members.

Each act is one transaction: its changes, its entry in the audit log (`Act`), and the notices (`Notice`) to
the members concerned. `by` is the acting member of staff; None is the operator, at the machine itself.
`PermissionDenied` is raised for a lack of power, `ActionRefusedError` for a request that cannot be met.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify as add_notices
from zaria.club.notifications.notice_kinds import STAFF, StaffBody
from zaria.club.staff import roles
from zaria.club.staff.models import OPERATOR, SANCTIONS, Act, ActKind, Notice

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a sanction without one."""


class ActionRefusedError(ValueError):
    """The act is not possible; the text says why, in the language of the member of staff."""


def lock_member(by: Member | None, power: str, member: Member) -> Member:
    """Return the member, locked against concurrent changes, if `by` has the power; "" needs none."""
    member = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
    if power:
        require_power(by, power, member)
    if not member.is_active:
        raise ActionRefusedError(_("This account is deleted."))
    return member


def require_power(by: Member | None, power: str, *about: Member) -> None:
    """Raise `PermissionDenied` without the power, or if somebody higher has set the sanction."""
    if not roles.may(by, power, *about):
        raise PermissionDenied
    if power in SANCTIONS and any(outranked(by, power, member) for member in about):
        raise PermissionDenied


def outranked(by: Member | None, kind: str, member: Member) -> bool:
    """Return whether somebody higher than `by` set the member's sanction of this kind."""
    until = getattr(member, SANCTIONS[ActKind(kind)])
    if by is None or until is None or until <= timezone.now():
        return False
    last = Act.objects.filter(about=member, kind=kind).select_related("by").first()
    return last is not None and last.by is not None and roles.rank(last.by) > roles.rank(by)


def record_and_notify(
    by: Member | None,
    kind: ActKind,
    reason: str,
    member: Member,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **more: Any,
) -> Act:
    """Record an act about a member, and notify them."""
    act = record(by, kind, reason, member, before, after, **more)
    notify(act, [member])
    return act


def record(
    by: Member | None,
    kind: ActKind,
    reason: str,
    about: Member | None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **more: Any,
) -> Act:
    """Add an entry to the audit log; `more` are further fields of it. The operator need not give a reason."""
    if by is not None and not reason.strip():
        raise ActionRefusedError(_("Give a reason."))
    fields = {"name": about.username if about else "", **more}
    return Act.objects.create(
        by=by,
        by_name=by.username if by else OPERATOR,
        kind=kind,
        about=about,
        reason=reason.strip(),
        details={"before": before, "after": after},
        **fields,
    )


def notify(act: Act, members: Iterable[Member]) -> None:
    """Add a notice of the act for each of the members."""
    ids = []
    for member in members:
        Notice.objects.create(to=member, act=act)
        Member.objects.filter(pk=member.pk).update(unread=F("unread") + 1)
        ids.append(member.pk)
    add_notices(ids, STAFF, StaffBody(path="/me/notices"), key=f"act:{act.pk}")


def iso_text(moment: datetime | None) -> str | None:
    """Return the moment as the audit log stores it."""
    return moment.isoformat() if moment else None
