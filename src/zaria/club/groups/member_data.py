"""The groups in the data of a member."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.groups.models import Group, Pupil, SimulSeat
from zaria.club.groups.queries import pupils_of


def stored_data(member: Member) -> dict[str, Any]:
    """Return the groups that a member teaches, with the pupils, and those in which they are a pupil."""
    return {
        "taught": [
            {
                "group": group.pk,
                "title": group.title,
                "created": group.created,
                "pupils": [
                    {"login": pupil.member.username, "name": pupil.name, "joined": pupil.joined}
                    for pupil in pupils_of(group)
                ],
                "homework": list(
                    group.homework.order_by("pk").values(
                        "kind", "game", "theme", "count", "level", "must_win", "given_at", "due"
                    )
                ),
                "simuls": list(group.simuls.order_by("pk").values("game", "terms", "created", "begun_at")),
            }
            for group in Group.objects.filter(teacher=member).order_by("created", "pk")
        ],
        "simuls": list(
            SimulSeat.objects.filter(member=member)
            .order_by("pk")
            .values("simul__group", "simul__game", "accepted", "match_id")
        ),
        "joined": list(
            Pupil.objects.filter(member=member)
            .order_by("pk")
            .values("group", "group__title", "name", "joined")
        ),
    }


def forget(member: Member) -> None:
    """Delete the places of a member in groups, and the groups that they teach."""
    Pupil.objects.filter(member=member).delete()
    SimulSeat.objects.filter(member=member).delete()
    Group.objects.filter(teacher=member).delete()
