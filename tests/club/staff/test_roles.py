"""Permissions of each role towards each other: all of them."""

from datetime import timedelta

import pytest
from django.db.models import prefetch_related_objects
from django.utils import timezone

from tests.club.staff.conftest import People
from zaria.club.accounts.models import Member
from zaria.club.staff import roles

HEIGHT = {"ann": 0, "bob": 0, "moder": 1, "moder2": 1, "admin": 2, "admin2": 2, "owner": 3}
POWERS = (*roles.MODERATE, *roles.ADMINISTER)


@pytest.mark.parametrize("who", HEIGHT)
def test_the_matrix(people: People, who: str) -> None:
    by = Member.objects.get(pk=people[who].pk)
    prefetch_related_objects([by, *people.values()], "groups")
    for power in POWERS:
        has = HEIGHT[who] >= (2 if power in roles.ADMINISTER else 1)
        assert roles.has(by, power) is has, power
        for whom, height in HEIGHT.items():
            expected = has and height < HEIGHT[who]
            assert roles.may(by, power, people[whom]) is expected, (power, whom)
            assert not roles.may(by, power, people[whom], by), "never himself"


def test_the_operator_may_do_everything(people: People) -> None:
    assert all(roles.may(None, power, *people.values()) for power in POWERS)


def test_a_member_who_is_blocked_or_gone_may_do_nothing(people: People) -> None:
    admin = people["admin"]
    admin.blocked_until = timezone.now() + timedelta(days=1)
    assert not roles.has(admin, "warn")
    assert not roles.may(people["moder"], "warn", admin), "he is still above him"
    admin.blocked_until, admin.is_active = None, False
    assert not roles.has(admin, "warn")


def test_a_group_that_the_owner_has_changed_stays_so(people: People) -> None:
    group = people["moder"].groups.get()
    group.permissions.clear()
    roles.make_groups()
    assert not group.permissions.exists()
