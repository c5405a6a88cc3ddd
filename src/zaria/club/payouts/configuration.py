"""Settings of requests for pay-outs, read from the environment."""

from typing import NamedTuple

from zaria.club.ledger.amounts import amount_string, parse_amount
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.site import variables
from zaria.club.site.data_directory import ConfigurationError

LEAST = 10_00


class PayoutSettings(NamedTuple):
    """`allowed`: members may ask to be paid out; `least` is the lowest amount, in hundredths."""

    allowed: bool = False
    least: int = LEAST


def from_environment(ledger: LedgerConfig) -> PayoutSettings:
    """Read the settings; raises `ConfigurationError`."""
    choice = variables.value("ZARIA_PAYOUTS") or ("on" if ledger.currency else "off")
    if choice not in ("on", "off"):
        raise ConfigurationError("ZARIA_PAYOUTS must be on or off")
    try:
        least = parse_amount(variables.value("ZARIA_PAYOUT_LEAST") or amount_string(LEAST))
    except ValueError as error:
        raise ConfigurationError(f"ZARIA_PAYOUT_LEAST: {error}") from error
    if not least:
        raise ConfigurationError("ZARIA_PAYOUT_LEAST must be 0.01 or more")
    return PayoutSettings(choice == "on", least)
