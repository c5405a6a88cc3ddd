"""The two SQLite files of a club: a copy of them while they are written, and the way back."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

from zaria.club.site import data_directory
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.database import databases
from zaria.live.journal import factory

NAMES = (factory.FILE, databases.FILE)
PAGES = 4096
"""Pages that are copied between two reports."""
Report = Callable[[str, int, int], None]
"""Called with the name of a file, how much of it is done, and how much there is."""
PATIENCE = 30
"""Seconds to wait for a lock that the server holds."""
_MINE = (
    *data_directory.KEY_FILES,
    *(name + tail for name in NAMES for tail in ("", "-wal", "-shm", "-journal")),
)
"""Files that are put aside before a restore: a log of the old file must never meet the new one."""


def save(home: Path, aside: Path, report: Report) -> list[Path]:
    """Copies of the files as they are at one moment, looked through; raises `ConfigurationError`.

    Either file follows the other: a seat a hold, a result the end of a match. So both are as of a moment at
    which nobody could write in the site's file.
    """
    if not (home / factory.FILE).exists():
        raise ConfigurationError(f"nothing to back up: there is no {factory.FILE} in {home}")
    names = [name for name in NAMES if (home / name).exists()]
    try:
        with ExitStack() as stack:
            files = {name: stack.enter_context(closing(_connected(home / name))) for name in names}
            _begin_reading(files, home)
            return [_copy(files[name], aside / name, report) for name in names]
    except sqlite3.Error as error:
        raise ConfigurationError(f"cannot copy the files in {home}: {error}") from error


def _connected(path: Path) -> sqlite3.Connection:
    uri = f"{path.as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)


def _begin_reading(files: Mapping[str, sqlite3.Connection], home: Path) -> None:
    """Begin a reading transaction on each file at one moment: the server goes on writing after it."""
    with ExitStack() as stack:
        if databases.FILE in files:
            lock = stack.enter_context(closing(_connected(home / databases.FILE)))
            lock.execute("BEGIN IMMEDIATE")
        for file in files.values():
            file.execute("BEGIN")
            file.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()


def _copy(file: sqlite3.Connection, target: Path, report: Report) -> Path:
    """Copy what the file's reading transaction sees."""

    def copied(_status: int, remaining: int, total: int) -> None:
        report(target.name, total - remaining, total)

    with closing(sqlite3.connect(target)) as copy:
        file.backup(copy, pages=PAGES, progress=copied)
    try:
        _look_through(target)
    except sqlite3.Error as error:
        raise ConfigurationError(f"{target.name} is damaged: {error}") from error
    return target


def _look_through(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        result = db.execute("PRAGMA quick_check(1)").fetchone()
    if result != ("ok",):
        raise sqlite3.DatabaseError(result[0])


def put_back(aside: Path, home: Path, *, force: bool) -> str:
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
