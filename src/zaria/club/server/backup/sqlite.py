"""The two SQLite files of a club: a copy of them while they are written, and the way back."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from zaria.club.site import data_directory, databases
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.journal import factory

NAMES = (factory.FILE, databases.FILE)
PATIENCE = 30
"""Seconds to wait for a lock that the server holds."""
_MINE = ("secret-key", *(name + tail for name in NAMES for tail in ("", "-wal", "-shm", "-journal")))
"""Files that are put aside before a restore: a log of the old file must never meet the new one."""


def save(home: Path, aside: Path) -> list[Path]:
    """Copies of the files as they are at one moment each, looked through; raises `ConfigurationError`."""
    if not (home / factory.FILE).exists():
        raise ConfigurationError(f"nothing to back up: there is no {factory.FILE} in {home}")
    return [_copy(home / name, aside / name) for name in NAMES if (home / name).exists()]


def _copy(source: Path, target: Path) -> Path:
    """In one step, which is one reading transaction: the server goes on writing meanwhile."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True, timeout=PATIENCE)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new)
        _look_through(target)
    except sqlite3.Error as error:
        raise ConfigurationError(f"cannot copy {source}: {error}") from error
    return target


def _look_through(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        raise sqlite3.DatabaseError(found[0])


def put_back(aside: Path, home: Path, force: bool) -> str:
    """Replace the files in `home`; return the directory with the old ones, "" if there were none.

    Raises `ConfigurationError`.
    """
    with data_directory.claim(home):
        for name in NAMES:
            if (aside / name).exists():
                _checked(aside / name)
        there = [home / name for name in _MINE if (home / name).exists()]
        if there and not force:
            raise ConfigurationError(f"{home} is not empty: add --force to move its files aside and restore")
        away = _put_away(there, home) if there else ""
        for path in sorted(aside.iterdir()):
            if path.name in _MINE:
                path.replace(home / path.name)
        return away


def _checked(path: Path) -> None:
    try:
        _look_through(path)
    except sqlite3.Error as error:
        raise ConfigurationError(f"the backup's {path.name} is damaged: {error}") from error


def _put_away(there: list[Path], home: Path) -> str:
    away = home / time.strftime("replaced-%Y%m%d-%H%M%S")
    away.mkdir(mode=0o700)
    for path in there:
        path.rename(away / path.name)
    return str(away)
