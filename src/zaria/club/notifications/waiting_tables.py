"""The tables that wait for a member, as knocks and letters need them: their room registers them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from zaria.club.accounts.models import Member


class WaitingRow(NamedTuple):
    """A table that waits: a sentence about it, the path to it, the moment at which the time is up."""

    sentence: str
    path: str
    due: datetime | None


class WaitingTables(Protocol):
    """Knows which tables wait. Both are called in a worker's thread, outside of transactions."""

    def rows(self, member: Member) -> Sequence[WaitingRow]:
        """Return the tables that wait for a member, in any order; their sentences in the present language."""
        ...

    def is_at(self, member: Member, table: str) -> bool:
        """Return whether a member has a page of a table (its id) open now."""
        ...


class NoTables:
    """A club without tables that wait."""

    def rows(self, member: Member) -> Sequence[WaitingRow]:
        """Return nothing."""
        return ()

    def is_at(self, member: Member, table: str) -> bool:
        """Nobody is at a table."""
        return False


_registered: list[WaitingTables] = [NoTables()]


def register_waiting_tables(tables: WaitingTables) -> None:
    """Use these from now on, in place of those before."""
    _registered[:] = [tables]


def waiting_tables() -> WaitingTables:
    """Return those that are registered."""
    return _registered[0]


def by_time_left(rows: Sequence[WaitingRow]) -> list[WaitingRow]:
    """Return rows by the time that is left, the least first; those without a limit are last."""
    return sorted(rows, key=lambda row: (row.due is None, row.due, row.path))
