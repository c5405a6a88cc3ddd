"""The site's own database, as Django wants to hear of it."""

from pathlib import Path
from typing import Any

from zaria.club.site.postgresql.limits import COMMANDS

FILE = "club.sqlite3"
"""Its name in the data directory."""


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
        "ENGINE": "zaria.club.site.postgresql",
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
