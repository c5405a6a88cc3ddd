"""Error rates with their uncertainty, and what may be said of a difference. Pure."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from zaria.bots.analysis.game_sums import FINE
from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import Unit

SURE = 1.96
"""Standard errors on either side between which 95 of 100 such rates lie."""
ENOUGH = 300
"""Decisions below which a rate is shown in grey: it may still be anything."""
APART = 2.0
"""Standard errors by which two rates must differ for a trend to be claimed."""


class DecisionTotals(NamedTuple):
    """Decisions with the sums of their losses and squared losses, in the units of `FINE`."""

    decisions: int = 0
    loss: int = 0
    squares: int = 0

    def plus(self, more: "DecisionTotals") -> "DecisionTotals":
        """Return both together."""
        return DecisionTotals(*(first + second for first, second in zip(self, more, strict=True)))

    def rate(self, unit: Unit) -> float | None:
        """Return the error rate (lower is better); None without a decision."""
        return SCALE[unit] * self.loss / FINE / self.decisions if self.decisions else None

    def error(self, unit: Unit) -> float | None:
        """Return the standard error of the rate; None with fewer than two decisions."""
        if self.decisions < 2:
            return None
        mean = self.loss / self.decisions
        spread = max(0.0, self.squares - self.decisions * mean * mean) / (self.decisions - 1)
        return SCALE[unit] * sqrt(spread / self.decisions) / FINE

    def margin(self, unit: Unit) -> float | None:
        """Return how far the true rate may lie from this one, in 95 of 100 cases."""
        error = self.error(unit)
        return None if error is None else SURE * error

    @property
    def is_few(self) -> bool:
        """True if the rate rests on few decisions."""
        return self.decisions < ENOUGH


def together(parts: "Iterable[DecisionTotals]") -> DecisionTotals:
    """Return the sum of all of these."""
    totals = DecisionTotals()
    for part in parts:
        totals = totals.plus(part)
    return totals


def trend(before: DecisionTotals, now: DecisionTotals, unit: Unit) -> float | None:
    """Return by how much the rate has changed (below 0: fewer errors); None where no trend may be claimed.

    Both must rest on enough decisions, and differ by more than `APART` errors of the difference.
    """
    rates = before.rate(unit), now.rate(unit)
    errors = before.error(unit), now.error(unit)
    if before.is_few or now.is_few or None in rates or None in errors:
        return None
    change = (rates[1] or 0.0) - (rates[0] or 0.0)
    error = sqrt((errors[0] or 0.0) ** 2 + (errors[1] or 0.0) ** 2)
    return change if abs(change) > APART * error else None
