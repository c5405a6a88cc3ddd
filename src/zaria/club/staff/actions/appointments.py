"""The ranks of members: appointment and dismissal of staff."""

from functools import partial

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.flows import sessions
from zaria.club.accounts.models import Member
from zaria.club.staff import roles
from zaria.club.staff.actions.recording import ActionRefusedError, lock_member, record_and_notify
from zaria.club.staff.models import Act, ActKind


@transaction.atomic
def appoint(by: Member | None, member: Member, reason: str, rank: str) -> Act:
    """Give a member a rank, a key of `roles.RANKS` ("": none); they have to sign in again."""
    member = lock_member(by, "appoint", member)
    wanted, before = roles.RANKS[rank], roles.appointed(member)
    if by is not None and wanted >= roles.rank(by):
        raise PermissionDenied
    if wanted == before:
        raise ActionRefusedError(_("Nothing would change."))
    member.is_staff, member.is_superuser = wanted > roles.Rank.MEMBER, wanted == roles.Rank.OWNER
    member.save(update_fields=["is_staff", "is_superuser"])
    member.groups.remove(*Group.objects.filter(name__in=roles.POWERS))
    if rank in roles.POWERS:
        member.groups.add(Group.objects.get(name=rank))
    transaction.on_commit(partial(sessions.end_all, member))
    return record_and_notify(
        by, ActKind.APPOINT, reason, member, {"rank": before.name}, {"rank": wanted.name}
    )
