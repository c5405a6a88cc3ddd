"""Checks of the files of a data directory before a club starts on them: a restore may have been halved."""

import sqlite3
from contextlib import closing
from pathlib import Path

from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.database import databases
from zaria.live.journal import factory

_RESTORE = "Restore both files from one backup (zaria restore)"
_HAS_MATCHES = "SELECT 1 FROM match LIMIT 1"
_MARK = "SELECT match_id FROM results_scribed WHERE over > 0 LIMIT 1"
_KNOWN = "SELECT 1 FROM match WHERE id = ?"


def require_consistent_files(home: Path) -> None:
    """Refuse a journal without its club, a club without its journal, and a journal older than the club.

    A journal that is newer is right: the results that the club lacks are made up. Raises
    `ConfigurationError`, whose one line says what to do.
    """
    club, journal = home / databases.FILE, home / factory.FILE
    if not club.exists() and _first(journal, _HAS_MATCHES) is not None:
        raise ConfigurationError(
            f"{home} has matches in {journal.name}, but no {club.name}. {_RESTORE}, or move {journal.name}"
            " away to begin an empty club"
        )
    mark = _first(club, _MARK)
    if mark is None:
        return
    if not journal.exists():
        raise ConfigurationError(
            f"{home} has results in {club.name}, but no {journal.name} with their matches. {_RESTORE}"
        )
    if _first(journal, _KNOWN, mark) is None:
        raise ConfigurationError(
            f"{journal.name} in {home} is older than {club.name}: it lacks match {mark}. {_RESTORE}"
        )


def require_known_migrations() -> None:
    """Refuse a database whose migrations lead elsewhere; raises `ConfigurationError`."""
    from zaria.club.site.database import migration_history

    if fault := migration_history.find_fault():
        raise ConfigurationError(fault)


def _first(path: Path, query: str, *values: object) -> object:
    """The first value of a query; None without a row, a table, or a file. A damaged file is refused later."""
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)) as file:
            row = file.execute(query, values).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else row[0]
