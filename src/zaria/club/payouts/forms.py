"""The form of a request for a pay-out."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from zaria.club.ledger.fields import AmountField
from zaria.club.site.text.text_fields import PublicTextField

LONGEST_NOTE = 500


class PayoutForm(forms.Form):
    """The amount, and what the staff has to know."""

    amount = AmountField(label=_("Amount"))
    note = PublicTextField(
        filtered=False,
        newlines=True,
        required=False,
        label=_("Note for the staff"),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example, how you want to be paid. Only the staff can read it."),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="payout-%s")
        amount = self.fields["amount"]
        assert isinstance(amount, AmountField)
        amount.least = settings.PAYOUTS.least
