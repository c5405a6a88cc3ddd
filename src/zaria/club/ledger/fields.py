"""The form field of an amount."""

from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from zaria.club.ledger.amounts import amount_string, parse_amount


class AmountField(forms.CharField):
    """An amount with a point or a comma and without a sign; cleaned to hundredths, None if empty."""

    def __init__(self, *, least: int = 1, **kwargs: Any) -> None:
        """`least` is the lowest amount that is accepted, in hundredths."""
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=16, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.least = least

    def clean(self, value: Any) -> Any:
        """The amount in hundredths."""
        text = super().clean(value).replace("\N{NO-BREAK SPACE}", "").replace(" ", "").replace(",", ".")
        if not text:
            return None
        try:
            amount = parse_amount(text)
        except ValueError as error:
            raise forms.ValidationError(_("Enter an amount such as 25 or 12.50.")) from error
        if amount < self.least:
            raise forms.ValidationError(
                _("The lowest amount is %(amount)s.") % {"amount": amount_string(self.least)}
            )
        return amount

    def prepare_value(self, value: Any) -> Any:
        """The text of an initial amount, with the decimal sign of the language."""
        if not isinstance(value, int):
            return value
        return amount_string(value).replace(".", get_format("DECIMAL_SEPARATOR"))
