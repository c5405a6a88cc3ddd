"""Compares the migrations that a database has had with those of this version."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SHOWN = 3
"""Names in a message: a version may have many migrations."""


def find_fault() -> str | None:
    """Return what makes it impossible to go on from the database as it is, and what to do; None: nothing.

    Squashed migrations know what they replace. Where a database has had a part of that Django would leave
    out the rest, since the files are gone.
    """
    loader, applied = MigrationLoader(None), set(MigrationRecorder(connection).applied_migrations())
    replaced = [set(migration.replaces) for migration in loader.replacements.values()]
    expected = set(loader.disk_migrations or ()).union(*replaced)
    rooms = {room for room, _name in expected}
    if unknown := {key for key in applied - expected if key[0] in rooms}:
        return (
            f"a newer version of Zaria has changed the database ({_names(unknown)}). Start that version, or"
            " restore a backup that was made before the upgrade"
        )
    if partial := {key for keys in replaced if keys & applied for key in keys - applied}:
        return (
            f"a version between two releases has changed the database (it lacks {_names(partial)}). Restore"
            " a backup of a release, or start the version once that docs/compatibility.md names"
        )
    return None


def check_history(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_kwargs: Any
) -> list[CheckMessage]:
    """Refuse to migrate such a database: Django runs this check before its command `migrate`."""
    fault = find_fault() if databases else None
    return [Error(fault, id="zaria.E001")] if fault else []


def _names(migrations: set[tuple[str, str]]) -> str:
    return ", ".join(f"{room}.{name}" for room, name in sorted(migrations)[:SHOWN])
