"""The form of a top-up: a pack that is chosen, and an amount that is typed."""

from typing import Any

import pytest

from zaria.club.top_up.configuration import Price, TopUpSettings
from zaria.club.top_up.forms import TopUpForm

NONCE = "n" * 16


@pytest.mark.parametrize(
    ("offer", "amount", "expected"),
    [("20.00", "", 20_00), ("20.00", "12,50", 12_50), ("", "12.50", 12_50)],
)
def test_a_typed_amount_counts_before_the_chosen_pack(
    settings: Any, offer: str, amount: str, expected: int
) -> None:
    settings.TOP_UP = TopUpSettings("stripe", "EUR", Price(1_00, 100_00), 10_00, 80_00)
    form = TopUpForm({"nonce": NONCE, "offer": offer, "amount": amount})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["amount"] == expected


@pytest.mark.parametrize("offer", ["", "ten", "90.00"])
def test_a_pack_that_is_no_amount_begins_nothing(settings: Any, offer: str) -> None:
    settings.TOP_UP = TopUpSettings("stripe", "EUR", Price(1_00, 100_00), 10_00, 80_00)
    assert list(TopUpForm({"nonce": NONCE, "offer": offer}).errors) == ["amount"]
