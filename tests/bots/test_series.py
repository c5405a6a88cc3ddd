"""Whole matches of the plain player with itself, of every game, on all sorts of terms."""

import random

import pytest

from tests.support.bots.whole_matches import played, some_terms
from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria import games
from zaria.match import events as ev
from zaria.records.verify import verify

pytestmark = pytest.mark.proof

BY_DAY = ("backgammon", "tapa", "long-nardy", "crazy-gulbar", "three-games")


@pytest.mark.parametrize("name", by_day(BY_DAY, games.names()))
def test_every_match_comes_to_an_end_and_is_true(name: str, caplog: pytest.LogCaptureFixture) -> None:
    chance = random.Random(name)
    for n in range(times(2)):
        match, events = played(some_terms(name, chance, (1, 3)), f"{name}-{n}")
        assert verify(events).problem is None
        assert sum(isinstance(event, ev.GameEnded) and event.how == "stuck" for event in events) == 0
        assert match.winner is not None
    assert not caplog.records, "the program never has to be replaced"
