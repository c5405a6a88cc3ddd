"""The site's database in both engines, for tests of the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.support.by_day import by_day
from tests.support.club.site_database import site
from zaria.club.ledger import triggers

ENGINES = ("sqlite", "postgresql")
in_both_engines = pytest.mark.parametrize("club", ENGINES, indirect=True)
"""For tests with `club_in_sqlite` that prove something about the engine: locks, races, sums of money."""


@pytest.fixture(params=ENGINES)
def club(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """An empty club."""
    yield from _opened(request, tmp_path)


@pytest.fixture(params=by_day(("sqlite",), ENGINES))
def club_in_sqlite(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """An empty club; in PostgreSQL too only by night."""
    yield from _opened(request, tmp_path)


def _opened(request: pytest.FixtureRequest, home: Path) -> Iterator[None]:
    url = request.getfixturevalue("postgres").url("site") if request.param == "postgresql" else None
    with site(url, home):
        yield


@pytest.fixture
def refuse_deletion(club: None) -> Iterator[None]:
    """The triggers that the database of the tests lacks, because tests empty its tables."""
    if connection.vendor != "sqlite":
        yield
        return
    names = ("ledger_transfer_deleted", "ledger_account_deleted")
    with connection.cursor() as cursor:
        for statement in triggers.SQLITE:
            if any(name in statement for name in names):
                cursor.execute(statement)
        yield
        for name in names:
            cursor.execute(f"DROP TRIGGER {name}")
