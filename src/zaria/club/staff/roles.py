"""The ranks of the staff and their permissions.

A power is a permission of `Act`; a group has some of them. Nobody acts on themselves, or on members of their
own rank or a higher one. The operator, who sits at the machine and appoints the first owner, is no member,
stands as `None` in this module, and may do everything.
"""

from collections.abc import Mapping
from enum import IntEnum

from django.contrib.auth.models import Group, Permission
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import Member

MODERATORS, ADMINISTRATORS, OWNER = "moderators", "administrators", "owner"

MODERATE = ("warn", "mute", "block", "rename", "face", "names", "comments", "lines")
ADMINISTER = (
    "void",
    "correct",
    "delete",
    "appoint",
    "addresses",
    "credits",
    "tournaments",
    "federations",
    "texts",
)

POWERS: Mapping[str, tuple[str, ...]] = {
    MODERATORS: MODERATE,
    ADMINISTRATORS: (*MODERATE, *ADMINISTER),
}
"""Permissions of each new group; an owner may do everything."""


class Rank(IntEnum):
    """The ranks, lowest first."""

    MEMBER = 0
    MODERATOR = 1
    ADMINISTRATOR = 2
    OWNER = 3


RANKS = {"": Rank.MEMBER, MODERATORS: Rank.MODERATOR, ADMINISTRATORS: Rank.ADMINISTRATOR, OWNER: Rank.OWNER}
"""The ranks by the words of appointments; "": dismissed."""

TITLES = {
    Rank.MEMBER: _("member"),
    Rank.MODERATOR: _("moderator"),
    Rank.ADMINISTRATOR: _("administrator"),
    Rank.OWNER: _("owner"),
}


def rank(member: Member | None) -> Rank:
    """The rank of a member; 0 for one who is blocked or gone."""
    if member is None:
        return Rank.OWNER
    if not member.is_staff or not member.is_active or _blocked(member):
        return Rank.MEMBER
    return appointed(member)


def appointed(member: Member) -> Rank:
    """The rank of a member without regard to a block."""
    if member.is_superuser:
        return Rank.OWNER
    if not member.is_staff:
        return Rank.MEMBER
    groups = {group.name for group in member.groups.all()}
    return Rank.ADMINISTRATOR if ADMINISTRATORS in groups else Rank.MODERATOR


def has(by: Member | None, power: str) -> bool:
    """Return whether a member has a power, regardless of its subject."""
    return by is None or (rank(by) > Rank.MEMBER and by.has_perm(f"staff.{power}"))


def may(by: Member | None, power: str, *about: Member) -> bool:
    """Return whether a member may use a power on these members."""
    return has(by, power) and all(stands_below(member, by) for member in about)


def stands_below(member: Member, by: Member | None) -> bool:
    """Return whether `by` may act on a member at all."""
    return by is None or (member.pk != by.pk and appointed(member) < rank(by))


def make_groups() -> None:
    """Make the missing groups; existing ones stay as the owner has set them."""
    for name, powers in POWERS.items():
        group, created = Group.objects.get_or_create(name=name)
        if created:
            group.permissions.set(
                Permission.objects.filter(content_type__app_label="staff", codename__in=powers)
            )


def _blocked(member: Member) -> bool:
    return member.blocked_until is not None and member.blocked_until > timezone.now()
