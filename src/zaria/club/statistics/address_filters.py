"""Forms of filters that stand in the address of a list."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _


class AddressFilters(forms.Form):
    """Filters in the order `ORDER` of an address; all may be absent. `since` and `until` bound a period."""

    ORDER: tuple[str, ...]

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="filter-%s")
        for name in ("since", "until"):
            field = self.fields[name]
            assert isinstance(field, forms.DateField)
            field.input_formats = ["%Y-%m-%d"]
            field.widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        for field in self.fields.values():
            if type(field) is forms.CharField:
                field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def choose(self, name: str, every: str, values: Iterable[tuple[str, Any]]) -> None:
        """Give a field its choices, after `every` for all of them."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", every), *values]

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        values = self.cleaned_data
        if values.get("since") and values.get("until") and values["until"] < values["since"]:
            self.add_error("until", _("The end date is before the start date."))
        return values

    @property
    def used(self) -> bool:
        """True if anything is left out."""
        return any(self.cleaned_data.get(name) for name in self.ORDER)

    def address(self, **place: int | str) -> str:
        """The filters and a place as they stand in an address, "" or beginning with a question mark."""
        values = {name: self.cleaned_data.get(name) for name in self.ORDER}
        parameters = [(name, str(value)) for name, value in values.items() if value]
        parameters += [(name, str(number)) for name, number in place.items()]
        return f"?{urlencode(parameters)}" if parameters else ""
