"""Members with their browsers, before a site without live tables."""

from collections.abc import Awaitable, Callable

import pytest
from django.test import AsyncClient
from django.utils import timezone

from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.profile import views

__all__ = ["plain_files"]

Make = Callable[..., Awaitable[Member]]


@pytest.fixture
async def make(transactional_db: None) -> Make:
    """Makes a member who has come in."""

    async def made(name: str, **more: object) -> Member:
        return await Member.objects.acreate(
            username=name, email=f"{name}@example.org", since=timezone.now(), **more
        )

    return made


@pytest.fixture
async def marica(make: Make) -> Member:
    """A member."""
    return await make("Marica", colour="#2f6f73", country="BG")


@pytest.fixture
async def browser(marica: Member) -> AsyncClient:
    """The browser of Marica."""
    client = AsyncClient()
    await client.aforce_login(marica)
    return client


@pytest.fixture(autouse=True)
def _nothing_sent() -> None:
    """Nobody has sent anything before the test."""
    views.pictures.cache_clear()
    views.changes.cache_clear()


@pytest.fixture(autouse=True)
def _plain_files(plain_files: None) -> None:
    """For all pages."""
