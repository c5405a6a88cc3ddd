"""The site's tables for tests with several threads: in a file, or in PostgreSQL.

What tests have else is SQLite in memory, where threads lock each other out.
"""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from asgiref.local import Local
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.support.servers import CLUB, shared
from tests.support.services import postgres_bin
from zaria.club.site.database import databases

POSTGRESQL = "zaria.club.site.database.postgresql"
TABLES = "site_tables"
"""A database of each PostgreSQL server of tests, with the site's empty tables."""
REMEMBER = """
CREATE SCHEMA initial;
CREATE TABLE initial.sequences AS
    SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public';
DO $$ DECLARE one name; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE initial.%I AS TABLE public.%I', one, one);
    END LOOP;
END $$"""
"""Keeps the rows of all tables and the values of all sequences."""
RESTORE = """
SET LOCAL session_replication_role = replica;
DROP SCHEMA IF EXISTS live CASCADE;
DO $$ DECLARE one name; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DELETE FROM public.%I', one);
        EXECUTE format('INSERT INTO public.%I SELECT * FROM initial.%I', one, one);
    END LOOP;
END $$;
SELECT setval(format('public.%I', name), coalesce(value, 1), value IS NOT NULL) FROM initial.sequences"""
"""Restores them. As a replica the server fires no triggers: those of the ledger refuse to delete."""


@contextmanager
def migrated_once() -> Iterator[None]:
    """Meanwhile Django migrates its database in memory: only one worker finds anything to do.

    The others find there the tables of the first, or of the first server (`tests.support.servers.furnish`).
    """
    creation: Any = connection.creation  # the name is private
    memory = creation._get_test_db_name()
    with shared(CLUB) as tables, closing(sqlite3.connect(memory, uri=True)) as db:
        if is_migrated := tables.exists():
            with closing(sqlite3.connect(tables)) as source:
                source.backup(db)
        yield
        if not is_migrated:
            db.execute("VACUUM INTO ?", [str(tables)])


@contextmanager
def site(url: str | None, home: Path) -> Iterator[None]:
    """All threads use empty tables in the database at `url`, or (None) in a file in `home`."""
    if url is None:
        connection.ensure_connection()
        with closing(sqlite3.connect(home / databases.FILE)) as copy:
            connection.connection.backup(copy)  # page by page: a fifth of the work of `VACUUM INTO`
            # As the server's start does: of several processes that change a file to WAL at once some fail.
            copy.execute("PRAGMA journal_mode=WAL")
    else:
        copy_tables(url)
    with instead(databases.default(url, home)):
        yield


def furnished(request: pytest.FixtureRequest, name: str) -> str:
    """The address of a PostgreSQL database that has the site's tables: a server has none to make."""
    url = str(request.getfixturevalue("postgres").url(name))
    with request.getfixturevalue("django_db_blocker").unblock():
        copy_tables(url)
    return url


def copy_tables(url: str) -> None:
    """Make the database at `url` a copy of one with empty tables: migrating each one takes seconds.

    A copy that is there is restored instead: a new one costs a third of a second.
    """
    if _restored(url):
        return
    options = conninfo_to_dict(url)
    name = str(options["dbname"])
    server = make_conninfo(url, dbname="postgres")
    with psycopg.connect(server, autocommit=True) as db:
        if not db.execute("SELECT 1 FROM pg_database WHERE datname = %s", (TABLES,)).fetchone():
            db.execute(_statement("CREATE DATABASE {}", f"{TABLES}_new"))
            migrated = url.rpartition("/")[0] + f"/{TABLES}_new"
            _make_tables(migrated)
            db.execute(_statement("ALTER DATABASE {} RENAME TO {}", f"{TABLES}_new", TABLES))
        db.execute(_statement("DROP DATABASE IF EXISTS {} WITH (FORCE)", name))
        db.execute(_statement("CREATE DATABASE {} TEMPLATE {}", name, TABLES))


def _make_tables(url: str) -> None:
    """Migrate the empty database at `url`, or fill it as another worker's was when it was migrated."""
    with shared(f"{TABLES}.sql") as dump:
        if dump.exists():
            psql = str(postgres_bin() / "psql")
            fill = [psql, "-qX1", "-v", "ON_ERROR_STOP=1", "-o", os.devnull, "-d", url]
            subprocess.run(fill, input=dump.read_bytes(), check=True)
            return
        with instead(databases.default(url, Path())):
            call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        with psycopg.connect(url) as db:
            db.execute(REMEMBER)
        whole = subprocess.run([postgres_bin() / "pg_dump", "-d", url], stdout=subprocess.PIPE, check=True)
        dump.write_bytes(whole.stdout)


def _restored(url: str) -> bool:
    """Give the database at `url` its initial rows again, and return True, if it is such a copy."""
    try:
        db = psycopg.connect(url)
    except psycopg.OperationalError:
        return False
    with db:
        if db.execute("SELECT to_regclass('initial.django_migrations')").fetchone() == (None,):
            return False
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        db.execute(RESTORE)
    return True


def _statement(text: LiteralString, *names: str) -> sql.Composed:
    return sql.SQL(text).format(*map(sql.Identifier, names))


@contextmanager
def instead(options: dict[str, Any]) -> Iterator[None]:
    """All threads use this database (`zaria.club.site.database.databases.default`), as it is."""
    handler: Any = connections  # its parts are private
    default, lines, create = handler.settings["default"], handler._connections, handler.create_connection
    wrappers: list[BaseDatabaseWrapper] = []

    def created(alias: str) -> BaseDatabaseWrapper:
        line: BaseDatabaseWrapper = create(alias)  # threads that begin at once must not get each other's
        line.inc_thread_sharing()  # they are closed from here
        wrappers.append(line)
        return line

    handler.settings["default"] = {**default, **options}
    handler._connections, handler.create_connection = Local(handler.thread_critical), created
    try:
        yield
    finally:
        for line in wrappers:
            line.close()
        if options["ENGINE"] == POSTGRESQL:
            handler.create_connection("default").close_pool()
        handler.settings["default"] = default
        handler._connections, handler.create_connection = lines, create
