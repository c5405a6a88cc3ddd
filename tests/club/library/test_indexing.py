"""The positions of finished matches are stored once, in order, with what an analysis says of them."""

import asyncio
from pathlib import Path

import brotli
import pytest

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.club.random_matches import match
from tests.support.finished_matches import keep, played
from zaria.bots.analysis import DEPTHS, VERSION, analyse, encode
from zaria.club.library import indexing
from zaria.club.library.models import IndexedMatch, StoredPosition
from zaria.club.library.worker import IDLE_S, PositionIndexing
from zaria.club.matches.analysis import grades
from zaria.club.matches.analysis.models import DONE, Analysis
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match.events import Event
from zaria.records.turn_positions import turn_positions

EVENTS = played("tabla-single")


def waiting() -> list[str]:
    return [row.match_id for row in indexing.unindexed()]


@pytest.mark.django_db
def test_positions_are_stored_once_as_the_record_has_them() -> None:
    row = match(1)
    expected = turn_positions(EVENTS)
    assert indexing.index(row, EVENTS) == len(expected) > 20
    assert indexing.index(row, EVENTS) == 0
    stored = StoredPosition.objects.order_by("id")
    assert [
        (position.key, position.frame, position.side, position.text, position.points) for position in stored
    ] == [
        (position.key, position.frame, position.side, position.text, position.points) for position in expected
    ]
    assert {position.dice for position in stored} <= {
        10 * high + low for high in range(1, 7) for low in range(1, high + 1)
    }
    assert not stored.exclude(loss=None).exists()


@pytest.mark.django_db
def test_matches_are_taken_in_order_and_late_ones_too() -> None:
    first, second = match(1), match(2)
    second.save()
    first.save()
    assert waiting() == [first.match_id, second.match_id]
    indexing.index(second, EVENTS)
    assert waiting() == [first.match_id], "its result was recorded later"
    indexing.index(first, [])
    assert waiting() == []
    match(3, ended=second.ended - 2 * DAY_MS).save()
    assert waiting() == [], "nothing is recorded so late"


@pytest.mark.django_db
def test_a_record_that_breaks_the_rules_has_no_positions(caplog: pytest.LogCaptureFixture) -> None:
    row = match(1)
    row.save()
    assert indexing.index(row, [*EVENTS[:6], EVENTS[-1]]) == 0
    assert "cannot be read" in caplog.text
    assert waiting() == []


@pytest.mark.django_db
def test_a_deleted_match_takes_its_positions_with_it() -> None:
    row = match(1)
    row.save()
    indexing.index(row, EVENTS)
    Played.objects.get(pk=row.pk).delete()
    assert not IndexedMatch.objects.exists()
    assert not StoredPosition.objects.exists()


def analysed(match_id: str, events: list[Event]) -> dict[int, int]:
    """Store an analysis of a match; return what its turns gave away, in thousandths, by frame."""
    analysis = analyse(events, "quick", evaluators=simple, engines=hasty)
    body = encode(analysis)
    Analysis.objects.create(
        match_id=match_id,
        depth="quick",
        effort=DEPTHS.index("quick"),
        version=VERSION,
        state=DONE,
        asked=0,
        body=brotli.compress(body),
        size=len(body),
    )
    return {row.frame: round(1000 * row.loss) for row in analysis.decisions if row.kind == "turn"}


@pytest.mark.django_db
@pytest.mark.parametrize("comes_first", ["positions", "analysis"])
def test_losses_come_from_an_analysis_before_or_after(comes_first: str) -> None:
    row = match(1)
    if comes_first == "positions":
        indexing.index(row, EVENTS)
    losses = analysed(row.match_id, EVENTS)
    if comes_first == "analysis":
        indexing.index(row, EVENTS)
    else:
        grades.grades_stored.send(sender=None, match_id=row.match_id)
    stored = {position.frame: position.loss for position in StoredPosition.objects.all()}
    assert stored == {frame: losses.get(frame) for frame in stored}
    assert any(stored.values())


@pytest.mark.django_db(transaction=True)
def test_the_worker_indexes_what_is_missing_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    match(0).save()
    match(1, training=True).save()
    match(2, void=True).save()
    match(3).save()
    keep(tmp_path, dict.fromkeys(("m00000", "m00001", "m00002"), EVENTS))

    async def rounds(count: int) -> list[float | None]:
        journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
        worker = PositionIndexing(journal, lambda: True)
        try:
            return [await worker.run_round() for _ in range(count)]
        finally:
            await worker.close()
            await journal.close()

    assert asyncio.run(rounds(1)) == [None]
    assert asyncio.run(rounds(4)) == [None, None, None, IDLE_S]
    assert IndexedMatch.objects.count() == 4
    counts = [row.positions.count() for row in IndexedMatch.objects.order_by("match_id")]
    assert counts == [len(turn_positions(EVENTS)), 0, 0, 0], "neither training, void nor lost matches"


@pytest.mark.django_db(transaction=True)
def test_only_the_process_that_records_results_works(tmp_path: Path) -> None:
    match(1).save()

    async def run() -> float | None:
        journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
        worker = PositionIndexing(journal, lambda: False)
        try:
            return await worker.run_round()
        finally:
            await worker.close()
            await journal.close()

    assert asyncio.run(run()) == IDLE_S
    assert not IndexedMatch.objects.exists()
