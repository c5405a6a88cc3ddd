"""Django's settings for the site's own database, and the care of its file."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection, connections

from zaria.club.site.database.postgresql.limits import COMMANDS

log = logging.getLogger(__name__)

FILE = "club.sqlite3"
"""The name of the file in the data directory."""
_FORCED = "PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;"
"""Pragmas that put each commit on stable storage before its answer, even behind the disk cache of macOS."""


def default(url: str | None, home: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`, or without one for the file in `home`.

    `data_directory.database_url` gives the address.
    """
    if url is None:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": home / FILE,
            "CONN_MAX_AGE": None,  # threads of requests stay
            "OPTIONS": {
                "init_command": f"PRAGMA journal_mode=WAL; {_FORCED}",
                "transaction_mode": "IMMEDIATE",
            },
        }
    from psycopg.conninfo import conninfo_to_dict

    parts: dict[str, Any] = dict(conninfo_to_dict(url))
    return {
        "ENGINE": "zaria.club.site.database.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "application_name": "zaria-site",
            "limits": COMMANDS,
            **parts,
        },
    }


def let_commits_wait() -> None:
    """Let commits of this process reach the disk with later ones: a power cut may undo the last of them.

    It spares others on SQLite the wait for a disk that is busy. With PostgreSQL nothing changes.
    """
    if connection.vendor == "sqlite":
        connections.close_all()
        options = connections.settings["default"]["OPTIONS"]
        connections.settings["default"]["OPTIONS"] = {
            **options,
            "init_command": f"{options['init_command']} PRAGMA synchronous=NORMAL;",
        }


def checkpoint(home: Path) -> None:
    """Move the log of the file in `home` into the file, so that a stopped club is one file.

    SQLite does so itself only when the last connection is closed, and those of ended threads may be open.
    Nothing is lost without a checkpoint, so an unusable file is no error.
    """
    path = home / FILE
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=10)) as file:
            file.executescript(_FORCED)
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        log.warning("%s: its log stays beside it: %s", path, error)


def has_members(home: Path) -> bool:
    """Return whether the file of a data directory has an account; a damaged file is refused later."""
    if not (home / FILE).exists():
        return False
    try:
        with closing(sqlite3.connect(f"{(home / FILE).as_uri()}?mode=ro", uri=True, timeout=10)) as club:
            return club.execute("SELECT 1 FROM members_member LIMIT 1").fetchone() is not None
    except sqlite3.Error:
        return False
