"""Locks by name for writes that must wait for one another and have no row to lock."""

from hashlib import sha256

from django.db import connection


def lock_name(name: str) -> None:
    """Let other transactions that lock this name wait for the end of the caller's.

    SQLite lets one transaction write at a time anyway: all begin with its lock (`databases.py`).
    """
    if connection.vendor == "postgresql":
        number = int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
