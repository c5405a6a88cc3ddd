"""`zaria library import`: imports matches into the club's library, or into a member's; also while open."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.library import actions
from zaria.club.library.actions import LibraryRefusedError
from zaria.club.library.file_imports import CollectionFiles, FileOutcome
from zaria.club.library.import_notes import translated_note
from zaria.club.library.models import Collection
from zaria.club.site.visibility import Visibility

TITLE = "Imported matches"


class Command(BaseCommand):
    """See the module."""

    help = "Import matches of files, folders and archives into the club's library, or into a member's."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files, and where their matches go."""
        parser.add_argument("act", choices=["import"], help="import files")
        parser.add_argument("paths", metavar="FILE|FOLDER|ARCHIVE", nargs="+", type=Path)
        parser.add_argument("--member", metavar="LOGIN", help="into a private collection of this member")
        parser.add_argument(
            "--collection", metavar="TITLE", default=TITLE, help=f"its name (default {TITLE})"
        )
        parser.add_argument("--game", default="backgammon", help="the game of files that name none")

    def handle(self, *args: Any, **options: Any) -> None:
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
