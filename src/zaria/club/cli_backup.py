"""`zaria backup FILE` and `zaria restore FILE`."""

import argparse
from pathlib import Path

from zaria.cli_rules import UsageError


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add both to the `zaria` command."""
    saving = commands.add_parser("backup", help="all that the club keeps in one file, while it is open")
    saving.add_argument("file", metavar="FILE", type=Path, help="a new .tar.gz; as secret as the data itself")
    saving.set_defaults(run=_backup)
    putting = commands.add_parser("restore", help="put back what a backup holds, while the club is closed")
    putting.add_argument("file", metavar="FILE", type=Path)
    putting.add_argument("--force", action="store_true", help="also where something is already")
    putting.set_defaults(run=_restore)


def _backup(args: argparse.Namespace) -> int:
    from zaria.club import backup, data

    try:
        size = backup.backup(args.file)
    except data.UnusableDataDirectoryError as error:
        raise UsageError(str(error)) from error
    print(f"{args.file}: {size / 1e6:.1f} MB")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from zaria.club import backup, data

    try:
        away = backup.restore(args.file, args.force)
    except data.UnusableDataDirectoryError as error:
        raise UsageError(str(error)) from error
    print(f"{args.file} is restored." + (f" What was here is in {away} now." if away else ""))
    return 0
