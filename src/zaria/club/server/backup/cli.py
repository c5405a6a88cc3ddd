"""`zaria backup FILE` and `zaria restore FILE`."""

import argparse
from pathlib import Path

from zaria.cli_rules import UsageError


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
        size = archive.backup(args.file)
    except data_directory.ConfigurationError as error:
        raise UsageError(str(error)) from error
    print(f"{args.file}: {size / 1e6:.1f} MB")
    return 0


def _restore(args: argparse.Namespace) -> int:
    from zaria.club.server.backup import archive
    from zaria.club.site import data_directory

    try:
        away = archive.restore(args.file, args.force)
    except data_directory.ConfigurationError as error:
        raise UsageError(str(error)) from error
    print(f"Restored {args.file}." + (f" The replaced files are in {away}." if away else ""))
    return 0
