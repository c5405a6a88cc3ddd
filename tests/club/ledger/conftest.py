"""The site's database in both engines, for tests of the ledger."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.support.club.site_database import site
from zaria.club.ledger import triggers


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """An empty club."""
    url = request.getfixturevalue("postgres").url("site") if request.param == "postgresql" else None
    with site(url, tmp_path):
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
