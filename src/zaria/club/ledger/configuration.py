"""Settings of credits and stakes, read from the environment."""

import re
from typing import NamedTuple

from zaria.club.ledger.amounts import parse_amount
from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError

CREDITS = "credits"
HIGHEST_RATE = 50_00
"""The highest fee that an operator may set, in hundredths of a per cent."""

_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
_RATE = re.compile(r"(\d{1,2})(?:\.(\d{1,2}))?", re.ASCII)


class LedgerConfig(NamedTuple):
    """Settings of the club's unit of account.

    `unit` is "credits" or an ISO 4217 code. `stakes`: new tables may have stakes. `welcome` goes to each new
    member, `gift` to each member who asks, every `gift_hours` (amounts in hundredths). `pot_rate` and
    `profit_rate` are the fees of staked matches in hundredths of a per cent: of both stakes, of the winnings.
    `tournament_rate` is the club's part of the entry fees of a tournament. `newcomer` is the most that a new
    member stakes of the welcome and of gifts in a day; None: any amount.
    """

    unit: str = CREDITS
    stakes: bool = True
    welcome: int = 1000_00
    gift: int = 100_00
    gift_hours: int = 24
    pot_rate: int = 5_00
    profit_rate: int = 10_00
    tournament_rate: int = 5_00
    newcomer: int | None = 100_00

    @property
    def currency(self) -> str:
        """The ISO 4217 code of a club that plays for money, "" for credits."""
        return "" if self.unit == CREDITS else self.unit


def from_environment() -> LedgerConfig:
    """Read the settings; raises `ConfigurationError`."""
    stakes = variables.value("ZARIA_STAKES") or CREDITS
    if stakes not in ("off", CREDITS) and not _CURRENCY.fullmatch(stakes):
        raise ConfigurationError(
            "ZARIA_STAKES must be off, credits, or the ISO code of a currency, such as EUR"
        )
    unit = CREDITS if stakes == "off" else stakes
    usual = LedgerConfig() if unit == CREDITS else LedgerConfig(welcome=0, gift=0)
    return LedgerConfig(
        unit=unit,
        stakes=stakes != "off",
        welcome=_amount("ZARIA_WELCOME_CREDITS", usual.welcome),
        gift=_amount("ZARIA_GIFT", usual.gift),
        gift_hours=_hours("ZARIA_GIFT_HOURS", usual.gift_hours),
        pot_rate=_rate("ZARIA_STAKE_FEE", usual.pot_rate),
        profit_rate=_rate("ZARIA_STAKE_FEE_FIVESTARS", usual.profit_rate),
        tournament_rate=_rate("ZARIA_TOURNAMENT_FEE", usual.tournament_rate),
        newcomer=_newcomer("ZARIA_NEWCOMER_STAKES", usual.newcomer),
    )


def _amount(name: str, usual: int) -> int:
    text = variables.value(name)
    try:
        return parse_amount(text) if text else usual
    except ValueError as error:
        raise ConfigurationError(f"{name}: {error}") from error


def _newcomer(name: str, usual: int | None) -> int | None:
    return None if variables.value(name) == "off" else _amount(name, usual or 0)


def _hours(name: str, usual: int) -> int:
    text = variables.value(name)
    if text and not (text.isascii() and text.isdigit() and 0 < int(text[:5]) <= 8760 and len(text) < 5):
        raise ConfigurationError(f"{name} must be a number of hours from 1 to 8760")
    return int(text) if text else usual


def _rate(name: str, usual: int) -> int:
    text = variables.value(name)
    if not text:
        return usual
    parts = _RATE.fullmatch(text)
    rate = int(parts[1]) * 100 + int((parts[2] or "").ljust(2, "0")) if parts else HIGHEST_RATE + 1
    if rate > HIGHEST_RATE:
        raise ConfigurationError(f"{name} must be a percentage from 0 to 50, such as 5 or 2.5")
    return rate
