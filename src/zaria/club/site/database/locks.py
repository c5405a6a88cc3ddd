"""Named locks for writes that must wait for each other and have no row to lock."""

from hashlib import sha256

from django.db import connection


def lock_name(name: str) -> None:
    """Lock a name until the end of the transaction; others that lock it wait.

    SQLite lets only one transaction write at a time: all begin with its lock (`databases.py`).
    """
    if connection.vendor == "postgresql":
        number = int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
