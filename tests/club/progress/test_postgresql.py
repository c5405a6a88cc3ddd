"""The sums and their comparison in PostgreSQL; other tests have SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.club.progress_club import fill_progress
from tests.support.club.random_matches import ME
from tests.support.club.site_database import site
from tests.support.club.statistics_client import marica
from zaria.club.matches.results.models import Played
from zaria.club.progress import actions, page
from zaria.club.progress.background import find_work
from zaria.club.progress.models import MonthMatches, MonthSum, PeerBand
from zaria.club.progress.peers import store_peers


@pytest.fixture(autouse=True)
def _postgresql(transactional_db: None, database: str, tmp_path: Path) -> Iterator[None]:
    with site(database, tmp_path):
        yield


def test_sums_are_added_compared_and_taken_away() -> None:
    member = marica()
    fill_progress(ME, 25, months=2)
    before = set(MonthSum.objects.values_list("month", "phase", "decisions", "loss", "squares"))
    progress = page.overview(member, "").page
    assert progress is not None
    assert progress.recent is not None
    assert progress.recent.matches == 25
    store_peers()
    assert not PeerBand.objects.exists()
    actions.set_switches(member, gathers=False, compares=True, in_background=False)
    assert not MonthSum.objects.exists()
    actions.set_switches(member, gathers=True, compares=True, in_background=True)
    find_work(lambda: False)
    assert set(MonthSum.objects.values_list("month", "phase", "decisions", "loss", "squares")) == before
    find_work(lambda: False)
    for match in Played.objects.all():
        match.delete()
    assert not MonthSum.objects.exists()
    assert not MonthMatches.objects.exists()
