"""A member's months as a file for spreadsheets: a line for each game, month, phase and kind."""

from collections.abc import Iterator

from zaria import games
from zaria.bots.analysis.game_sums import FINE
from zaria.bots.analysis.marks import unit_of
from zaria.club.accounts.models import Member
from zaria.club.progress.models import MonthSum
from zaria.club.progress.rates import DecisionTotals
from zaria.club.site import csv_files

COLUMNS = ("game", "month", "phase", "kind", "decisions", "loss", "squared_loss", "rate", "margin", "unit")
ROWS = 500
"""Rows of a part of the file."""


def parts(member: Member) -> Iterator[bytes]:
    """Return the file, some rows at a time; losses are in points, or in chances to win."""
    yield csv_files.header(COLUMNS)
    rows = MonthSum.objects.filter(member=member, game__in=games.names())
    ordered = rows.order_by("game", "month", "phase", "kind")
    batch: list[list[str]] = []
    for row in ordered.iterator(chunk_size=ROWS):
        batch.append(_cells(row))
        if len(batch) == ROWS:
            yield csv_files.lines(batch)
            batch = []
    yield csv_files.lines(batch)


def _cells(row: MonthSum) -> list[str]:
    totals, unit = DecisionTotals(row.decisions, row.loss, row.squares), unit_of(row.game)
    rate, margin = totals.rate(unit), totals.margin(unit)
    return [
        row.game,
        row.month,
        row.phase,
        row.kind,
        str(row.decisions),
        f"{row.loss / FINE:.4f}",
        f"{row.squares / FINE**2:.8f}",
        "" if rate is None else f"{rate:.2f}",
        "" if margin is None else f"{margin:.2f}",
        unit,
    ]
