"""Two federations with an administrator each, members, and browsers in which they are signed in."""

import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.federations import limits
from zaria.club.federations.actions import contracts, memberships
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Federation, Membership
from zaria.club.staff import roles
from zaria.live.rate_limits import Rates

__all__ = ["plain_files"]

People = dict[str, Member]
SignIn = Callable[[Member], Client]

LOGINS = ("Marica", "Boris", "Ann", "Bob", "Keeper", "Moder")
"""Marica administers "sofia", Boris "varna"; Keeper is of the staff with the power, Moder without it."""


@pytest.fixture
def people(db: None) -> People:
    """Members by login."""
    members = {
        login: Member.objects.create(
            username=login,
            email=f"{login}@example.org",
            player=f"p-{login}",
            since=timezone.now(),
            seen_at=timezone.now(),
            is_staff=login in ("Keeper", "Moder"),
        )
        for login in LOGINS
    }
    members["Keeper"].groups.add(Group.objects.get(name=roles.ADMINISTRATORS))
    members["Moder"].groups.add(Group.objects.get(name=roles.MODERATORS))
    return members


@pytest.fixture
def sofia(people: People) -> Federation:
    """A federation that Marica administers; members ask to join it."""
    return _federation("sofia", "Tabla of Sofia", people["Marica"])


@pytest.fixture
def varna(people: People) -> Federation:
    """A federation that Boris administers."""
    return _federation("varna", "Nardy of Varna", people["Boris"])


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which a member is signed in."""

    def signed_in(member: Member) -> Client:
        client = Client()
        client.force_login(member)
        return client

    return signed_in


@pytest.fixture(autouse=True)
def _nothing_sent() -> None:
    """Nobody has sent anything before the test."""
    for rates in (limits.requests, limits.changes, limits.pictures):
        rates.cache_clear()


@pytest.fixture(autouse=True)
def _plain_files(plain_files: None) -> None:
    """For all pages."""


def add(federation: Federation, member: Member, state: str = "member") -> None:
    """Put a membership in a state, set by the member."""
    fields = {"state": state, "since": timezone.now(), "by": member}
    Membership.objects.update_or_create(federation=federation, member=member, defaults=fields)
    memberships.count_members(federation.pk)


def use_up(rates: Rates, member: Member) -> None:
    """Use up what a member may send, until an hour from now."""
    later = int((time.monotonic() + 3600) * 1000)
    while rates.take(str(member.pk), later):
        pass


def _federation(slug: str, name: str, administrator: Member) -> Federation:
    federation = contracts.create_federation(slug, name)
    agreement = Agreement("natural", f"{administrator.username} Petrova", f"Contract 1 of {slug}")
    contracts.give_administration(None, federation, administrator, agreement)
    return federation
