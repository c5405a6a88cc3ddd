"""Members with their browsers, before a site without live tables."""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.test import AsyncClient
from django.utils import timezone

from zaria.club import modules
from zaria.club.members.models import Member
from zaria.club.profile import views

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
async def hers(marica: Member) -> AsyncClient:
    """Her browser."""
    client = AsyncClient()
    await client.aforce_login(marica)
    return client


@pytest.fixture(autouse=True)
def _nothing_sent() -> None:
    """Nobody has sent anything before the test."""
    views.pictures.cache_clear()
    views.changes.cache_clear()


@pytest.fixture(autouse=True)
def _plain_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages name their files as they lie in the sources: nothing is collected."""
    plain = StaticFilesStorage(location=settings.WEB / "static", base_url="/static/")
    monkeypatch.setattr(staticfiles_storage, "_wrapped", plain)
    for kept in (modules.graph, modules.import_map):
        kept.cache_clear()
    yield
    for kept in (modules.graph, modules.import_map):
        kept.cache_clear()
