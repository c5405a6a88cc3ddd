"""Rows of the table of peers."""

from collections.abc import Iterable
from typing import NamedTuple


class MissingPeerError(RuntimeError):
    """A peer that is not installed here; the text says how to have it."""


class Row(NamedTuple):
    """The rate of a program, in answers a second; None: not measured, and `remark` says why."""

    subject: str
    program: str
    rate: float | None
    ratio: float | None = None
    """Zaria's rate divided by this one; None in Zaria's own rows."""
    remark: str = ""


def not_measured(subject: str, program: str, reason: object) -> Row:
    """Return the row of a peer that cannot be had here."""
    return Row(subject, program, None, None, f"not measured: {reason}")


def table(rows: Iterable[Row]) -> str:
    """Return the rows as text, the subject of each group in its first row."""
    lines = [f"{'':22}{'':34}{'a second':>12}{'Zaria ×':>9}"]
    previous = ""
    for row in rows:
        subject = "" if row.subject == previous else row.subject
        previous = row.subject
        rate = "–" if row.rate is None else f"{row.rate:,.{0 if row.rate >= 100 else 1}f}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.0f}" if row.ratio >= 100 else f"{row.ratio:.2g}"
        lines.append(f"{subject:22}{row.program:34}{rate:>12}{ratio:>9}  {row.remark}".rstrip())
    return "\n".join(lines)
