"""The entries of a member's account as a file for spreadsheets (see `csv_export`)."""

from collections.abc import Iterable
from datetime import UTC, datetime

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.statement import Entry
from zaria.club.statistics.csv_export import MARK, harmless, written

COLUMNS = ("at", "kind", "amount", "balance", "match", "subject", "fee")


def head() -> bytes:
    """First lines of the file."""
    return (MARK + written([COLUMNS])).encode()


def body(entries: Iterable[Entry]) -> bytes:
    """These entries, a line each."""
    return written(_cells(entry) for entry in entries).encode()


def _cells(entry: Entry) -> list[str]:
    transfer = entry.transfer
    return [
        f"{datetime.fromtimestamp(transfer.at // 1000, UTC):%Y-%m-%d %H:%M:%S}",
        transfer.kind,
        amount_string(entry.amount),
        amount_string(entry.after),
        harmless(transfer.match_id),
        harmless(transfer.subject),
        amount_string(entry.fee) if entry.fee else "",
    ]
