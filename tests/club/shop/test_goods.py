"""Each sort of goods has its row, and its place in every package that says or draws something of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.web.table_stage import STATIC
from zaria.club.profile import preferences
from zaria.club.profile.texts import TEXTS
from zaria.club.shop.goods import GOODS, SORTS, TREATS, GoodSort
from zaria.club.shop.previews import PICTURES
from zaria.club.shop.texts import SORT_WORDS, TITLES
from zaria.club.shop.texts import TREATS as TITLES_OF_TREATS

ROOT = Path(__file__).resolve().parents[3]
PRICES = ROOT / "docs/reference/shop.md"

Requirement = Callable[[GoodSort], Iterator[str]]


def row(sort: GoodSort) -> Iterator[str]:
    if not sort.free or set(sort.free) & set(sort.numbers):
        yield "values that everybody has, and no good has the name of one"
    if min(sort.numbers.values(), default=0) <= 0:
        yield "a price of each good"


def words(sort: GoodSort) -> Iterator[str]:
    if sort.part not in SORT_WORDS:
        yield "words in SORT_WORDS of club/shop/texts.py"
    elif set(SORT_WORDS[sort.part].free) != set(sort.free):
        yield "titles of the values that everybody has"
    for good in sort.goods:
        if f"{sort.prefix}-{good.name}" not in TITLES:
            yield f"the title of {good.name} in club/shop/texts.py"
        if f"| {good.name} | {good.number} |" not in PRICES.read_text():
            yield f"the price of {good.name} in docs/reference/shop.md"


def pictures(sort: GoodSort) -> Iterator[str]:
    if sort.part not in PICTURES:
        yield "its pictures in club/shop/previews.py"


def sheets(sort: GoodSort) -> Iterator[str]:
    together = (STATIC / "goods/all.css").read_text()
    for name in sort.numbers:
        if not (STATIC / f"goods/{sort.folder}/{name}.css").is_file():
            yield f"goods/{sort.folder}/{name}.css"
        if f"{sort.folder}/{name}.css" not in together:
            yield f"{name} in goods/all.css"


def setting(sort: GoodSort) -> Iterator[str]:
    for value in sort.values:
        if preferences.known({sort.part: value}) != {sort.part: value}:
            yield f"the value {value} of its setting"
    if sort.part not in TEXTS or set(TEXTS[sort.part].values) != set(sort.values):
        yield "the words of its setting"


REQUIREMENTS: tuple[Requirement, ...] = (row, words, pictures, sheets, setting)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_each_sort_of_goods_is_complete(requirement: Requirement) -> None:
    assert not [f"{part} lacks {entry}" for part, sort in SORTS.items() for entry in requirement(sort)]


def test_nothing_is_registered_for_goods_that_do_not_exist() -> None:
    assert set(SORT_WORDS) == set(PICTURES) == set(SORTS)
    assert set(TITLES) == set(GOODS)
    assert set(TITLES_OF_TREATS) == set(TREATS)
    stored = {
        path.stem for sort in SORTS.values() for path in (STATIC / f"goods/{sort.folder}").glob("*.css")
    }
    assert stored == {good.name for good in GOODS.values()}


def test_codes_and_sheets_are_those_of_earlier_purchases() -> None:
    assert (GOODS["board-lapis"].sheet, GOODS["men-gold"].sheet) == (
        "zaria/goods/boards/lapis.css",
        "zaria/goods/men/gold.css",
    )
    assert len(GOODS) == sum(len(sort.numbers) for sort in SORTS.values()) >= 16


def test_a_sort_without_its_places_is_reported() -> None:
    unheard_of = GoodSort("unheard-of", "unheard-of", "unheard-of", "unheard-of", ("plain",), {"fine": 200})
    missing = [entry for requirement in (words, pictures, sheets) for entry in requirement(unheard_of)]
    assert missing == [
        "words in SORT_WORDS of club/shop/texts.py",
        "the title of fine in club/shop/texts.py",
        "the price of fine in docs/reference/shop.md",
        "its pictures in club/shop/previews.py",
        "goods/unheard-of/fine.css",
        "fine in goods/all.css",
    ]
