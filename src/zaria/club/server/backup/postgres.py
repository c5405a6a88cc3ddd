"""The PostgreSQL database of a club, saved and put back by PostgreSQL's own programs."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import IO

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
_EMPTY = """
DO $$
DECLARE command text;
BEGIN
    FOREACH command IN ARRAY ARRAY(
        SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace
        WHERE nspname NOT IN ('public', 'information_schema') AND nspname !~ '^pg_'
            AND NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND objid = pg_namespace.oid)
        UNION ALL
        SELECT format('DROP %s IF EXISTS public.%I CASCADE', kind, relname) FROM pg_class
            JOIN (VALUES ('r', 'TABLE'), ('p', 'TABLE'), ('f', 'FOREIGN TABLE'), ('v', 'VIEW'),
                ('m', 'MATERIALIZED VIEW'), ('S', 'SEQUENCE')) kinds (letter, kind) ON relkind::text = letter
        WHERE relnamespace = to_regnamespace('public')
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid
                AND (deptype = 'e' OR deptype = 'i' AND relkind = 'S'))
        UNION ALL
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = to_regnamespace('public')
            AND NOT EXISTS (SELECT FROM pg_depend WHERE deptype = 'e' AND objid = pg_proc.oid)
    )
    LOOP
        EXECUTE command;
    END LOOP;
END $$;
"""
"""Drops what any release has made, also what the backup does not know of: a table left there would stop the
next upgrade. Extensions stay. The sequence of an identity column is part of it ('i') and goes with its
table. The names of all are read first, as a dropped table may take a routine with it."""


def save(url: str, aside: Path) -> Path:
    """Everything as it is at one moment, while it is written; raises `ConfigurationError`."""
    target = aside / NAME
    options = (
        "--format=custom",
        "--compress=0",
        "--no-owner",
        "--no-privileges",
        f"--lock-wait-timeout={LOCK_S}s",
    )
    command, environment = _connected("pg_dump", url, *options, f"--file={target}")
    dumping = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    _raise_for("pg_dump", dumping.returncode, dumping.stderr)
    return target


def put_back(url: str, aside: Path, *, force: bool) -> None:
    """Restore all or nothing; `force` replaces all that is in the database. Raises `ConfigurationError`."""
    dump = aside / NAME
    if not dump.exists():
        raise ConfigurationError(f"the backup contains no {NAME}")
    served, tables = _counted(url)
    if served:
        raise ConfigurationError("a server is using the database")
    if tables and not force:
        raise ConfigurationError("the database is not empty: add --force to replace all that is in it")
    with tempfile.TemporaryFile("w+") as messages:
        code = _write(url, dump, _EMPTY if tables else "", messages)
        messages.seek(0)
        _raise_for("restore", code, messages.read())


def _write(url: str, dump: Path, script: str, messages: IO[str]) -> int:
    """Run the script and write the dump in one transaction; return the code of the program that failed, or 0.

    The `COMMIT` follows the dump only when all of it could be read: psql commits nothing by itself.
    """
    reading = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(dump)]
    command, environment = _connected("psql", url, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=messages
    ) as writer:
        assert writer.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            writer.stdin.write(f"SET client_min_messages = warning;\nBEGIN;\n{script}\n".encode())
            writer.stdin.flush()
            reader = subprocess.run(reading, stdin=subprocess.DEVNULL, stdout=writer.stdin, stderr=messages)
            if reader.returncode:
                writer.kill()
                return reader.returncode
            writer.stdin.write(b"COMMIT;\n")
            writer.stdin.close()
    return writer.returncode


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


def _program(name: str) -> str:
    if shutil.which(name) is None:
        raise ConfigurationError(
            f"{name} is missing: install PostgreSQL's client (Debian: postgresql-client)"
        )
    return name


def _connected(program: str, url: str, *options: str) -> tuple[list[str], dict[str, str]]:
    """Return command and environment: the password is in the latter, for anybody may read a command line."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    parts = conninfo_to_dict(url)
    secret = {"PGPASSWORD": str(parts.pop("password"))} if parts.get("password") else {}
    command = [_program(program), f"--dbname={make_conninfo('', **parts)}", *options]
    return command, {**os.environ, **secret}


def _raise_for(program: str, code: int, messages: str) -> None:
    if code:
        line = (messages.strip().splitlines() or [f"it ended with {code}"])[0]
        raise ConfigurationError(f"{program}: {line}")
