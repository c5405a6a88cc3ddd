"""The goods of the shop and their prices.

A price is a number of credits. In a club with a currency the price is a hundredth of the number, in that
currency.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from django.conf import settings

from zaria.club.ledger.amounts import HUNDRED

Part = Literal["skin", "men"]
"""Part of the look, as the settings name it."""


class Good(NamedTuple):
    """A board or a set of checkers that a member can buy once; `name` is the value of the setting."""

    part: Part
    name: str
    number: int

    @property
    def code(self) -> str:
        """The name under which purchases and the ledger know it, "board-lapis"."""
        return f"{_PREFIXES[self.part]}-{self.name}"

    @property
    def price(self) -> int:
        """The price in hundredths of the club's unit."""
        return price(self.number)

    @property
    def sheet(self) -> str:
        """The static file with its colours."""
        return f"zaria/goods/{_FOLDERS[self.part]}/{self.name}.css"


_PREFIXES: Mapping[Part, str] = {"skin": "board", "men": "men"}
_FOLDERS: Mapping[Part, str] = {"skin": "boards", "men": "men"}

BOARDS = tuple(
    Good("skin", name, number)
    for name, number in {
        "birch": 300,
        "slate": 300,
        "burgundy": 400,
        "copper": 400,
        "lapis": 500,
        "malachite": 500,
        "rose": 600,
        "mosaic": 900,
    }.items()
)
CHECKERS = tuple(
    Good("men", name, number)
    for name, number in {
        "cherry": 200,
        "olive": 200,
        "silver": 300,
        "pearl": 300,
        "jade": 400,
        "coral": 400,
        "porcelain": 500,
        "gold": 800,
    }.items()
)
GOODS: Mapping[str, Good] = {good.code: good for good in (*BOARDS, *CHECKERS)}

TREATS: Mapping[str, int] = {"tea": 5, "coffee": 8, "baklava": 15}
"""Treats that members give to others, with their prices."""


def price(number: int) -> int:
    """The price of `number` credits in hundredths of the club's unit."""
    return number if settings.LEDGER.currency else number * HUNDRED


def good_of(part: str, value: object) -> Good | None:
    """The good that a value of a setting stands for; None for what everybody has, and for what is none."""
    return _BY_VALUE.get((part, value)) if isinstance(value, str) else None


_BY_VALUE: Mapping[tuple[str, str], Good] = {(good.part, good.name): good for good in GOODS.values()}
