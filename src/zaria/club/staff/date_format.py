"""Moments as the staff reads them: of UTC, so that all of it speak of the same."""

from datetime import UTC, datetime

from django.utils import formats


def moment(ms: int) -> datetime:
    """A moment of a record (ms since the epoch)."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def shown(at: datetime | None) -> str:
    """In figures; "" for never."""
    return formats.date_format(at, "SHORT_DATETIME_FORMAT") if at else ""
