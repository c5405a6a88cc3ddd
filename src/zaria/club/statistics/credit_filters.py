"""The filters of a list of credits, as they stand in its address."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.statement import period
from zaria.club.ledger.titles import TITLES
from zaria.club.statistics.address_filters import AddressFilters

MOST_DIGITS = 18
"""Of the number of a transfer: one with more cannot exist."""


class CreditFilters(AddressFilters):
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

    ORDER = ("kind", "since", "until", "match")

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        # These go from holds and pools to accounts of the house: a member's account has no such entry.
        house_kinds = (TransferKind.FEE, TransferKind.ENTRY, TransferKind.BONUS)
        kinds = (choice for choice in TITLES.items() if choice[0] not in house_kinds)
        self.choose("kind", _("All kinds"), kinds)

    @property
    def filter_kind(self) -> str:
        """The kind that is asked for, "" for all."""
        kind: str = self.cleaned_data["kind"]
        return kind

    def matching(self) -> Q:
        """The transfers that are asked for; only of a valid form. Asks the database for a period."""
        values = self.cleaned_data
        condition = period(values["since"], values["until"])
        if values["kind"]:
            condition &= Q(kind=values["kind"])
        if values["match"]:
            condition &= Q(match_id=values["match"])
        return condition


def place_of(parameters: Any, name: str) -> int:
    """The number of a transfer in an address; 0 for all else."""
    text = parameters.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0
