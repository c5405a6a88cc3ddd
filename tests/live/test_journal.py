"""The journal keeps all of an append or nothing, and tells only after the commit."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from zaria.live.journal import Conflict, JournalClosed, Mark, Row
from zaria.live.sqlite import SqliteJournal

SECRET = bytes(32)


def rows(*seqs: int, kind: str = "x") -> list[Row]:
    return [Row(seq, 1000 + seq, kind, b'{"n":%d}' % seq) for seq in seqs]


class Outcomes:
    """Collects what `done` is called with."""

    def __init__(self) -> None:
        self.got: dict[str, Exception | None] = {}
        self.order: list[str] = []
        self._more = asyncio.Event()

    def named(self, name: str):  # type: ignore[no-untyped-def]
        def done(error: Exception | None) -> None:
            self.got[name] = error
            self.order.append(name)
            self._more.set()

        return done

    async def wait(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.got) < count:
                self._more.clear()
                await self._more.wait()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
async def journal(path: Path) -> AsyncIterator[SqliteJournal]:
    journal = await SqliteJournal.connect(path)
    await journal.open("m", SECRET, b"[null,null]", rows(0))
    yield journal
    await journal.close()


async def seqs(journal: SqliteJournal, match_id: str = "m") -> list[int]:
    stored = await journal.load(match_id)
    assert stored is not None
    return [row.seq for row in stored.rows]


async def test_keeps_what_it_is_given(journal: SqliteJournal) -> None:
    row = Row(1, 5, "rolled", b'{"t":"rolled"}', "ann", "c1")
    outcomes = Outcomes()
    journal.append("m", [row], Mark.NONE, outcomes.named("a"))
    await outcomes.wait(1)
    stored = await journal.load("m")
    assert stored is not None
    assert (stored.secret, stored.places, stored.rows) == (SECRET, b"[null,null]", [*rows(0), row])
    assert await journal.load("other") is None


async def test_an_id_is_given_once(journal: SqliteJournal) -> None:
    with pytest.raises(Conflict):
        await journal.open("m", SECRET, b"[]", rows(0))
    assert await seqs(journal) == [0]


async def test_a_taken_number_refuses_the_whole_append(journal: SqliteJournal) -> None:
    outcomes = Outcomes()
    journal.append("m", rows(1, 2), Mark.NONE, outcomes.named("first"))
    journal.append("m", rows(1), Mark.NONE, outcomes.named("second"))
    journal.append("m", rows(3, 2), Mark.OVER, outcomes.named("third"))
    await outcomes.wait(3)
    assert outcomes.got["first"] is None
    assert isinstance(outcomes.got["second"], Conflict)
    assert isinstance(outcomes.got["third"], Conflict)
    assert await seqs(journal) == [0, 1, 2]


async def test_one_bad_append_of_a_batch_fails_alone(journal: SqliteJournal, path: Path) -> None:
    """The file is kept locked until all are queued, so that they are one batch."""
    outcomes = Outcomes()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        for name, batch in {
            "good": rows(2),
            "taken": rows(1),
            "unfit": [Row(3, 2**70, "x", b"")],
            "half": [*rows(3), Row(4, 0, None, b"")],  # type: ignore[arg-type]
            "last": rows(3, 4),
        }.items():
            journal.append("m", batch, Mark.NONE, outcomes.named(name))
        other.execute("COMMIT")
    await outcomes.wait(6)
    assert {name for name, error in outcomes.got.items() if error is None} == {"0", "good", "last"}
    assert outcomes.order == ["0", "good", "taken", "unfit", "half", "last"]
    assert await seqs(journal) == [0, 1, 2, 3, 4]


async def test_a_batch_that_fails_as_a_whole_keeps_nothing(journal: SqliteJournal, path: Path) -> None:
    outcomes = Outcomes()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(
            "CREATE TRIGGER boom BEFORE INSERT ON event WHEN NEW.kind = 'boom'"
            " BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END"
        )
        other.execute("BEGIN IMMEDIATE")
        journal.append("m", rows(1), Mark.NONE, outcomes.named("0"))
        journal.append("m", rows(2), Mark.NONE, outcomes.named("before"))
        journal.append("m", rows(3, kind="boom"), Mark.NONE, outcomes.named("boom"))
        journal.append("m", rows(3), Mark.NONE, outcomes.named("after"))
        other.execute("COMMIT")
    await outcomes.wait(4)
    failed = {name for name, error in outcomes.got.items() if isinstance(error, sqlite3.Error)}
    kept = await seqs(journal)
    assert "boom" in failed
    assert ("before" in failed) is (2 not in kept)
    assert ("after" in failed) is (3 not in kept)
    journal.append("m", rows(len(kept)), Mark.NONE, outcomes.named("next"))
    await outcomes.wait(5)
    assert outcomes.got["next"] is None


async def test_a_commit_is_forced_to_disk(journal: SqliteJournal, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._reading.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_running_matches_are_those_between_their_marks(journal: SqliteJournal) -> None:
    outcomes = Outcomes()
    await journal.open("n", SECRET, b"[]", rows(0))
    journal.append("n", rows(1), Mark.RUNNING, outcomes.named("n"))
    journal.append("m", rows(1), Mark.RUNNING, outcomes.named("m"))
    await outcomes.wait(2)
    assert sorted(await journal.running()) == ["m", "n"]
    journal.append("n", rows(2), Mark.OVER, outcomes.named("over"))
    await outcomes.wait(3)
    assert await journal.running() == ["m"]


async def test_closing_stores_what_is_queued_and_takes_no_more(path: Path) -> None:
    journal = await SqliteJournal.connect(path)
    await journal.open("m", SECRET, b"[]", rows(0))
    outcomes = Outcomes()
    for seq in range(1, 50):
        journal.append("m", rows(seq), Mark.NONE, outcomes.named(str(seq)))
    await journal.close()
    journal.append("m", rows(50), Mark.NONE, outcomes.named("late"))
    await outcomes.wait(50)
    assert isinstance(outcomes.got.pop("late"), JournalClosed)
    assert set(outcomes.got.values()) == {None}
    again = await SqliteJournal.connect(path)
    assert await seqs(again) == list(range(50))
    await again.close()


async def test_a_file_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error):
        await SqliteJournal.connect(tmp_path / "missing" / "journal.sqlite3")
