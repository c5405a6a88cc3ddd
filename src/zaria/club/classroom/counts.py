"""The number of open tasks of a member, in the memory of each process for a short while."""

from zaria.club.accounts.models import Member
from zaria.club.classroom.homework import states_of
from zaria.club.groups.models import Group, Homework, Pupil
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import now

FRESH_S = 60.0
"""Seconds for which a number is not counted anew."""
SIZE = 20_000

_counts: BoundedCache[int, int] = BoundedCache(SIZE, FRESH_S)


def known(member_id: int) -> int | None:
    """Return the number of a member, if it was counted a moment ago."""
    return _counts.get(member_id)


def count(member: Member) -> int:
    """Return how many tasks of their groups a member has not done, of those that are not past their day."""
    places = {place.group_id: place for place in Pupil.objects.filter(member=member).select_related("member")}
    tasks = Homework.objects.filter(group__in=places, due__gte=now().date()) if places else ()
    number = 0
    for task in tasks:
        place = places[task.group_id]
        number += not states_of(task, [place])[place.pk].is_done
    _counts.put(member.pk, number)
    return number


def forget_group(group: Group) -> None:
    """Count the tasks of all pupils of a group anew; other processes do so when their numbers are old."""
    for member_id in Pupil.objects.filter(group=group).values_list("member", flat=True):
        forget(member_id)


def forget(member_id: int) -> None:
    """Count the tasks of a member anew, the next time that the number is needed."""
    _counts.forget(member_id)
