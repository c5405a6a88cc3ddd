"""Time zones of members and forms."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _


@cache
def zones() -> frozenset[str]:
    """The names of all zones."""
    return frozenset(available_timezones())


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
