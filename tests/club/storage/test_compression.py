"""Old matches are compressed once nothing uses them any more, in slices and by the command."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import override_settings
from django.utils import timezone

from tests.support.finished_matches import played
from tests.support.patience import PATIENCE
from zaria.club.ledger import actions as ledger
from zaria.club.matches.results.models import Scribed
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.storage.compression import FLOOR_DAYS, IDLE_S, MatchCompression
from zaria.club.support.models import Report
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.live.journal.base import Mark, Row
from zaria.live.journal.factory import FILE
from zaria.live.journal.postgres import PostgresJournal
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match import events as ev

pytestmark = pytest.mark.django_db(transaction=True)
AGES = {"old": 40, "older": 50, "recent": 5}
"""The days since the end of each match."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of a club with three finished matches, whose results are recorded."""
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    events = [ev.encode(event) for event in played("tabla-single")]

    async def store() -> None:
        journal = await SqliteJournal.connect(tmp_path / FILE)
        for match_id, days in AGES.items():
            end = now_ms() - days * DAY_MS
            rows = [Row(seq, end, "x", body) for seq, body in enumerate(events)]
            await journal.open(match_id, bytes(32), b"[]", rows, None, Mark.OVER)
        await journal.close()

    asyncio.run(store())
    Scribed.objects.create(pk=1, over=now_ms(), match_id="")
    return tmp_path


def query(home: Path, statement: str, *values: object) -> list[str]:
    with closing(sqlite3.connect(home / FILE)) as file, file:
        return sorted(row[0] for row in file.execute(statement, values))


def compressed(home: Path) -> list[str]:
    return query(home, "SELECT match_id FROM compressed")


def open_for_days(home: Path, days: float) -> None:
    """Say that a version that reads compressed matches has run for some days."""
    query(home, "UPDATE compression SET ready_at = ?", now_ms() - round(days * DAY_MS))


def work(*, is_responsible: bool = True) -> float | None:
    """Do the rounds of a pass, which takes as many slices as the machine is slow; return the last pause."""

    async def run() -> float | None:
        worker = MatchCompression(lambda: is_responsible)
        while (pause_s := await worker.run_round()) is None:
            pass
        await worker.close()
        return pause_s

    return asyncio.run(run())


def test_old_matches_are_compressed_and_recent_ones_are_not(home: Path) -> None:
    open_for_days(home, FLOOR_DAYS + 1)
    assert work() == IDLE_S
    assert compressed(home) == ["old", "older"]
    assert query(home, "SELECT DISTINCT match_id FROM event") == ["recent"]


def test_the_last_release_may_run_beside_it_for_some_days(home: Path) -> None:
    open_for_days(home, FLOOR_DAYS - 1)
    assert work() == IDLE_S
    assert compressed(home) == []


def test_one_process_does_the_work_and_only_if_the_operator_wants_it(home: Path) -> None:
    open_for_days(home, FLOOR_DAYS + 1)
    assert work(is_responsible=False) == IDLE_S
    with override_settings(COMPRESS_DAYS=0):
        assert work() == IDLE_S
    assert compressed(home) == []


def test_results_are_recorded_first(home: Path) -> None:
    open_for_days(home, FLOOR_DAYS + 1)
    Scribed.objects.update(over=now_ms() - 45 * DAY_MS)
    work()
    assert compressed(home) == ["older"]


def test_a_match_in_use_waits_until_it_no_longer_is(home: Path) -> None:
    open_for_days(home, FLOOR_DAYS + 1)
    ledger.ensure_member("ann")
    hold = ledger.hold("ann", 10_00, "match:old:hold:ann", match_id="old")
    report = Report.objects.create(about="match:older", name="x", player="g-1", player_name="x", rule=3)
    tournament = Tournament.objects.create(
        pk="t1", phase="playing", secret="0" * 64, created_at=0, starts_at=0, terms="{}"
    )
    Pairing.objects.create(tournament=tournament, number=1, place=0, match_id="old", since=0)
    work()
    assert compressed(home) == []
    report.closed_at = timezone.now()
    report.save()
    ledger.void_hold(hold)
    work()
    assert compressed(home) == ["older"]
    Tournament.objects.update(phase="over")
    work()
    assert compressed(home) == ["old", "older"]


def test_the_command_compresses_and_gives_rows_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = query(home, "SELECT body FROM event")
    call_command("compress")
    assert capsys.readouterr().out.endswith("Matches compressed: 2, still in use: 0.\n")
    assert compressed(home) == ["old", "older"]
    call_command("compress", days=1)
    assert compressed(home) == sorted(AGES)
    call_command("compress", undo=True)
    assert capsys.readouterr().out.endswith("Matches with rows again: 3.\n")
    assert query(home, "SELECT body FROM event") == before


def test_a_later_form_stays_compressed(home: Path) -> None:
    call_command("compress")
    query(home, "UPDATE compressed SET form = 'later-2'")
    with pytest.raises(CommandError, match=r"later-2\. Start the version"):
        call_command("compress", undo=True)
    assert compressed(home) == ["old", "older"]


def test_the_command_says_what_it_lacks(home: Path) -> None:
    with override_settings(COMPRESS_DAYS=0), pytest.raises(CommandError, match="--days 30"):
        call_command("compress")
    (home / FILE).unlink()
    with pytest.raises(CommandError, match=f"there is no {FILE}"):
        call_command("compress", days=30)


def test_a_damaged_match_keeps_no_other_from_being_compressed(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    open_for_days(home, FLOOR_DAYS + 1)
    query(home, "DELETE FROM event WHERE match_id = 'older' AND seq = 3")
    work()
    assert compressed(home) == ["old"]
    assert "match older: its events are not numbered without a gap" in caplog.text


def test_a_process_that_ends_does_not_wait_for_the_index(
    home: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In PostgreSQL it waits for all transactions that write, however long they take."""
    monkeypatch.setenv("ZARIA_DATABASE_URL", database)
    building = "SELECT count(*) FROM pg_stat_activity WHERE query ~ '^\\s*CREATE INDEX' AND state = 'active'"

    async def run() -> None:
        await (await PostgresJournal.connect(database)).close()
        with psycopg.connect(database, autocommit=True) as observer, psycopg.connect(database) as writer:
            observer.execute("UPDATE live.compression SET ready_at = 0")
            writer.execute("LOCK TABLE live.match IN ROW EXCLUSIVE MODE")
            worker = MatchCompression(lambda: True)
            worker.start()
            async with asyncio.timeout(PATIENCE):
                while observer.execute(building).fetchone() != (1,):  # noqa: ASYNC110  it is in the server
                    await asyncio.sleep(0.02)
                await worker.close()

    asyncio.run(run())
