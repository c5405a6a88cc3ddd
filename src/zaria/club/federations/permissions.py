"""Permissions: administrators administer their federation, staff with the power "federations" every one."""

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings

from zaria.club.accounts.models import Member
from zaria.club.federations.models import Contract, Federation

STAFF_PERMISSION = "staff.federations"


def is_administrator(member: Member | None, federation: Federation) -> bool:
    """True if a contract in force gives a member the administration of this federation."""
    if member is None or not member.is_active:
        return False
    return Contract.objects.in_force().filter(federation=federation, administrator=member).exists()


def is_federation_staff(member: Member | None) -> bool:
    """True for staff who may administer every federation."""
    if member is None or not member.is_staff or not member.has_perm(STAFF_PERMISSION):
        return False
    return not settings.STAFF_SECOND_STEP or is_mfa_enabled(member)


def may_administer(member: Member | None, federation: Federation) -> bool:
    """True if a member may administer this federation."""
    return is_administrator(member, federation) or is_federation_staff(member)
