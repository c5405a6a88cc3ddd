"""A member from before there were texts, and the browser in which they are signed in."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.staff import roles
from zaria.club.texts import consent

__all__ = ["plain_files"]


@pytest.fixture(autouse=True)
def _plain_files(plain_files: None) -> Iterator[None]:
    """For all pages; what this process knows of the versions is not another test's."""
    consent.forget()
    yield
    consent.forget()


@pytest.fixture
def ann(db: None) -> Member:
    """Never asked to agree."""
    return Member.objects.create(username="Annxx", email="ann@example.org", since=timezone.now())


@pytest.fixture
def keeper(db: None) -> Member:
    """An administrator."""
    member = Member.objects.create(
        username="Keeper", email="k@example.org", since=timezone.now(), is_staff=True, agreed=0
    )
    member.groups.add(Group.objects.get(name=roles.ADMINISTRATORS))
    return member


@pytest.fixture
def browser(ann: Member) -> Client:
    """Of Ann."""
    client = Client()
    client.force_login(ann)
    return client
