"""The audit of the ledger: everything is computed again from the transfers and compared with what is kept."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.utils import CursorWrapper

from zaria.club.ledger.amounts import amount_string


class Audit(NamedTuple):
    """The number of transfers that were looked at, and a sentence for each fault."""

    transfers: int
    faults: list[str]


_COUNT = "SELECT COUNT(*) FROM ledger_transfer"

_BALANCES = """
    SELECT a.code, a.balance, COALESCE(s.total, 0) FROM ledger_account a LEFT JOIN (
        SELECT account, SUM(amount) AS total FROM (
            SELECT debit_id AS account, -amount AS amount FROM ledger_transfer
            UNION ALL SELECT credit_id, amount FROM ledger_transfer
        ) AS entries GROUP BY account
    ) AS s ON s.account = a.id WHERE a.balance <> COALESCE(s.total, 0) ORDER BY a.code
"""

_RUNNING = """
    SELECT key, code, after, running FROM (
        SELECT e.key, a.code, e.after, SUM(e.amount) OVER (PARTITION BY e.account ORDER BY e.id) AS running
        FROM (
            SELECT id, key, debit_id AS account, -amount AS amount, debit_after AS after FROM ledger_transfer
            UNION ALL SELECT id, key, credit_id, amount, credit_after FROM ledger_transfer
        ) AS e JOIN ledger_account a ON a.id = e.account
    ) AS entries WHERE after <> running ORDER BY key LIMIT 100
"""

_OVERDRAFTS = """
    SELECT t.key, a.code, t.debit_after FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_id
    WHERE a.guarded AND t.debit_after < 0 AND NOT t.forced ORDER BY t.id LIMIT 100
"""

# `+ 0`: grouped by the bare column, SQLite reads all transfers in its order, not the few pending ones.
_HELD = """
    SELECT a.code, a.balance, COALESCE(p.total, 0) FROM ledger_account a LEFT JOIN (
        SELECT credit_id + 0 AS held, SUM(amount) AS total FROM ledger_transfer WHERE state = 'pending'
        GROUP BY held
    ) AS p ON p.held = a.id
    WHERE (a.code LIKE 'held:%' OR a.code LIKE 'payout:%') AND a.balance <> COALESCE(p.total, 0)
    ORDER BY a.code
"""

_RESOLVED = """
    SELECT h.key, h.amount, COALESCE(r.total, 0) FROM ledger_transfer h LEFT JOIN (
        SELECT hold_id, SUM(amount) AS total FROM ledger_transfer WHERE hold_id IS NOT NULL GROUP BY hold_id
    ) AS r ON r.hold_id = h.id WHERE h.kind IN ('hold', 'reserve') AND h.hold_id IS NULL AND
        COALESCE(r.total, 0) <> CASE WHEN h.state = 'pending' THEN 0 ELSE h.amount END ORDER BY h.id LIMIT 100
"""

_SUM = "SELECT unit, SUM(balance) FROM ledger_account GROUP BY unit HAVING SUM(balance) <> 0"


def audit() -> Audit:
    """Recompute the ledger and compare; a sound one has no faults.

    Each comparison is one statement and sees one moment, so transfers may be made meanwhile: a transaction
    around them would keep writers waiting in SQLite.
    """
    with connection.cursor() as cursor:
        faults = list(_faults(cursor))
        cursor.execute(_COUNT)
        return Audit(cursor.fetchone()[0], faults)


def _faults(cursor: CursorWrapper) -> Iterator[str]:
    for unit, total in _rows(cursor, _SUM):
        yield f"the accounts in {unit} sum to {amount_string(int(total))}, not to 0.00"
    for code, balance, total in _rows(cursor, _BALANCES):
        yield f"{code}: {amount_string(balance)} is kept, its transfers sum to {amount_string(int(total))}"
    for key, code, after, running in _rows(cursor, _RUNNING):
        yield f"{key}: {code} has {amount_string(int(running))} after it, not {amount_string(after)}"
    for key, code, after in _rows(cursor, _OVERDRAFTS):
        yield f"{key}: {code} falls to {amount_string(after)}"
    for code, balance, total in _rows(cursor, _HELD):
        yield f"{code}: {amount_string(balance)} is held, pending holds sum to {amount_string(int(total))}"
    for key, amount, total in _rows(cursor, _RESOLVED):
        yield f"{key}: a hold of {amount_string(amount)} of which {amount_string(int(total))} is resolved"


def _rows(cursor: CursorWrapper, statement: str) -> list[tuple[Any, ...]]:
    cursor.execute(statement)
    rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
