"""Ratings of many results at once are those of one after the other, in both engines."""

from random import Random

import pytest

from tests.club.ledger.conftest import club
from tests.support.club.rating_records import DAY, START, everything, member, played
from zaria.club.ratings import actions, recompute
from zaria.club.ratings.models import Change, Due, Season, Standing

__all__ = ["club"]

pytestmark = pytest.mark.usefixtures("club")

PLAYERS, MATCHES = 6, 80


def test_ratings_of_one_window_are_those_of_windows_of_one_match() -> None:
    choices = Random(45)
    for number in range(PLAYERS):
        member(number)
    for number in range(MATCHES):
        first, second = choices.sample(range(PLAYERS), 2)
        won, game = choices.choice((0, 1, None)), choices.choice(("tabla", "chess"))
        at = START + number // 2 * DAY  # two of each moment
        played(f"m{number:02}", at, (f"p{first}", f"p{second}"), won, (2, 1), game).save()
    actions.recompute((0, ""))
    at_once = everything()
    assert len(at_once[0]) == 4 * MATCHES
    for model in (Change, Standing, Season, Due):
        model.objects.all().delete()
    actions.mark_due(0)
    windows = 0
    while recompute.step(1) is not None:
        windows += 1
    assert windows > MATCHES // 2 - 1
    assert everything() == at_once
