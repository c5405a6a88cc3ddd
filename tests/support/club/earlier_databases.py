"""Databases of versions whose migrations are squashed: release 1.0, and two of after it."""

import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.corpus import servers
from tests.support.club.site_database import instead
from zaria.club.site.database import databases

UNSQUASHED = Path(__file__).resolve().parents[2] / "data" / "unsquashed"
ORIGINS = (RELEASE, REPLACED, LAST) = ("release 1.0", "all replaced migrations", "last before squashing")
LATER = (
    ("analysis", "0002_since_release_1_0"),
    ("conversations", "0001_tables"),
    ("fair_play", "0001_tables"),
    ("federations", "0001_tables"),
    ("payouts", "0001_tables"),
    ("results", "0002_since_release_1_0"),
    ("staff", "0002_since_release_1_0"),
    ("support", "0001_tables"),
    ("tournaments", "0001_tables"),
)
"""The squashed migrations that are followed by others, which `REPLACED` has not had."""


@contextmanager
def earlier_database(origin: str, url: str | None, home: Path) -> Iterator[None]:
    """All threads use a copy: in the empty PostgreSQL database at `url`, or (None) in a file in `home`."""
    if url is None:
        fill_file(origin, home)
    else:
        read = servers.unpacked if origin == RELEASE else _unsquashed
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(read("postgres.sql"))
    with instead(databases.default(url, home)):
        if origin == REPLACED:
            MigrationExecutor(connection).migrate(LATER)
        yield


def fill_file(origin: str, home: Path) -> None:
    """Put a copy into a data directory, as the file of the site."""
    home.mkdir(exist_ok=True)
    if origin == RELEASE:
        (home / databases.FILE).write_bytes(servers.unpacked(databases.FILE))
        return
    with closing(sqlite3.connect(home / databases.FILE)) as db:
        db.executescript(_unsquashed("sqlite.sql").decode())


def _unsquashed(name: str) -> bytes:
    return lzma.decompress((UNSQUASHED / f"{name}.xz").read_bytes())
