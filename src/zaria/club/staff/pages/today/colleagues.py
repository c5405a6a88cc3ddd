"""The staff, and who of them is online."""

from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpRequest

from zaria.club.accounts.models import Member
from zaria.club.site.asgi import has_live, live_of
from zaria.club.staff import roles
from zaria.club.staff.models import Act

ACTS = 100
"""The latest acts whose authors are looked for: owners are in no group."""
MOST = 20


class Colleague(NamedTuple):
    """A member of the staff."""

    member: Member
    role: Any
    is_online: bool


def colleagues(request: HttpRequest, reader: Member | None) -> list[Colleague]:
    """Return the staff of the groups and those who have acted lately, those online first."""
    authors = {by for by in Act.objects.order_by("-pk").values_list("by", flat=True)[:ACTS] if by}
    if reader is not None:
        authors.add(reader.pk)
    groups = Member.groups.through.objects.filter(group__name__in=(roles.MODERATORS, roles.ADMINISTRATORS))
    keys = authors | set(groups.values_list("member_id", flat=True)[:MOST])
    staff = Member.objects.filter(Q(pk__in=keys), is_staff=True).prefetch_related("groups")
    rows = [
        Colleague(member, roles.TITLES[rank], _is_online(request, member))
        for member in staff
        if (rank := roles.rank(member)) > roles.Rank.MEMBER
    ]
    return sorted(rows, key=lambda row: (not row.is_online, row.member.username.lower()))[:MOST]


def _is_online(request: HttpRequest, member: Member) -> bool:
    """Return whether a member is online, and shows it."""
    if not has_live(request):
        return False
    users = live_of(request).lobby.sessions.online.users
    return users.find(users.handle(member.player)) is not None
