"""Draws follow from the secret and the entrants alone, and favour nobody."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from zaria.tournaments.draw import drawn_order

SECRET = bytes(range(32))


def test_an_order_follows_from_the_secret_as_the_page_says() -> None:
    ids = ["ann", "bob", "eve", "dan"]
    lots = {one: hmac.new(SECRET, f"t1|pairs|{one}".encode(), hashlib.sha256).hexdigest() for one in ids}
    assert drawn_order(SECRET, "t1", "pairs", ids) == sorted(ids, key=lots.__getitem__)
    assert drawn_order(SECRET, "t1", "pairs", ids[::-1]) == drawn_order(SECRET, "t1", "pairs", ids)


def test_every_order_is_as_likely() -> None:
    ids = "abcd"
    seen = Counter(
        "".join(drawn_order(number.to_bytes(32, "big"), "t", "pairs", ids)) for number in range(12_000)
    )
    expected = 12_000 / 24
    assert set(seen) == {"".join(one) for one in permutations(ids)}
    assert (
        sum((count - expected) ** 2 / expected for count in seen.values()) < 50
    )  # 23 degrees of freedom: 99.9 %


def test_draws_of_one_tournament_differ() -> None:
    ids = [f"p{number}" for number in range(50)]
    orders = {tuple(drawn_order(SECRET, "t", purpose, ids)) for purpose in ("pairs", "groups", "places")}
    assert len(orders) == 3
