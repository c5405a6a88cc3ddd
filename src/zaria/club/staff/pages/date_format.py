"""Moments on the pages of the staff: in UTC, so that all of the staff see the same."""

from datetime import UTC, datetime

from django.utils import formats


def moment_of(ms: int) -> datetime:
    """Return a moment of a record (ms since the epoch)."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def format_moment(at: datetime | None) -> str:
    """Return the moment in figures; "" for never."""
    return formats.date_format(at, "SHORT_DATETIME_FORMAT") if at else ""
