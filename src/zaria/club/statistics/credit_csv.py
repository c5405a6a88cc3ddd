"""The entries of a member's account as a file for spreadsheets."""

from collections.abc import Iterable

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.statement import StatementEntry
from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless

COLUMNS = ("at", "kind", "amount", "balance", "match", "subject", "fee")


def head() -> bytes:
    """First lines of the file."""
    return csv_files.header(COLUMNS)


def body(entries: Iterable[StatementEntry]) -> bytes:
    """These entries, a line each."""
    return csv_files.lines(_cells(entry) for entry in entries)


def _cells(entry: StatementEntry) -> list[str]:
    transfer = entry.transfer
    return [
        csv_files.moment(transfer.at),
        transfer.kind,
        amount_string(entry.amount),
        amount_string(entry.after),
        harmless(transfer.match_id),
        harmless(transfer.subject),
        amount_string(entry.fee) if entry.fee else "",
    ]
