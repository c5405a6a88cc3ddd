"""A club with staff of every rank and two members."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone, translation

from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import registry
from zaria.club.staff import roles

__all__ = ["plain_files"]

People = dict[str, Member]
SignIn = Callable[[Member], Client]

WHO = ("owner", "admin", "admin2", "moder", "moder2", "ann", "bob")


@pytest.fixture
def people(db: None) -> Iterator[People]:
    """By login; "owner" … "moder2" are staff."""
    members = {
        name: Member.objects.create(
            username=f"{name}x"[:10] if len(name) > 3 else f"{name}xx",
            email=f"{name}@example.org",
            player=f"p-{name}",
            since=timezone.now(),
            password="!",
            is_staff=name not in ("ann", "bob"),
            is_superuser=name == "owner",
        )
        for name in WHO
    }
    for name, group in (("admin", roles.ADMINISTRATORS), ("moder", roles.MODERATORS)):
        for member in (members[name], members[f"{name}2"]):
            member.groups.add(Group.objects.get(name=group))
    yield members
    for member in members.values():
        registry.blocked(member.player, blocked=False)


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which a member is signed in."""

    def signed_in(member: Member) -> Client:
        client = Client()
        client.force_login(member)
        return client

    return signed_in


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """A page speaks its reader's language on this thread; the next test begins as this one."""
    with translation.override(translation.get_language()):
        yield


@pytest.fixture(autouse=True)
def _plain_files(plain_files: None) -> None:
    """For all pages."""
