"""Months and years, all of UTC, as `Season` names them."""

from datetime import UTC, datetime


def month(at: int) -> str:
    """The month of a moment (ms since the epoch): "2026-11"."""
    return f"{_day(at):%Y-%m}"


def year(at: int) -> str:
    """The year of a moment: "2026"."""
    return f"{_day(at):%Y}"


def periods(at: int) -> tuple[str, str]:
    """Those in which a moment lies."""
    return month(at), year(at)


def _day(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
