"""The tables and queries of fair play in PostgreSQL; other tests have SQLite."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from tests.support import fair_play, fair_play_analyses
from tests.support.club.rating_records import DAY, member, played
from tests.support.club.site_database import site
from zaria.club.fair_play.models import Agreement, MatchTally
from zaria.club.fair_play.queries import populations, ranked

GAME = "backgammon"


@pytest.fixture(autouse=True)
def _postgresql(transactional_db: None, database: str, tmp_path: Path) -> Iterator[None]:
    with site(database, tmp_path):
        yield


def test_a_cheat_is_stored_ranked_and_computed_again() -> None:
    cheat, honest = (member(number) for number in range(2))
    chance = Random("postgresql")
    for number in range(5):
        name = f"m{number}"
        played(name, int(time.time() * 1000) - DAY, game=GAME).save()
        sides = [fair_play.member(GAME, 0.15, share, 40, chance) for share in (1.0, 0.0)]
        fair_play_analyses.store_analysis(fair_play_analyses.analysis_of(name, GAME, sides))
    assert MatchTally.objects.count() == 10
    assert [row.member for row in ranked(all_members=False)] == [cheat]
    rows: list[Any] = list(ranked())  # the query adds `above` to each
    assert [(row.member, row.above) for row in rows] == [(cheat, True), (honest, False)]
    population = populations([GAME])[GAME]
    assert population.members == 2
    assert population.deviation > 0
    before = list(Agreement.objects.order_by("member").values_list("member", "decisions", "score"))
    call_command("fair_play", "recompute")
    assert list(Agreement.objects.order_by("member").values_list("member", "decisions", "score")) == before
