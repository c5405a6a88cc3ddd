"""Thousands of whole tournaments of all formats, each with its troubles."""

import pytest

from tests.support.search_budget import RUN, times
from tests.support.tournaments.whole import Whole

USUAL, NIGHTLY, PARTS = 80, 10_000, 20


@pytest.mark.proof
@pytest.mark.parametrize("part", range(4))
def test_tournaments_keep_their_promises(part: int) -> None:
    count = times(USUAL)
    for seed in range(RUN * count + part, (RUN + 1) * count, 4):
        Whole(seed).play()


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_tournaments_keep_their_promises(part: int) -> None:
    for seed in range(1_000_000 + part, 1_000_000 + NIGHTLY, PARTS):
        Whole(seed).play()
