"""Forms of filters that stand in the address of a list."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _


class AddressFilters(forms.Form):
    """Filters in the order `ORDER` of an address; all may be absent. `since` and `until` bound a period.

    A page folds the fields of `FOLDED`.
    """

    ORDER: tuple[str, ...]
    FOLDED: frozenset[str] = frozenset()

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

    @property
    def open_fields(self) -> list[forms.BoundField]:
        """The fields that a page always shows."""
        return [field for field in self if field.name not in self.FOLDED]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """The fields that a page folds."""
        return [field for field in self if field.name in self.FOLDED]

    @property
    def is_unfolded(self) -> bool:
        """True if one of the folded fields has a value or an error."""
        return any(field.errors or field.value() for field in self.folded_fields)

    def address(self, **place: int | str) -> str:
        """The filters and a place as they stand in an address, "" or beginning with a question mark."""
        values = {name: self.cleaned_data.get(name) for name in self.ORDER}
        parameters = [(name, str(value)) for name, value in values.items() if value]
        parameters += [(name, str(number)) for name, number in place.items()]
        return f"?{urlencode(parameters)}" if parameters else ""
