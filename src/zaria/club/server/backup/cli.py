"""`zaria backup FILE` and `zaria restore FILE`."""

import argparse
import sys
import time
from pathlib import Path

from zaria.usage import UsageError

EVERY_S = 2.0
"""Seconds between two lines of progress; a quick backup says nothing."""


class Progress:
    """Says on standard error how far a backup is."""

    def __init__(self, every: float = EVERY_S) -> None:
        """Print a line every so many seconds."""
        self._every = every
        self._next = time.monotonic() + every

    def __call__(self, name: str, done: int, total: int) -> None:
        """Print a line, unless one was printed just now."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + self._every
            print(f"{name}: {100 * done // max(total, 1)}%", file=sys.stderr, flush=True)


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the `backup` and `restore` commands to the `zaria` parser."""
    saving = commands.add_parser("backup", help="save all data in one file, while the server runs")
    saving.add_argument(
        "file", metavar="FILE", type=Path, help="a new .tar.gz; keep it as secret as the data"
    )
    saving.set_defaults(run=_backup)
    putting = commands.add_parser("restore", help="restore a backup, while the server is stopped")
    putting.add_argument("file", metavar="FILE", type=Path)
    putting.add_argument("--force", action="store_true", help="replace existing data")
    putting.set_defaults(run=_restore)


def _backup(args: argparse.Namespace) -> int:
    from zaria.club.server.backup import archive
    from zaria.club.site import data_directory

    try:
        size = archive.backup(args.file, Progress())
    except data_directory.ConfigurationError as error:
        raise UsageError(str(error)) from error
    print(f"{args.file}: {size / 1e6:.1f} MB")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from zaria.club.server.backup import archive
    from zaria.club.site import data_directory

    try:
        away = archive.restore(args.file, force=args.force)
    except data_directory.ConfigurationError as error:
        raise UsageError(str(error)) from error
    print(f"Restored {args.file}." + (f" The replaced files are in {away}." if away else ""))
    return 0
