"""`zaria manage federation export SLUG FILE` and `zaria manage federation import FILE`.

The file holds the federation with the records of its matches; another club makes the federation of it.
"""

import asyncio
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from zaria.club.federations.export import document, exported_matches
from zaria.club.federations.exporting import write_file
from zaria.club.federations.importing import Imported, import_file
from zaria.club.federations.imports import ImportRefusedError
from zaria.club.federations.queries import find_federation
from zaria.club.federations.slugs import is_slug
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.journal.base import StoreUnavailableError

SHOWN = 10
"""Logins without an account, and matches left out, that are named."""
EVERY = 500
"""Matches between two lines about the progress."""


class Command(BaseCommand):
    """See the module."""

    help = "Write a federation with its matches to a file, or import one from the file of another club."
    requires_system_checks = ()  # they take longer than the command
    _next_line = EVERY

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the commands and their arguments."""
        commands = parser.add_subparsers(dest="command", required=True)
        exports = commands.add_parser("export", help="write a federation and its matches to a file")
        exports.add_argument("slug", help="the address of the federation: /f/SLUG")
        exports.add_argument("file", type=Path, help="the file to write, sofia.jsonl.gz for instance")
        imports = commands.add_parser(
            "import", help="make a federation of a file; the same file completes an interrupted import"
        )
        imports.add_argument("file", type=Path, help="the file from /f/SLUG/export.jsonl.gz or export.json")
        imports.add_argument("--slug", default="", help="the address of the federation here: /f/SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export or import, and report it."""
        try:
            if options["command"] == "export":
                self._export(options["slug"], options["file"])
            else:
                self._import(options["file"], options["slug"])
        except (StoreUnavailableError, ConfigurationError, OperationalError) as error:
            raise CommandError(f"{str(error).strip()}. Run the same command again") from error

    def _export(self, slug: str, path: Path) -> None:
        federation = find_federation(slug)
        if federation is None:
            raise CommandError(f"there is no federation {slug}")
        part = path.with_name(f"{path.name}.part")
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                number = asyncio.run(
                    write_file(file, document(federation), exported_matches(federation), self._progress)
                )
            part.replace(path)
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{federation.name} is in {path}, with {number} matches.")

    def _import(self, path: Path, slug: str) -> None:
        if slug and not is_slug(slug):
            raise CommandError("--slug takes 2 to 32 small Latin letters, digits and hyphens")
        try:
            imported = import_file(path, slug, self._progress)
        except OSError as error:
            raise CommandError(f"cannot read {path}: {error.strerror}") from error
        except ImportRefusedError as error:
            raise CommandError(f"{path} is not imported: {error}") from error
        self._report(imported)

    def _report(self, imported: Imported) -> None:
        invited = imported.members - len(imported.missing)
        self.stdout.write(
            f"{imported.federation.name} is at /f/{imported.federation.slug}."
            f" Members with an account here, who are invited: {invited} of {imported.members}."
        )
        if imported.missing:
            self.stdout.write(f"Without an account: {_listed(imported.missing, ', ')}.")
        matches = imported.matches
        if matches.ids:
            self.stdout.write(f"Verified matches: {len(matches.ids)} ({matches.repeated} were here before).")
        if matches.refused:
            lines = [f"{record.match_id}: {record.reason}" for record in matches.refused]
            self.stdout.write(f"Matches left out: {len(lines)}.\n{_listed(lines, chr(10))}")
        self.stdout.write("Nobody administers it yet: give the administration at /staff/.")

    def _progress(self, number: int) -> None:
        if number >= self._next_line:
            self.stdout.write(f"Matches: {number}")
            self._next_line = number + EVERY


def _listed(items: list[str], separator: str) -> str:
    more = len(items) - SHOWN
    return separator.join(items[:SHOWN]) + (f" and {more} more" if more > 0 else "")
