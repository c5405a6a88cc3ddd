"""`zaria manage federation import FILE` makes a federation of the file that another club has exported."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from zaria.club.federations.imports import MOST_BYTES, ImportRefusedError, read, store
from zaria.club.federations.slugs import is_slug

SHOWN = 10
"""Logins without an account that are named."""


class Command(BaseCommand):
    """See the module."""

    help = "Import a federation from the file of another club."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the command and its arguments."""
        commands = parser.add_subparsers(dest="command", required=True)
        imports = commands.add_parser("import", help="make a federation of a file; all of it or nothing")
        imports.add_argument("file", type=Path, help="the file from /f/SLUG/export.json")
        imports.add_argument("--slug", default="", help="the address of the federation here: /f/SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and say what was found."""
        path, slug = options["file"], options["slug"]
        if slug and not is_slug(slug):
            raise CommandError("--slug takes 2 to 32 small Latin letters, digits and hyphens")
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
            imported = store(read(data), slug)
        except OSError as error:
            raise CommandError(f"cannot read {path}: {error.strerror}") from error
        except ImportRefusedError as error:
            raise CommandError(f"{path} is not imported: {error}") from error
        found = imported.members - len(imported.missing)
        self.stdout.write(
            f"{imported.federation.name} is at /f/{imported.federation.slug}."
            f" Members with an account here, who are invited: {found} of {imported.members}."
        )
        if imported.missing:
            more = len(imported.missing) - SHOWN
            text = ", ".join(imported.missing[:SHOWN]) + (f" and {more} more" if more > 0 else "")
            self.stdout.write(f"Without an account: {text}.")
        self.stdout.write("Nobody administers it yet: give the administration at /staff/.")
