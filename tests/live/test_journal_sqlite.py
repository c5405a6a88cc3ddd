"""Properties of the journal in a SQLite file alone."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.lobby.conftest import player
from tests.support.live.journals import SECRET, Engine, Outcomes, rows, seqs
from tests.support.live.page_sessions import begun, started
from tests.support.patience import PATIENCE
from zaria.live.journal import sqlite
from zaria.live.journal.base import Listing, Mark, Row, StoreUnavailableError
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms

BEFORE_LISTS = """
CREATE TABLE match(
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, secret BLOB NOT NULL, places BLOB NOT NULL,
    check_at INTEGER, over INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE event(
    match_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    body BLOB NOT NULL, actor TEXT NOT NULL, cmd TEXT NOT NULL,
    PRIMARY KEY(match_id, seq)) WITHOUT ROWID;
INSERT INTO match VALUES('m', 1000, x'00', '[]', 1000, 0);
INSERT INTO event VALUES('m', 0, 1000, 'x', '{}', '', '');
"""


async def test_a_batch_that_fails_as_a_whole_keeps_nothing(tmp_path: Path) -> None:
    engine = Engine(None, tmp_path)
    journal = await engine.connect()
    await journal.open("m", SECRET, b"[]", rows(0))
    engine.execute(
        "CREATE TRIGGER boom BEFORE INSERT ON event WHEN NEW.kind = 'boom'"
        " BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END"
    )
    outcomes = Outcomes()
    with engine.held():
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        journal.append("m", rows(2), Mark.NONE, outcomes.named("before"))
        journal.append("m", rows(3, kind="boom"), Mark.NONE, outcomes.named("boom"))
        journal.append("m", rows(3), Mark.NONE, outcomes.named("after"))
    await outcomes.wait(4)
    failed = {name for name, error in outcomes.got.items() if isinstance(error, sqlite3.Error)}
    stored_seqs = await seqs(journal)
    assert "boom" in failed
    assert ("before" in failed) is (2 not in stored_seqs)
    assert ("after" in failed) is (3 not in stored_seqs)
    journal.append("m", rows(len(stored_seqs)), Mark.NONE, outcomes.named("next"))
    await outcomes.wait(5)
    assert outcomes.got["next"] is None
    await journal.close()


async def test_a_read_whose_caller_is_cancelled_ends_before_the_file_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, read = threading.Event(), threading.Event(), []

    def slow(db: sqlite3.Connection, *_arguments: object) -> list[tuple[int, str]]:
        begun.set()
        go_on.wait(PATIENCE)
        read.extend(db.execute("SELECT 1").fetchall())
        return []

    monkeypatch.setattr(sqlite, "_finished", slow)
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    asking = asyncio.create_task(journal.finished((0, ""), 1))
    await asyncio.to_thread(begun.wait)
    asking.cancel()
    closing = asyncio.create_task(journal.close())
    await asyncio.wait([closing], timeout=0.2)  # time enough to close a file that nobody reads
    go_on.set()
    await closing
    assert read == [(1,)]


async def test_a_full_disk_is_a_store_that_is_away(tmp_path: Path) -> None:
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    await journal.open("m", SECRET, b"[]", rows(0))
    writing = journal._commit.args[0]  # type: ignore[attr-defined]
    (pages,) = writing.execute("PRAGMA page_count").fetchone()
    writing.execute(f"PRAGMA max_page_count = {pages}")
    outcomes = Outcomes()
    big = [Row(1, 1, "x", bytes(9000))]
    journal.append("m", big, Mark.NONE, outcomes.named("full"))
    await outcomes.wait(1)
    assert isinstance(outcomes.got["full"], StoreUnavailableError)
    writing.execute("PRAGMA max_page_count = 1000000")
    journal.append("m", big, Mark.NONE, outcomes.named("room"))
    await outcomes.wait(2)
    assert outcomes.got["room"] is None
    await journal.close()


async def test_a_commit_is_forced_to_disk(tmp_path: Path) -> None:
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    with closing(sqlite3.connect(tmp_path / "live.sqlite3")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._reading.execute("PRAGMA synchronous").fetchone() == (2,)
    await journal.close()


async def test_a_file_from_before_the_lists_is_brought_up_to_date(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "live.sqlite3")) as db:
        db.executescript(BEFORE_LISTS)
    for _ in range(2):
        journal = await Engine(None, tmp_path).connect()
        assert await journal.running() == ["m"]
        number = len(await seqs(journal))
        outcomes = Outcomes()
        card = Listing(2, b"{}", ("ann", None))
        journal.append("m", rows(number), Mark.NONE, outcomes.named("on"), card)
        await outcomes.wait(1)
        assert await journal.listings() == [("m", card)]
        await journal.close()


async def test_matches_from_before_the_lists_are_listed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "live.sqlite3"
    live = await started(path)
    played, ann, _ = await begun(live)
    ended = await live.open(TableRequest(Terms("tabla"), (player("ann"), None)))
    assert (await ann.did(ended, {"t": "cancel"}))["t"] == "ack"
    broken = await live.open(TableRequest(Terms("tabla"), (player("ann"), None)))
    before = live.lobby.lists.index.get(played)
    await live.stop()
    with closing(sqlite3.connect(path)) as db, db:
        for column in ("match_live", "match_listed", "match_shown"):
            db.execute(f"DROP INDEX {column}")
        for column in ("listed", "shown", "card", "player0", "player1"):
            db.execute(f"ALTER TABLE match DROP COLUMN {column}")
        db.execute("UPDATE event SET body = '{' WHERE match_id = ?", (broken,))
        db.execute("PRAGMA user_version = 0")
    live = await started(path)
    cards = live.lobby.lists.own_matches("ann")
    after = live.lobby.lists.index.get(played)
    await live.stop()
    assert [card.id for card in cards] == [played]
    assert before is not None
    assert after is not None
    assert after.listing == before.listing
    assert f"match {broken}: cannot list it" in caplog.text
