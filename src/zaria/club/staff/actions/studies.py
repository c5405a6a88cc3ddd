"""Removal of studies, and their return."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import lock_members
from zaria.club.staff.actions.recording import ActionRefusedError, record, record_and_notify, require_power
from zaria.club.staff.models import Act, ActKind
from zaria.club.studies import actions, queries
from zaria.club.studies.models import Study

POWER = "comments"


@transaction.atomic
def remove_study(by: Member | None, study: Study, reason: str) -> Act:
    """Remove a study; its owner gets a notice with the reason."""
    owner = _lock_owner(by, study)
    if not actions.remove(study):
        raise ActionRefusedError(_("This study no longer exists."))
    return _record(by, ActKind.STUDY, reason, study, owner)


@transaction.atomic
def restore_study(by: Member | None, study: Study, reason: str) -> Act:
    """Show a removed study again; its owner gets a notice."""
    owner = _lock_owner(by, study)
    if not actions.restore(study):
        raise ActionRefusedError(_("This study is not removed."))
    return _record(by, ActKind.RESTUDY, reason, study, owner)


def _lock_owner(by: Member | None, study: Study) -> Member | None:
    """Lock the owner of a study, if `by` may act on it."""
    owner = queries.owner_of(study)
    require_power(by, POWER, *([] if owner is None else [owner]))
    lock_members([] if owner is None else [owner.pk])
    return owner


def _record(by: Member | None, kind: ActKind, reason: str, study: Study, owner: Member | None) -> Act:
    named = {"study": study.pk, "title": study.title}
    if owner is None or not owner.is_active:
        return record(by, kind, reason, owner, before=named)
    return record_and_notify(by, kind, reason, owner, before=named)
