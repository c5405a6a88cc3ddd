"""The goods of the shop and their prices.

A price is a number of credits. In a club with a currency the price is a hundredth of the number, in that
currency.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings

from zaria.club.ledger.amounts import HUNDRED


class GoodSort(NamedTuple):
    """A sort of goods: a part of the look that members can buy.

    * part: its setting; with a prefix its cookie (zaria_…) and the attribute of each page (data-…);
    * prefix: the beginning of the codes;
    * folder: the folder of the style sheets in `zaria/goods`;
    * section: the part of the shop's page that sells it;
    * free: the values that everybody has, the default first;
    * numbers: the price of each good by its name, as a number of credits;
    * marks_default: pages have the attribute with the default value, too.
    """

    part: str
    prefix: str
    folder: str
    section: str
    free: tuple[str, ...]
    numbers: Mapping[str, int]
    marks_default: bool = False

    @property
    def goods(self) -> tuple["Good", ...]:
        """The goods in the order of the shop."""
        return tuple(Good(self.part, name, number) for name, number in self.numbers.items())

    @property
    def values(self) -> tuple[str, ...]:
        """All values of the setting."""
        return (*self.free, *self.numbers)


class Good(NamedTuple):
    """One of the goods, which a member can buy once; `name` is the value of the setting `part`."""

    part: str
    name: str
    number: int

    @property
    def sort(self) -> GoodSort:
        """The sort of the good."""
        return SORTS[self.part]

    @property
    def code(self) -> str:
        """The name under which purchases and the ledger know it, "board-lapis"."""
        return f"{self.sort.prefix}-{self.name}"

    @property
    def price(self) -> int:
        """The price in hundredths of the club's unit."""
        return price(self.number)

    @property
    def sheet(self) -> str:
        """The static file with its colours."""
        return f"zaria/goods/{self.sort.folder}/{self.name}.css"


_SORTS = (
    GoodSort(
        "skin",
        "board",
        "boards",
        "boards",
        ("walnut", "night", "sand"),
        {
            "birch": 300,
            "slate": 300,
            "burgundy": 400,
            "copper": 400,
            "lapis": 500,
            "malachite": 500,
            "rose": 600,
            "mosaic": 900,
        },
        marks_default=True,
    ),
    GoodSort(
        "men",
        "men",
        "men",
        "checkers",
        ("ivory", "amber", "marble"),
        {
            "cherry": 200,
            "olive": 200,
            "silver": 300,
            "pearl": 300,
            "jade": 400,
            "coral": 400,
            "porcelain": 500,
            "gold": 800,
        },
    ),
)
SORTS: Mapping[str, GoodSort] = {sort.part: sort for sort in _SORTS}
"""The sorts of goods by the part of the look, in the order of the shop."""

GOODS: Mapping[str, Good] = {good.code: good for sort in _SORTS for good in sort.goods}
"""All goods by their codes."""

TREATS: Mapping[str, int] = {"tea": 5, "coffee": 8, "baklava": 15}
"""Treats that members give to others, with their prices."""


def price(number: int) -> int:
    """The price of `number` credits in hundredths of the club's unit."""
    return number if settings.LEDGER.currency else number * HUNDRED


def good_of(part: str, value: object) -> Good | None:
    """The good that a value of a setting stands for; None for what everybody has, and for what is none."""
    return _BY_VALUE.get((part, value)) if isinstance(value, str) else None


_BY_VALUE: Mapping[tuple[str, str], Good] = {(good.part, good.name): good for good in GOODS.values()}
