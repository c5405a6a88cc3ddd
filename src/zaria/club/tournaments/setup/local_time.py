"""Moments in the local time of a zone, for forms."""

from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

FORMAT = "%Y-%m-%dT%H:%M"


class NoSuchTimeError(ValueError):
    """The clocks of a zone skip this time when they are put forward."""


@cache
def zones() -> frozenset[str]:
    """The names of all zones."""
    return frozenset(available_timezones())


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


class ZoneField(forms.CharField):
    """The name of a zone, such as Europe/Sofia; the page's script fills in that of the browser."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Time zone"),
            max_length=64,
            initial="UTC",
            widget=forms.TextInput(attrs={"autocomplete": "off", "data-zone": ""}),
        )

    def clean(self, value: Any) -> str:
        """One of the known zones."""
        zone: str = super().clean(value)
        if zone not in zones():
            raise forms.ValidationError(_("Enter a zone such as UTC or Europe/Sofia."))
        return zone
