"""The amounts, fees and examples of this club, for the page about credits."""

from collections.abc import Mapping

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import pgettext

from zaria.club.ledger.amounts import amount_text, with_unit
from zaria.match.stakes import Stakes, settle

LOWEST = 1_00


def values() -> Mapping[str, str]:
    """The values by their names in the article, in the language of the reader."""
    ledger = settings.LEDGER
    pot = settle(Stakes(2_00, 5_00, "pot", rate=ledger.pot_rate), points=3, length=1)
    profit = settle(Stakes(100_00, 100_00, "profit", rate=ledger.profit_rate), points=3, length=1)
    return {
        "unit": ledger.currency or pgettext("unit", "credits"),
        "welcome": with_unit(ledger.welcome),
        "gift": with_unit(ledger.gift),
        "gift_hours": str(ledger.gift_hours),
        "lowest": amount_text(LOWEST),
        "two": amount_text(2_00),
        "five": amount_text(pot.lost),
        "ten": amount_text(2 * pot.stake),
        "pot_rate": _percent(ledger.pot_rate),
        "pot_fee": amount_text(pot.fee),
        "pot_back": amount_text(pot.stake + pot.won),
        "pot_won": amount_text(pot.won),
        "hundred": amount_text(profit.lost),
        "profit_rate": _percent(ledger.profit_rate),
        "profit_back": amount_text(profit.stake + profit.won),
        "profit_won": amount_text(profit.won),
    }


def _percent(rate: int) -> str:
    """A rate in hundredths of a per cent, with as many decimals as it has."""
    return number_format(rate / 100, decimal_pos=None if rate % 100 else 0)
