"""Per cents as the language of the page writes them: `5%`, `5 %`, `%5`."""

from decimal import Decimal

from babel import Locale
from babel.numbers import format_percent
from django.utils.translation import get_language


def percent_text(share: float | Decimal, digits: int = 1) -> str:
    """A share of a hundred with its sign, rounded to at most `digits` decimals."""
    locale = Locale.parse(get_language() or "en", sep="-")
    return str(
        format_percent(Decimal(str(round(share, digits))) / 100, locale=locale, decimal_quantization=False)
    )
