"""Amounts as text. Everywhere else an amount is a whole number of hundredths of the unit."""

import re
from decimal import Decimal

from django.conf import settings
from django.utils import formats
from django.utils.translation import ngettext

HUNDRED = 100
HIGHEST = 100_000_000_000
"""No single transfer is higher, in hundredths."""

_SPACE = "\N{NO-BREAK SPACE}"
_AMOUNT = re.compile(r"(\d{1,12})(?:\.(\d{1,2}))?", re.ASCII)


def parse_amount(text: str) -> int:
    """Read "12", "12.5" or "12.50" as hundredths; raises `ValueError` for all else, signs included."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError("an amount must have the form 12.50")
    whole, part = match.groups()
    amount = int(whole) * HUNDRED + int((part or "").ljust(2, "0"))
    if amount > HIGHEST:
        raise ValueError("this amount is too high")
    return amount


def amount_string(amount: int) -> str:
    """The amount with two decimals and a point, "-4.50", as programs read it."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // HUNDRED}.{abs(amount) % HUNDRED:02d}"


def amount_text(amount: int) -> str:
    """The amount with two decimals in the format of the language, "1,000.00"."""
    text = formats.number_format(
        Decimal(abs(amount)).scaleb(-2), decimal_pos=2, use_l10n=True, force_grouping=True
    )
    return f"−{text}" if amount < 0 else text


def signed_text(amount: int) -> str:
    """A change of a balance with its sign, "+4.50"."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)


def with_unit(amount: int) -> str:
    """The amount with the club's unit, "5.00 credits" or "5.00 EUR", which no line break separates."""
    if settings.LEDGER.currency:
        return f"{amount_text(amount)}{_SPACE}{settings.LEDGER.currency}"
    whole, part = divmod(abs(amount), HUNDRED)
    # No language of the site has a form of its own for fractions: they take the form after 2.
    unit = ngettext("%(amount)s credit", "%(amount)s credits", 2 if part else whole)
    return unit.replace(" ", _SPACE) % {"amount": amount_text(amount)}
