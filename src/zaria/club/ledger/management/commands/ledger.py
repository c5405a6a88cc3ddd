"""`zaria manage ledger check` audits the ledger, `zaria manage ledger export FILE` writes every entry."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from zaria.club.ledger.check import audit
from zaria.club.ledger.csv_export import write_entries


class Command(BaseCommand):
    """See the module."""

    help = "Check that the ledger balances, or write every entry as CSV."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The two commands."""
        commands = parser.add_subparsers(dest="command", required=True)
        commands.add_parser("check", help="recompute every balance; exit 1 if anything does not balance")
        export = commands.add_parser("export", help="write every entry as CSV")
        export.add_argument("file", type=Path, help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run one of the commands; raises `CommandError` (exit code 1) for faults."""
        if options["command"] == "check":
            self._check()
        else:
            self._export(options["file"])

    def _check(self) -> None:
        found = audit()
        if found.faults:
            raise CommandError("\n".join([f"Transfers checked: {found.transfers}.", *found.faults]))
        self.stdout.write(f"Transfers checked: {found.transfers}. The ledger balances.")

    def _export(self, path: Path) -> None:
        try:
            with path.open("w", encoding="utf-8", newline="") as file:
                number = write_entries(file)
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror}") from error
        self.stdout.write(f"Transfers written: {number}.")
