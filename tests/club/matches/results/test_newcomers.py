"""Players to whom the basics are still explained: with fewer than three finished matches."""

import pytest

from tests.support.club.random_matches import match
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.newcomers import is_newcomer

pytestmark = pytest.mark.django_db(transaction=True)


async def test_three_finished_matches_of_either_side_are_enough() -> None:
    rows = [match(number, player0="me", player1=f"m{number}") for number in range(2)]
    await Played.objects.abulk_create(rows)
    assert await is_newcomer("me")
    await match(9, player0="m2", player1="me").asave()
    assert not await is_newcomer("me")
    assert await is_newcomer("m1")


async def test_a_match_that_does_not_count_is_none() -> None:
    await Played.objects.abulk_create([match(number, player0="me", void=True) for number in range(5)])
    assert await is_newcomer("me")
