"""Amounts as text: for programs, in each language, with the club's unit."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.utils import translation

from zaria.club.ledger.amounts import amount_string, amount_text, parse_amount, signed_text, with_unit
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.ledger.fields import AmountField


@pytest.mark.parametrize(
    ("text", "amount"), [("12", 1200), ("12.5", 1250), ("0.07", 7), ("1000000000", 10**11)]
)
def test_reads_an_amount(text: str, amount: int) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1e3", "NaN", "1.234", "1,5", " 1", "١", "1000000000.01", "9" * 40, "1."]
)
def test_refuses_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="amount"):
        parse_amount(text)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.mark.parametrize("amount", [0, 1, -1, 99, -450, 100_000, 10**11])
def test_the_text_of_an_amount_has_all_its_digits(amount: int) -> None:
    digits = "".join(letter for letter in amount_text(amount) if letter.isdigit())
    assert int(digits) == abs(amount)
    assert amount_text(amount).startswith("−") == (amount < 0) == amount_string(amount).startswith("-")
    assert signed_text(amount)[0] == ("+" if amount > 0 else "−" if amount < 0 else "0")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1,234.50"),
        ("ru", "1\xa0234,50"),
        ("bg", "1\xa0234,50"),
        ("el", "1.234,50"),
        ("tr", "1.234,50"),
    ],
)
def test_an_amount_in_the_format_of_the_language(language: str, text: str) -> None:
    with translation.override(language):
        assert amount_text(123450) == text


@pytest.mark.parametrize(("language", "text"), [("en", "1234.50"), ("ru", "1234,50"), ("el", "1234,50")])
def test_a_field_shows_an_amount_as_it_reads_it(language: str, text: str) -> None:
    with translation.override(language):
        field = AmountField()
        assert field.prepare_value(123450) == text
        assert field.clean(text) == 123450


@pytest.mark.parametrize("text", ["-5", "5.005", "1e2", "Infinity", "1_000", "0x10", "٢٥", "２５", "5\0"])
def test_a_field_refuses_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValidationError):
        AmountField().clean(text)


def test_the_unit_follows_the_number(settings: Any) -> None:
    assert [with_unit(amount) for amount in (100, 150, 500)] == [
        "1.00\xa0credit",
        "1.50\xa0credits",
        "5.00\xa0credits",
    ]
    settings.LEDGER = LedgerConfig(unit="EUR")
    assert with_unit(-150) == "−1.50\xa0EUR"


def test_the_filters() -> None:
    text = "{% load amounts %}{{ a|amount }} {{ a|signed_amount }} {{ a|with_unit }}"
    assert Template(text).render(Context({"a": 450})) == "4.50 +4.50 4.50\xa0credits"
