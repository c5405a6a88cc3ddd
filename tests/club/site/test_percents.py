"""Per cents as each language of the site writes them."""

from decimal import Decimal

import pytest
from django.utils.translation import override

from zaria.club.site.text.percents import percent_text
from zaria.club.tournaments.texts import shares_text


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "12.5%"),
        ("bg", "12,5%"),
        ("el", "12,5%"),
        ("ro", "12,5\u00a0%"),
        ("ru", "12,5\u00a0%"),
        ("tr", "%12,5"),
    ],
)
def test_the_sign_stands_where_the_language_has_it(language: str, written: str) -> None:
    with override(language):
        assert percent_text(12.5) == percent_text(Decimal("12.52")) == written


def test_shares_are_rounded_and_joined() -> None:
    with override("tr"):
        assert shares_text((70, 30)) == "%70 + %30"
    with override("en"):
        assert percent_text(100 / 3, 0) == "33%"
