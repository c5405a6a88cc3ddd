"""The PostgreSQL database of a club, saved and put back by PostgreSQL's own programs."""

import os
import shutil
import subprocess
from pathlib import Path

from zaria.club.site.data_directory import ConfigurationError

NAME = "database.dump"
LOCK_S = 600
"""Seconds for which a backup waits for a table."""
_SERVED = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'zaria-journal'
"""
_TABLES = """
SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
WHERE relkind IN ('r', 'p') AND nspname <> 'information_schema' AND nspname !~ '^pg_'
"""


def save(url: str, aside: Path) -> Path:
    """Everything as it is at one moment, while it is written; raises `ConfigurationError`."""
    target = aside / NAME
    options = ("--format=custom", "--no-owner", "--no-privileges", f"--lock-wait-timeout={LOCK_S}s")
    _run("pg_dump", url, *options, f"--file={target}")
    return target


def put_back(url: str, aside: Path, *, force: bool) -> None:
    """Restore all or nothing; `force` replaces existing tables. Raises `ConfigurationError`."""
    if not (aside / NAME).exists():
        raise ConfigurationError(f"the backup contains no {NAME}")
    served, tables = _counted(url)
    if served:
        raise ConfigurationError("a server is using the database")
    if tables and not force:
        raise ConfigurationError("the database is not empty: add --force to replace its tables")
    replace = ("--clean", "--if-exists") if tables else ()
    _run("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
         *replace, str(aside / NAME))  # fmt: skip


def _counted(url: str) -> tuple[int, int]:
    """Return the numbers of server connections and of tables."""
    import psycopg

    from zaria.live.journal.pg_connection import reason

    try:
        with psycopg.connect(url, connect_timeout=5) as db:
            counts = db.execute(f"SELECT ({_SERVED}), ({_TABLES})").fetchone()
    except psycopg.Error as error:
        raise ConfigurationError(f"cannot use the database: {reason(error)}") from error
    assert counts is not None
    return counts[0], counts[1]


def _run(program: str, url: str, *options: str) -> None:
    """The password goes through the environment: anybody may read a command line."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    if shutil.which(program) is None:
        raise ConfigurationError(
            f"{program} is missing: install PostgreSQL's client (Debian: postgresql-client)"
        )
    parts = conninfo_to_dict(url)
    secret = {"PGPASSWORD": str(parts.pop("password"))} if parts.get("password") else {}
    done = subprocess.run(
        [program, f"--dbname={make_conninfo('', **parts)}", *options],
        env={**os.environ, **secret},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        messages = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise ConfigurationError(f"{program}: {messages[0]}")
