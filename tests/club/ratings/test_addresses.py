"""Pairs with a common address are found by address, in both engines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.club.rating_records import START, played
from tests.support.club.site_database import site
from zaria.club.matches.results.meetings import note_last
from zaria.club.ratings import addresses


@pytest.fixture(params=["sqlite", "postgresql"])
def matches(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """p0 has met p1 and p2, and p3 nobody; p0, p1 and p3 have an address in common."""
    url = request.getfixturevalue("postgres").url("addresses") if request.param == "postgresql" else None
    with site(url, tmp_path):
        note_last([played("m0", players=("p0", "p1")), played("m1", players=("p2", "p0"))])
        for player, match_id in (("p1", "m0"), ("p0", "m0"), ("p0", "m1"), ("p3", "m3")):
            addresses.note(match_id, player, "198.51.100.7", START)
        addresses.note("m1", "p2", "198.51.100.8", START)
        yield


@pytest.mark.service
def test_only_those_who_have_met_and_share_an_address_are_a_pair(matches: None) -> None:
    assert addresses.shared_pairs() == [("p0", "p1")]
