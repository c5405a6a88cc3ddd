"""The members that a process knows, while the database is away and after it."""

from pathlib import Path

import pytest
from django.db import Error
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from tests.support.club.site_database import furnished, instead
from tests.support.services import Postgres
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import Registry
from zaria.club.site.database import databases


def test_members_are_read_again_once_the_database_is_back(
    mortal: Postgres, request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), instead(databases.default(furnished(request, "registry"), Path())):
        registry = Registry()
        registry.read_again()
        mortal.kill()
        with pytest.raises(Error):
            registry.read_again()
        mortal.start()
        registry.read_again()
        member = Member.objects.create(username="Ann", email="ann@example.org", since=timezone.now())
        registry.read_again()
        assert registry.is_member(member.player)
