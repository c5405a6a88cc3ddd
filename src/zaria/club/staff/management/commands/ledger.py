"""`zaria manage ledger`: `check` audits credits, `repair` corrects them, `export FILE` writes every entry."""

import asyncio
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from zaria.club.ledger.actions import LedgerError, NotEnoughCreditsError
from zaria.club.ledger.check import audit
from zaria.club.ledger.csv_export import write_entries
from zaria.club.ledger.discrepancies import Discrepancy
from zaria.club.payouts import comparison as payouts
from zaria.club.ratings import comparison as ratings
from zaria.club.site import data_directory
from zaria.club.stakes import comparison as stakes
from zaria.club.tournaments import comparison as tournaments
from zaria.live.journal import factory
from zaria.live.journal.base import StoreUnavailableError


class LedgerReport(NamedTuple):
    """The numbers of transfers and matches that were looked at, and what is wrong."""

    transfers: int
    matches: int
    faults: Sequence[str]
    discrepancies: Sequence[Discrepancy]

    @property
    def looked_at(self) -> str:
        """A sentence with the numbers."""
        return f"Transfers checked: {self.transfers}, matches: {self.matches}."


class Command(BaseCommand):
    """See the module."""

    help = "Check that credits balance and agree with matches and tournaments, repair them, or write them."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The three commands."""
        commands = parser.add_subparsers(dest="command", required=True)
        commands.add_parser("check", help="compare everything; exit 1 if anything does not agree")
        commands.add_parser("repair", help="hold and pay what matches and tournaments lack, then check")
        export = commands.add_parser("export", help="write every entry as CSV")
        export.add_argument("file", type=Path, help="the file to write")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run one of the commands; raises `CommandError` (exit code 1) for faults."""
        if options["command"] == "export":
            self._export(options["file"])
            return
        if options["command"] == "repair":
            self._repair(compare().discrepancies)
        self._check(compare())

    def _check(self, report: LedgerReport) -> None:
        lines = [*report.faults, *map(str, report.discrepancies)]
        if lines:
            raise CommandError("\n".join([report.looked_at, *lines]))
        self.stdout.write(f"{report.looked_at} The ledger balances.")

    def _repair(self, discrepancies: Sequence[Discrepancy]) -> None:
        for discrepancy in discrepancies:
            if discrepancy.repair is None:
                continue
            try:
                discrepancy.repair()
            except NotEnoughCreditsError:
                self.stdout.write(f"Not repaired, for they have too few credits: {discrepancy}")
            except LedgerError as error:
                self.stdout.write(f"Not repaired ({error}): {discrepancy}")
            else:
                self.stdout.write(f"Repaired: {discrepancy.subject}: {discrepancy.fault}.")

    def _export(self, path: Path) -> None:
        try:
            with path.open("w", encoding="utf-8", newline="") as file:
                number = write_entries(file)
        except OSError as error:
            raise CommandError(f"cannot write {path}: {error.strerror}") from error
        self.stdout.write(f"Transfers written: {number}.")


def compare() -> LedgerReport:
    """Audit the transfers, and compare them with what they are for; raises `CommandError`."""
    audited = audit()
    url, home = data_directory.database_url(), data_directory.directory()
    if url is None and not (home / factory.FILE).exists():  # a check makes no journal
        staked = stakes.compare(lambda _match_id: None, ())
    else:
        staked = _compare_with_journal(url, home)
    return LedgerReport(
        audited.transfers,
        staked.matches,
        audited.faults,
        [*staked.discrepancies, *tournaments.compare(), *payouts.compare(), *ratings.compare()],
    )


def _compare_with_journal(url: str | None, home: Path) -> stakes.Comparison:
    try:
        with asyncio.Runner() as runner:
            journal = runner.run(factory.connect(url, home))
            try:
                running = runner.run(journal.running())
                return stakes.compare(lambda match_id: runner.run(journal.load(match_id)), running)
            finally:
                runner.run(journal.close())
    except StoreUnavailableError as error:
        raise CommandError(str(error)) from error
