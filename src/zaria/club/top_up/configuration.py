"""Settings of top-ups, read from the environment."""

import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from zaria.club.ledger.amounts import HIGHEST as HIGHEST_TRANSFER
from zaria.club.ledger.amounts import parse_amount
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError

STRIPE = "stripe"
STRIPE_API = "https://api.stripe.com"
STRIPE_PAGES = "https://checkout.stripe.com"
"""The origin of Stripe's payment pages."""

HIGHEST = 999_999_99
"""No provider takes a higher payment, in hundredths."""

OFFERS = (1_00, 2_00, 5_00, 10_00, 20_00, 50_00, 100_00, 200_00, 500_00, 1000_00)
OFFERED = 4
"""The number of amounts that the form offers."""

_PRICE = re.compile(r"([\d.]+) ([A-Z]{3}) per ([\d.]+)(?: credits)?", re.ASCII)
_WITHOUT_CENTS = (
    "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF BHD JOD KWD OMR TND HUF TWD"
)
"""Currencies that Stripe does not count in hundredths."""


class Price(NamedTuple):
    """An amount of money (hundredths of the currency) and the credits (hundredths) that it buys."""

    money: int = 1
    credits: int = 1


class TopUpSettings(NamedTuple):
    """Settings of top-ups; without a `provider` there are none.

    `currency` is the ISO 4217 code of the payments, `least` and `most` are in its hundredths.
    """

    provider: str = ""
    currency: str = ""
    price: Price = Price()
    least: int = 5_00
    most: int = 500_00

    def credits(self, money: int) -> int:
        """The credits (hundredths) for an amount of money (hundredths), halves rounded up."""
        return (2 * money * self.price.credits + self.price.money) // (2 * self.price.money)

    @property
    def offers(self) -> list[int]:
        """The amounts that the form offers."""
        return [amount for amount in OFFERS if self.least <= amount <= self.most][:OFFERED] or [self.least]


class StripeSettings(NamedTuple):
    """The secrets of Stripe, and the addresses of its API and of its payment pages."""

    api_key: str
    endpoint_secret: str
    api: str = STRIPE_API

    @property
    def pages(self) -> str:
        """The origin of the payment pages."""
        return STRIPE_PAGES if self.api == STRIPE_API else self.api


def from_environment(ledger: LedgerConfig) -> TopUpSettings:
    """Read the settings; raises `ConfigurationError`."""
    provider = variables.value("ZARIA_PAYMENTS").lower()
    if not provider:
        return TopUpSettings()
    if provider != STRIPE:
        raise ConfigurationError("ZARIA_PAYMENTS must be stripe or empty")
    currency, price = (ledger.currency, Price()) if ledger.currency else _price()
    if ledger.currency and variables.value("ZARIA_CREDIT_PRICE"):
        raise ConfigurationError("ZARIA_CREDIT_PRICE is for credits alone: a currency is topped up as it is")
    if currency in _WITHOUT_CENTS.split():
        raise ConfigurationError(f"ZARIA_PAYMENTS: {currency} has no hundredths, so it can't be paid here")
    least, most = _range(TopUpSettings())
    top_up = TopUpSettings(provider, currency, price, least, most)
    if top_up.credits(least) == 0 or top_up.credits(most) > HIGHEST_TRANSFER:
        raise ConfigurationError("ZARIA_TOP_UP and ZARIA_CREDIT_PRICE give too few credits, or too many")
    return top_up


def stripe_from_environment() -> StripeSettings:
    """Read the secrets of Stripe; raises `ConfigurationError`, which does not quote them."""
    secret, endpoint = variables.value("ZARIA_STRIPE_SECRET"), variables.value("ZARIA_STRIPE_WEBHOOK_SECRET")
    for name, value, beginnings in (
        ("ZARIA_STRIPE_SECRET", secret, ("sk_", "rk_")),
        ("ZARIA_STRIPE_WEBHOOK_SECRET", endpoint, ("whsec_",)),
    ):
        if not value.startswith(beginnings) or not value.isascii() or not value.isprintable():
            raise ConfigurationError(f"{name} is required and must begin with {' or '.join(beginnings)}")
    api = (variables.value("ZARIA_STRIPE_API") or STRIPE_API).rstrip("/")
    address = urlsplit(api)
    if address.scheme not in ("http", "https") or not address.hostname or address.path or address.query:
        raise ConfigurationError(f"ZARIA_STRIPE_API must have the form {STRIPE_API}")
    return StripeSettings(secret, endpoint, api)


def variants(top_up: TopUpSettings) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return `PAYMENT_VARIANTS` of django-payments: the provider's class and what makes it."""
    if top_up.provider != STRIPE:
        return {}
    return {STRIPE: ("zaria.club.top_up.stripe_provider.StripeProvider", stripe_from_environment()._asdict())}


def form_targets(top_up: TopUpSettings) -> list[str]:
    """Origins to which the answer to the form leads on, for the content security policy."""
    return [stripe_from_environment().pages] if top_up.provider == STRIPE else []


def _price() -> tuple[str, Price]:
    example = "ZARIA_CREDIT_PRICE must have the form 1.00 EUR per 100 credits"
    match = _PRICE.fullmatch(variables.value("ZARIA_CREDIT_PRICE"))
    if match is None:
        raise ConfigurationError(example)
    try:
        price = Price(parse_amount(match[1]), parse_amount(match[3]))
    except ValueError as error:
        raise ConfigurationError(f"{example}: {error}") from error
    if 0 in price:
        raise ConfigurationError(example)
    return match[2], price


def _range(usual: TopUpSettings) -> tuple[int, int]:
    text = variables.value("ZARIA_TOP_UP")
    if not text:
        return usual.least, usual.most
    least, _, most = text.partition("-")
    try:
        bounds = parse_amount(least.strip()), parse_amount(most.strip())
    except ValueError as error:
        raise ConfigurationError(f"ZARIA_TOP_UP must have the form 5.00-500.00: {error}") from error
    if not 0 < bounds[0] <= bounds[1] <= HIGHEST:
        raise ConfigurationError("ZARIA_TOP_UP must be a range of amounts from 0.01 to 999999.99")
    return bounds
