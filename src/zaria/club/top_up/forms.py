"""The form of a top-up."""

import secrets
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _

from zaria.club.ledger.amounts import amount_string, amount_text, parse_amount, with_unit

LIMITED = "limited"
"""The code of an error that leads to the page of the member's limits."""


class Offer(NamedTuple):
    """An amount that the form offers: its `value`, the money and the credits as text.

    `amount` is the credits in hundredths.
    """

    value: str
    money: str
    credits: str
    amount: int


class TopUpForm(forms.Form):
    """An amount of money, and a nonce by which an amount that is sent twice is known.

    Amounts are read as members type them: with a point or a comma, without signs. The chosen offer counts
    where no amount is typed.
    """

    nonce = forms.RegexField(r"^[\w-]{16,32}$", widget=forms.HiddenInput)
    offer = forms.CharField(max_length=20, required=False)
    amount = forms.CharField(max_length=20, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"nonce": secrets.token_urlsafe(12)}, auto_id="top-up-%s")

    def clean_amount(self) -> int:
        """The amount in hundredths, within the operator's limits."""
        text = self.cleaned_data["amount"] or self.cleaned_data.get("offer", "")
        if not text:
            raise forms.ValidationError(self.fields["amount"].error_messages["required"], "required")
        try:
            amount = parse_amount(text.replace(",", "."))
        except ValueError as error:
            raise forms.ValidationError(_("Enter an amount such as 25 or 12.50.")) from error
        if not settings.TOP_UP.least <= amount <= settings.TOP_UP.most:
            raise forms.ValidationError(_("The amount must be between %(least)s and %(most)s.") % self.range)
        return amount

    @property
    def range(self) -> dict[str, str]:
        """The lowest and the highest amount, as text."""
        return {"least": money_text(settings.TOP_UP.least), "most": money_text(settings.TOP_UP.most)}

    @property
    def offers(self) -> list[Offer]:
        """The amounts that can be chosen with one button."""
        return [
            Offer(amount_string(money), money_text(money), with_unit(amount), amount)
            for money in settings.TOP_UP.offers
            for amount in (settings.TOP_UP.credits(money),)
        ]

    @property
    def buys_credits(self) -> bool:
        """Return whether money and credits are not the same."""
        return not settings.LEDGER.currency

    @property
    def is_limited(self) -> bool:
        """Return whether the member's own limits, or conditions that they have not met, refuse it."""
        return self.has_error("__all__", LIMITED)

    @property
    def currency(self) -> str:
        """The ISO code of the currency."""
        return str(settings.TOP_UP.currency)


def money_text(amount: int, currency: str = "") -> str:
    """An amount of money with its currency, "12.50 EUR", which no line break separates."""
    return f"{amount_text(amount)}\N{NO-BREAK SPACE}{currency or settings.TOP_UP.currency}"
