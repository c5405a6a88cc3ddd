"""A club with staff of every rank and two members."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.test import Client
from django.utils import timezone, translation

from zaria.club.members.models import Member
from zaria.club.members.registry import registry
from zaria.club.staff import ranks

People = dict[str, Member]
SignIn = Callable[[Member], Client]

WHO = ("owner", "admin", "admin2", "moder", "moder2", "ann", "bob")


@pytest.fixture
def people(db: None) -> Iterator[People]:
    """By login; "owner" … "moder2" are staff."""
    made = {
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
    for name, group in (("admin", ranks.ADMINISTRATORS), ("moder", ranks.MODERATORS)):
        for member in (made[name], made[f"{name}2"]):
            member.groups.add(Group.objects.get(name=group))
    yield made
    for member in made.values():
        registry.blocked(member.player, False)


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
def _plain_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages name their files as they lie in the sources: nothing is collected."""
    plain = StaticFilesStorage(location=settings.WEB / "static", base_url="/static/")
    monkeypatch.setattr(staticfiles_storage, "_wrapped", plain)
