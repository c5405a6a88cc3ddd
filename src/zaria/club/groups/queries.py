"""The people of groups, and the readers who may see a pupil."""

from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.groups.models import Group, Pupil


class GroupAccess(NamedTuple):
    """A group, and its reader's part in it: the teacher, or a pupil (`place`)."""

    group: Group
    is_teacher: bool
    place: Pupil | None


def access(group_id: str, member: Member) -> GroupAccess | None:
    """Return a group for one of its people; None for others, and if there is no such group."""
    group = Group.objects.select_related("teacher").filter(pk=group_id).first()
    if group is None:
        return None
    if group.teacher_id == member.pk:
        return GroupAccess(group, True, None)
    place = Pupil.objects.select_related("member").filter(group=group, member=member).first()
    return None if place is None else GroupAccess(group, False, place)


def taught_groups(member: Member) -> "QuerySet[Group]":
    """Return the groups of a teacher, each with the number of its `places`."""
    return Group.objects.filter(teacher=member).annotate(places=Count("pupils")).order_by("created", "pk")


def joined_groups(member: Member) -> "QuerySet[Group]":
    """Return the groups in which a member is a pupil."""
    places = Pupil.objects.filter(member=member).values("group")
    return Group.objects.filter(pk__in=places).select_related("teacher").order_by("created", "pk")


def groups_in(federations: "QuerySet[Any, int]") -> "QuerySet[Group]":
    """Return the groups of federations, each with the number of its `places`."""
    groups = Group.objects.filter(federation__in=federations).select_related("teacher", "federation")
    return groups.annotate(places=Count("pupils")).order_by("federation__name", "created", "pk")


def pupils_of(group: Group) -> list[Pupil]:
    """Return the pupils of a group by their names."""
    rows = Pupil.objects.filter(group=group).select_related("member")
    return sorted(rows, key=lambda pupil: (pupil.display_name.casefold(), pupil.pk))


def pupil_accounts(teacher: Member) -> list[Member]:
    """Return the pupil accounts that a teacher has made."""
    return list(Member.objects.filter(is_pupil=True, group_places__group__teacher=teacher))


def may_see(member: Member, reader: Member | None) -> bool:
    """Return whether a reader may open pages about a member: those of pupils only their group may."""
    if not member.is_pupil:
        return True
    if reader is None:
        return False
    if reader.pk == member.pk:
        return True
    groups = Pupil.objects.filter(member=member).values("group")
    return (
        Group.objects.filter(pk__in=groups, teacher=reader).exists()
        or Pupil.objects.filter(group__in=groups, member=reader).exists()
    )
