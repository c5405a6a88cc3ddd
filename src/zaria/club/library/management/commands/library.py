"""`zaria library import` and `zaria library archive`; both work while the club is open, too.

The first imports matches into the club's library, or into a member's; the second writes the archive of a
year to a file.
"""

import asyncio
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.utils import translation

from zaria.club.accounts.models import Member
from zaria.club.federations.queries import find_federation
from zaria.club.games.catalogue import TITLES
from zaria.club.library import actions
from zaria.club.library.actions import LibraryRefusedError
from zaria.club.library.file_imports import CollectionFiles, FileOutcome
from zaria.club.library.import_notes import translated_note
from zaria.club.library.models import Collection
from zaria.club.library.year_archives.building import write_with_journal
from zaria.club.library.year_archives.selection import ArchiveScope
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.visibility import Visibility
from zaria.live.journal.base import StoreUnavailableError

TITLE = "Imported matches"
FIRST_YEAR, LAST_YEAR = 2000, 2999


class Command(BaseCommand):
    """See the module."""

    help = "Import matches into the club's library, or into a member's; write the archive of a year."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the two acts and their arguments."""
        acts = parser.add_subparsers(dest="act", required=True)
        imports = acts.add_parser("import", help="import matches of files, folders and archives")
        imports.add_argument("paths", metavar="FILE|FOLDER|ARCHIVE", nargs="+", type=Path)
        imports.add_argument("--member", metavar="LOGIN", help="into a private collection of this member")
        imports.add_argument(
            "--collection", metavar="TITLE", default=TITLE, help=f"its name (default {TITLE})"
        )
        imports.add_argument("--game", default="backgammon", help="the game of files that name none")
        archive = acts.add_parser("archive", help="write the public archive of a year to a file")
        archive.add_argument("year", type=int)
        archive.add_argument("file", type=Path, help="the file to write, 2026.zip for instance")
        archive.add_argument("--federation", metavar="SLUG", default="", help="of this federation: /f/SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import files, or write an archive."""
        if options["act"] == "archive":
            self._archive(ArchiveScope(options["federation"], options["year"]), options["file"])
        else:
            self._import(options)

    def _archive(self, scope: ArchiveScope, path: Path) -> None:
        """Write the archive of a year as its page offers it, of the present moment."""
        if not FIRST_YEAR <= scope.year <= LAST_YEAR:
            raise CommandError(f"the year must be from {FIRST_YEAR} to {LAST_YEAR}", returncode=2)
        if scope.federation and find_federation(scope.federation) is None:
            raise CommandError(f"there is no federation {scope.federation}", returncode=2)
        part = path.with_name(f"{path.name}.part")
        try:
            with open(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
                count = asyncio.run(write_with_journal(file, scope)).matches
            part.replace(path)
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror}") from error
        except (StoreUnavailableError, ConfigurationError, OperationalError) as error:
            raise CommandError(f"{str(error).strip()}. Run the same command again") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{path}: {count} matches of {scope.year}.")

    def _import(self, options: dict[str, Any]) -> None:
        """Import, a line for each file. The exit code is 1 if a match was not stored."""
        missing = [path for path in options["paths"] if not path.exists()]
        if missing:
            raise CommandError(f"{missing[0]}: no such file or folder", returncode=2)
        if options["game"] not in TITLES:
            raise CommandError(f"unknown game {options['game']!r}", returncode=2)
        files = CollectionFiles(_collection(options["member"], options["collection"]), options["game"])
        totals = [0, 0, 0]
        for outcome in files.add_all(options["paths"]):
            self._tell(outcome)
            counts = (outcome.stored, outcome.repeated, len(outcome.refused))
            totals = [total + count for total, count in zip(totals, counts, strict=True)]
        self.stdout.write(f"Matches stored: {totals[0]}, already there: {totals[1]}, not read: {totals[2]}.")
        if totals[2]:
            sys.exit(1)

    def _tell(self, outcome: FileOutcome) -> None:
        parts = [f"{outcome.stored} stored"] if outcome.stored else []
        parts += [f"{outcome.repeated} already there"] if outcome.repeated else []
        self.stdout.write(f"{outcome.name}: {', '.join(parts) or 'nothing stored'}")
        for note in outcome.refused:
            with translation.override("en"):
                reason = translated_note(note).text
            place = f"match {note.part}, " if note.part else ""
            place += f"line {note.line}: " if note.line else ""
            self.stderr.write(f"{outcome.name}: {place}{reason}")


def _collection(login: str | None, title: str) -> Collection:
    """The collection with a title, of a member or of the club; a new one if there is none."""
    owner = None
    if login is not None:
        owner = Member.objects.by_login(login).filter(is_active=True).first()
        if owner is None:
            raise CommandError(f"there is no member {login}", returncode=2)
    title = " ".join(title.split())[: Collection.LONGEST_TITLE] or TITLE
    row = Collection.objects.filter(owner=owner, title=title).order_by("-id").first()
    if row is not None:
        return row
    visibility = Visibility.PUBLIC if owner is None else Visibility.PRIVATE
    try:
        return actions.create_collection(owner, title, visibility)
    except LibraryRefusedError as error:
        most = actions.MOST_COLLECTIONS
        raise CommandError(f"{login} already has {most} collections", returncode=2) from error
