"""The form of a vacation."""

from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from zaria.club.site.clock import DAY_MS
from zaria.club.vacations.allowance import IN_A_ROW_MS


class VacationForm(forms.Form):
    """The length of a vacation in days, and the day on which it begins; without one it begins now."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=IN_A_ROW_MS // DAY_MS)
    begins = forms.DateField(
        label=_("From (empty: now)"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def begin(self) -> int | None:
        """Return the beginning (ms): midnight of the day in UTC; None: now."""
        day = self.cleaned_data["begins"]
        if day is None:
            return None
        return int(datetime.combine(day, time(), UTC).timestamp() * 1000)

    def refuse(self, sentence: Any) -> None:
        """Add the reason why the vacation may not begin."""
        self.add_error(None, sentence)


class SwitchForm(forms.Form):
    """The switch of vacations that begin by themselves."""

    automatic = forms.BooleanField(label=_("An hour before, begin a day of vacation for me"), required=False)
