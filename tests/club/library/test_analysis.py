"""Imported matches are analysed on request and in the background, for those who may see them."""

import json
from typing import Any

import pytest

from tests.club.library.test_importing import MAT, collection, imported, member
from tests.club.library.test_indexing import analysed
from tests.support.club.statistics_client import Browser
from tests.support.finished_matches import played
from zaria.club.accounts.models import Member
from zaria.club.library import actions, background, importing
from zaria.club.library.models import ImportedMatch, StoredPosition
from zaria.club.matches import engine_access
from zaria.club.matches.analysis import grades, record_sources
from zaria.club.matches.analysis.models import DONE, Analysis
from zaria.records import convert

pytestmark = pytest.mark.django_db
OTHER = convert.write(played("tabla-single"), "json")


@pytest.fixture(autouse=True)
def _no_rated_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_access, "_guards", [])


def owned(*bodies: bytes, owner: Member | None = None) -> list[ImportedMatch]:
    target = collection(owner)
    imported(target, *((f"{number}.x", body) for number, body in enumerate(bodies)))
    return list(target.matches.order_by("id"))


def find_work() -> list[str]:
    """Look for work on an idle machine, and finish it at once; all that was requested."""
    background.find_work(lambda: False)
    Analysis.objects.update(state=DONE, took=1)
    return list(Analysis.objects.order_by("pk").values_list("match_id", flat=True))


def test_the_worker_reads_the_record() -> None:
    (match,) = owned(MAT)
    source = record_sources.source_of(match.match_id)
    assert source is not None
    assert source.load(match.match_id) == importing.record_of(match)
    assert source.load("~unknown") is None
    assert record_sources.source_of("m00001") is None


def test_an_analysis_tells_what_the_turns_gave_away() -> None:
    (match,) = owned(OTHER)
    losses = analysed(match.match_id, importing.record_of(match))
    grades.grades_stored.send(sender=None, match_id=match.match_id)
    stored = {row.frame: row.loss for row in StoredPosition.objects.all()}
    assert stored == {frame: losses.get(frame) for frame in stored}
    assert any(stored.values())


def test_the_analysis_answers_those_who_see_the_match() -> None:
    (match,) = owned(OTHER)
    owner = match.owner
    analysed(match.match_id, importing.record_of(match))
    base = f"/library/matches/{match.key}"
    paths = [
        f"{base}/analysis.json?depth=quick",
        f"{base}/analysis/quick.json",
        f"{base}/attempt.json?frame=2",
    ]
    state = json.loads(Browser(owner).get(paths[0]).text)
    assert (state["state"], state["url"]) == ("done", f"{base}/analysis/quick.json")
    assert [Browser(owner).get(path).status for path in paths] == [200, 200, 200]
    stranger = Browser(member("Bob"))
    assert [stranger.get(path).status for path in paths] == [404, 404, 404]
    assert 'id="analysis"' in Browser(owner).get(f"{base}/replay").text
    actions.delete_collection(match.collection)
    assert not Analysis.objects.exists()


def test_members_take_turns_within_a_number_a_day(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.PROGRESS_MINUTES = 60
    monkeypatch.setattr(background, "MOST_A_DAY", 2)
    pgn = [b'[White "Ann"]\n\n1. e4 %s 1-0\n' % move for move in (b"e5", b"c5", b"e6")]
    first, second = owned(*pgn), owned(MAT, owner=member("Bob"))
    for _look in range(5):
        requested = find_work()
    assert requested == [first[0].match_id, second[0].match_id, first[1].match_id]


def test_nothing_is_requested_without_time(settings: Any) -> None:
    owned(MAT)
    settings.PROGRESS_MINUTES = 0
    assert find_work() == []
    settings.PROGRESS_MINUTES = 60
    background.find_work(lambda: True)
    assert not Analysis.objects.exists()
