"""The sizes of all tables, the journal's among them: measured and stored once a day."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.db import connection
from django.db.models import Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from zaria.club.site import data_directory
from zaria.club.site.database import databases
from zaria.club.site.worker import Worker
from zaria.club.storage.models import TableSize
from zaria.live.journal import factory

EVERY_S = 3600.0
"""Seconds between two looks at whether the sizes of the day are stored."""
PERIOD_DAYS = 30
"""Days over which growth is averaged, or as many as are stored."""
MOST_READ = 2**28
"""Bytes up to which the tables of an SQLite file are measured one by one: it reads each page of the file."""
STATEMENT_S = 60.0

_POSTGRESQL = """
SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname IN ('public', 'live')
"""
_SQLITE = """
SELECT coalesce(m.tbl_name, s.name), sum(s.pgsize) FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name
WHERE s.aggregate = TRUE GROUP BY 1
"""


class TableGrowth(NamedTuple):
    """The size of a table in bytes, and by how much it grows a day (None: known from the second day on)."""

    table: str
    size: int
    daily: int | None


class TableSizes(Worker, Collector):
    """Measures the tables once a day in the process that records results. Collects its metrics."""

    def __init__(self, is_responsible: Callable[[], bool]) -> None:
        """`is_responsible` says whether this process does the work."""
        super().__init__("sizes", EVERY_S, STATEMENT_S)
        self._is_responsible = is_responsible
        self._growths: list[TableGrowth] = []

    async def run_round(self) -> float | None:
        """Measure the tables if they were not today, and read their growth."""
        self._growths = await self._database.run(_update, timezone.now()) if self._is_responsible() else []
        return None

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The sizes of the day, in the process that measures them."""
        if not self._growths:
            return
        sizes = GaugeMetricFamily("zaria_table_bytes", "Size of a table and its indexes", labels=["table"])
        daily = GaugeMetricFamily("zaria_table_growth_bytes", "Its growth a day", labels=["table"])
        for growth in self._growths:
            sizes.add_metric([growth.table], growth.size)
            if growth.daily is not None:
                daily.add_metric([growth.table], growth.daily)
        yield from (sizes, daily)


def _update(now: datetime) -> list[TableGrowth]:
    store(now.date())
    return growths()


def store(day: date) -> None:
    """Store the sizes of a day, unless they are."""
    if not TableSize.objects.filter(day=day).exists():
        rows = [TableSize(table=table, day=day, size=size) for table, size in measure().items()]
        TableSize.objects.bulk_create(rows, ignore_conflicts=True)


def measure() -> dict[str, int]:
    """Return the bytes of each table with its indexes; of a large SQLite file, those of the file."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_POSTGRESQL)
            return dict(cursor.fetchall())
    home = data_directory.directory()
    sizes: dict[str, int] = {}
    for name in (databases.FILE, factory.FILE):
        if (home / name).exists():
            sizes |= measure_file(home / name)
    return sizes


def measure_file(path: Path, most_read: int = MOST_READ) -> dict[str, int]:
    """Return the bytes of each table of an SQLite file, or of the file if it is larger than `most_read`."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)) as file:
        pages, free, page_size = (
            file.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        whole = {path.name: (pages - free) * page_size}
        if pages * page_size > most_read:
            return whole
        try:
            return dict(file.execute(_SQLITE).fetchall())
        except sqlite3.OperationalError:  # this SQLite was built without `dbstat`
            return whole


def growths() -> list[TableGrowth]:
    """Return the last stored sizes, the largest first, with their growth over the last `PERIOD_DAYS`."""
    last = TableSize.objects.order_by("-day").values_list("day", flat=True).first()
    if last is None:
        return []
    period = TableSize.objects.filter(day__gte=last - timedelta(days=PERIOD_DAYS))
    first = period.aggregate(day=Min("day"))["day"]
    earlier = dict(TableSize.objects.filter(day=first).values_list("table", "size"))
    days = (last - first).days
    sizes = TableSize.objects.filter(day=last).order_by("-size", "table").values_list("table", "size")
    return [
        TableGrowth(table, size, round((size - earlier.get(table, 0)) / days) if days else None)
        for table, size in sizes
    ]
