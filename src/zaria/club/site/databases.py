"""The site's own database, as Django wants to hear of it."""

from pathlib import Path
from typing import Any

FILE = "club.sqlite3"
"""Its name in the data directory."""
KEPT = 60
"""Seconds that a connection to PostgreSQL is kept for the next request."""


def default(url: str | None, home: Path) -> dict[str, Any]:
    """Django's settings for the database at `url` (see `data.database_url`), or the file in `home`."""
    if url is None:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": home / FILE,
            "OPTIONS": {
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
                "transaction_mode": "IMMEDIATE",
            },
        }
    from psycopg.conninfo import conninfo_to_dict

    parts: dict[str, Any] = dict(conninfo_to_dict(url))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "CONN_MAX_AGE": KEPT,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, "application_name": "zaria-site", **parts},
    }
