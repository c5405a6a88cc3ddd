"""The filters of a list of credits, as they stand in its address."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import RegexValidator
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.ledger.kinds import Kind
from zaria.club.ledger.statement import period
from zaria.club.ledger.titles import TITLES

ORDER = ("kind", "since", "until", "match")
MOST_DIGITS = 18
"""Of the number of a transfer: one with more cannot exist."""


class CreditFilters(forms.Form):
    """The filters, each as it stands in the address; all may be absent."""

    kind = forms.ChoiceField(label=pgettext_lazy("credits", "Kind"), required=False)
    since = forms.DateField(label=pgettext_lazy("date", "From"), required=False)
    until = forms.DateField(label=pgettext_lazy("date", "To"), required=False)
    match = forms.CharField(
        label=gettext_lazy("Match number"),
        required=False,
        max_length=16,
        validators=[RegexValidator(r"\A[\w-]*\Z", gettext_lazy("This is not the number of a match."))],
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="filter-%s")
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        # These go from holds and pools to accounts of the house: a member's account has no such entry.
        house_kinds = (Kind.FEE, Kind.ENTRY, Kind.BONUS)
        kinds = [choice for choice in TITLES.items() if choice[0] not in house_kinds]
        kind.choices = [("", _("All kinds")), *kinds]
        for name in ("since", "until"):
            field = self.fields[name]
            assert isinstance(field, forms.DateField)
            field.input_formats = ["%Y-%m-%d"]
            field.widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        self.fields["match"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        values = self.cleaned_data
        if values.get("since") and values.get("until") and values["until"] < values["since"]:
            self.add_error("until", _("The end date is before the start date."))
        return values

    @property
    def filter_kind(self) -> str:
        """The kind that is asked for, "" for all."""
        kind: str = self.cleaned_data["kind"]
        return kind

    @property
    def used(self) -> bool:
        """True if anything is left out."""
        return any(self.cleaned_data.get(name) for name in ORDER)

    def matching(self) -> Q:
        """The transfers that are asked for; only of a valid form. Asks the database for a period."""
        values = self.cleaned_data
        condition = period(values["since"], values["until"])
        if values["kind"]:
            condition &= Q(kind=values["kind"])
        if values["match"]:
            condition &= Q(match_id=values["match"])
        return condition

    def address(self, **place: int) -> str:
        """The filters and a place as they stand in an address, "" or beginning with a question mark."""
        parameters = [(name, str(self.cleaned_data[name])) for name in ORDER if self.cleaned_data.get(name)]
        parameters += [(name, str(number)) for name, number in place.items()]
        return f"?{urlencode(parameters)}" if parameters else ""


def place_of(parameters: Any, name: str) -> int:
    """The number of a transfer in an address; 0 for all else."""
    text = parameters.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0
