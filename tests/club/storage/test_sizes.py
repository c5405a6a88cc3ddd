"""The sizes of tables: measured once a day in both engines, with their growth."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.club.ledger.conftest import club
from zaria.club.storage.models import TableSize
from zaria.club.storage.sizes import (
    PERIOD_DAYS,
    TableGrowth,
    TableSizes,
    growths,
    measure,
    measure_file,
    store,
)

__all__ = ["club"]
TODAY = date(2026, 3, 31)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of a club."""
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    return tmp_path


def test_each_table_is_measured(home: Path, club: None) -> None:
    sizes = measure()
    tables = set(connection.introspection.table_names())
    assert tables <= set(sizes)
    assert all(size >= 0 for size in sizes.values())
    assert sizes["django_migrations"] > 0


def test_of_a_large_file_only_its_own_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "live.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript("CREATE TABLE event(body BLOB); INSERT INTO event VALUES(zeroblob(100000))")
    assert measure_file(path)["event"] > 100_000
    assert list(measure_file(path, 1000)) == [path.name]
    assert measure_file(path, 1000)[path.name] == path.stat().st_size


@pytest.mark.django_db
def test_growth_is_that_of_the_last_days() -> None:
    assert growths() == []
    TableSize.objects.create(table="event", day=TODAY, size=900)
    assert growths() == [TableGrowth("event", 900, None)]
    TableSize.objects.create(table="event", day=TODAY - timedelta(days=PERIOD_DAYS + 1), size=1)
    TableSize.objects.create(table="event", day=TODAY - timedelta(days=10), size=400)
    TableSize.objects.create(table="compressed", day=TODAY, size=1000)
    assert growths() == [TableGrowth("compressed", 1000, 100), TableGrowth("event", 900, 50)]


@pytest.mark.django_db(transaction=True)
def test_a_day_is_measured_once_by_the_process_that_is_responsible(home: Path) -> None:
    with closing(sqlite3.connect(home / "live.sqlite3")) as file:
        file.executescript("CREATE TABLE event(body BLOB); INSERT INTO event VALUES(zeroblob(10000))")

    def run(*, is_responsible: bool) -> dict[str, dict[str, float]]:
        async def rounds() -> dict[str, dict[str, float]]:
            sizes = TableSizes(lambda: is_responsible)
            for _ in range(2):
                await sizes.run_round()
            await sizes.close()
            return {
                metric.name: {sample.labels["table"]: sample.value for sample in metric.samples}
                for metric in sizes.collect()
            }

        return asyncio.run(rounds())

    assert run(is_responsible=False) == {}
    assert not TableSize.objects.exists()
    metrics = run(is_responsible=True)
    stored = TableSize.objects.get(table="event", day=timezone.now().date())
    assert metrics["zaria_table_bytes"]["event"] == stored.size > 10_000
    assert metrics["zaria_table_growth_bytes"] == {}
    TableSize.objects.create(table="event", day=stored.day - timedelta(days=2), size=stored.size - 200)
    assert run(is_responsible=True)["zaria_table_growth_bytes"]["event"] == 100
    store(stored.day)
    assert TableSize.objects.filter(table="event").count() == 2
