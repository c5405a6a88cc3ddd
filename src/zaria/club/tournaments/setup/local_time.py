"""Moments in the local time of a zone, for forms."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

FORMAT = "%Y-%m-%dT%H:%M"


class NoSuchTimeError(ValueError):
    """The clocks of a zone skip this time when they are put forward."""


def to_ms(local: datetime, zone: str) -> int:
    """Return the moment (ms) at which the clocks of a zone show this time, the first of two."""
    moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if to_local(int(moment.timestamp() * 1000), zone) != local:
        raise NoSuchTimeError
    return int(moment.timestamp() * 1000)


def to_local(moment: int, zone: str) -> datetime:
    """Return the time that the clocks of a zone show at a moment (ms)."""
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


class LocalTimeField(forms.DateTimeField):
    """A time of day on a day, without a zone."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMAT)
        super().__init__(widget=widget, input_formats=[FORMAT, "%Y-%m-%dT%H:%M:%S"], **kwargs)

    def to_python(self, value: Any) -> Any:
        """The time as it was typed."""
        moment = super().to_python(value)
        return moment and moment.replace(tzinfo=None, second=0, microsecond=0)
