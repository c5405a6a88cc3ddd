"""The ledger as a CSV file for an auditor: two entries a transfer, which sum to zero."""

import csv
from typing import TextIO

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.models import Transfer

COLUMNS = ("transfer", "at", "kind", "state", "account", "amount", "key")
_CHUNK = 5000


def write_entries(file: TextIO) -> int:
    """Write every entry, in the order in which the transfers were made; return the number of transfers.

    `at` is in ms since the epoch. All entries count, whatever the state: the sum of an account's entries is
    its balance, and so is the sum without those that are voided, which cancel each other out.
    """
    rows = csv.writer(file)
    rows.writerow(COLUMNS)
    fields = ("pk", "at", "kind", "state", "debit__code", "credit__code", "amount", "key")
    number = 0
    for pk, at, kind, state, debit, credit, amount, key in (
        Transfer.objects.order_by("pk").values_list(*fields).iterator(chunk_size=_CHUNK)
    ):
        rows.writerow((pk, at, kind, state, debit, amount_string(-amount), key))
        rows.writerow((pk, at, kind, state, credit, amount_string(amount), key))
        number += 1
    return number
