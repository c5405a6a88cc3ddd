"""Amounts as text. Everywhere else an amount is a whole number of hundredths of the unit."""

import re

HUNDRED = 100
HIGHEST = 100_000_000_000
"""No single transfer is higher, in hundredths."""

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
