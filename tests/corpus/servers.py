"""The club of the corpus, opened by the code as it is: a copy in files or in a PostgreSQL database."""

import lzma
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from tests.corpus import files
from tests.corpus.club import SECRET_KEY
from tests.support.servers import Server, furnish
from tests.support.services import Postgres

KINDS = ("files", "postgres")
FILES = (SITE, LIVE) = ("club.sqlite3", "live.sqlite3")
CLUB = files.HERE / "club"
ROW = "match_id, seq, at, kind, body, actor, cmd"


def unpacked(name: str) -> bytes:
    """A database of the corpus."""
    return lzma.decompress((CLUB / f"{name}.xz").read_bytes())


def copied(data: Path) -> Path:
    """A data directory with a copy of the files; its static files are those of other tests."""
    furnish(data)
    for name in FILES:
        (data / name).write_bytes(unpacked(name))
    return data


def restored(postgres: Postgres) -> str:
    """The address of a database with the dump in it."""
    url = postgres.database(f"corpus_{secrets.token_hex(4)}")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(unpacked("postgres.sql"))
    return url


class Contents(NamedTuple):
    """The content of the databases: the columns of each table, and the rows of each match in the journal."""

    tables: dict[str, set[str]]
    rows: dict[str, list[tuple[Any, ...]]]


def _of_files(data: Path) -> Contents:
    tables: dict[str, set[str]] = {}
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for name in FILES:
        with closing(sqlite3.connect(data / name)) as db:
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = db.execute("SELECT name FROM pragma_table_info(?)", [table])
                tables[f"{name}: {table}"] = {column for (column,) in columns}
            if name == LIVE:
                for match_id, *row in db.execute(f"SELECT {ROW} FROM event ORDER BY match_id, seq"):
                    rows.setdefault(match_id, []).append(tuple(row))
    return Contents(tables, rows)


def _of_postgres(url: str) -> Contents:
    tables: dict[str, set[str]] = {}
    rows: dict[str, list[tuple[Any, ...]]] = {}
    with psycopg.connect(url) as db:
        for schema, table, column in db.execute(
            "SELECT table_schema, table_name, column_name FROM information_schema.columns"
            " WHERE table_schema IN ('live', 'public')"
        ):
            tables.setdefault(f"{schema}.{table}", set()).add(column)
        for match_id, *row in db.execute(f"SELECT {ROW} FROM live.event ORDER BY match_id, seq"):
            rows.setdefault(match_id, []).append(tuple(row))
    return Contents(tables, rows)


class House:
    """The club on a copy of its own. `before` is what was in it before the server was started."""

    def __init__(self, kind: str, data: Path, request: pytest.FixtureRequest) -> None:
        self.data = furnish(data)
        self.url = restored(request.getfixturevalue("postgres")) if kind == "postgres" else None
        if self.url is None:
            copied(data)
        self.before = self.contents()
        more: dict[str, Any] = {} if self.url is None else {"ZARIA_DATABASE_URL": self.url}
        self.server = Server(data, module="tests.support.fast_engines", ZARIA_SECRET_KEY=SECRET_KEY, **more)

    def contents(self) -> Contents:
        """Its present content."""
        return _of_files(self.data) if self.url is None else _of_postgres(self.url)


@contextmanager
def opened(kind: str, data: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """The club while its server runs."""
    house = House(kind, data, request)
    try:
        yield house
    finally:
        if house.server.process.poll() is None:
            house.server.stop()
