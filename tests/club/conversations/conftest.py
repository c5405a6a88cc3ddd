"""The site's database in a file, and in both engines."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.club.ledger.conftest import club  # noqa: F401  fixture
from tests.support.club.site_database import site
from tests.support.club.talking import Talk, talking


@pytest.fixture
def database_file(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """An empty club in a file."""
    with site(None, tmp_path):
        yield


@pytest.fixture
async def talk(database_file: None, tmp_path: Path) -> AsyncIterator[Talk]:
    """A club without limits on lines."""
    async with talking(tmp_path) as server:
        yield server
