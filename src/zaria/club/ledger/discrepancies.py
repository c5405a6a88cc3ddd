"""Differences between the ledger and what its transfers are for: matches, tournaments."""

from collections.abc import Callable
from typing import NamedTuple


class Discrepancy(NamedTuple):
    """A difference: `subject` is a match or a tournament, `fault` the sentence, `advice` what people can do.

    `repair` corrects it, or raises `LedgerError` where that cannot be paid; None: only people can.
    """

    subject: str
    fault: str
    advice: str
    repair: Callable[[], object] | None = None

    def __str__(self) -> str:
        return f"{self.subject}: {self.fault}; {self.advice}"


REPAIRABLE = "run zaria manage ledger repair"
"""The advice for a difference that has a repair."""
CORRECT = "correct it by hand on the members' pages of the staff"
"""The advice where an amount went to the wrong account, and somebody must decide who bears it."""
