"""A finished match reads the same from one compressed row as from a row for each event."""

import asyncio
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import facts, files
from tests.support.live.journals import SECRET, Engine, Outcomes, rows
from tests.support.patience import PATIENCE
from zaria.live.journal import compressed, pg_compression
from zaria.live.journal.base import ConflictError, Journal, Listing, Mark, Row, Stored
from zaria.live.journal.compression import Compression, connect
from zaria.live.journal.erase import forget
from zaria.live.journal.pg_connection import PgTimeouts
from zaria.live.journal.postgres import PostgresJournal
from zaria.match import events as ev

T = TypeVar("T")
ALTERNATE = """
import sys
from pathlib import Path
from zaria.live.journal.compression import connect
with connect(sys.argv[1] or None, Path(sys.argv[2])) as compression:
    while True:
        compression.compress("m")
        print(flush=True)
        compression.expand("m")
"""
"""Compresses a match and expands it until the process is killed."""
OVER = Listing(3, b"{}", ("ann", "bob"))
FIRST = (0, "")
FOREVER = 2**60
"""After the end of every match."""

READERS = ("compressed", "compression", "postgres", "sqlite", "upgrade")
"""They read both forms, delete rows, ask for the last number, or read matches that are not over."""
LAST_RELEASE = """
DROP TABLE compressed, compression;
DROP TRIGGER compressed_numbers ON event;
DROP FUNCTION refuse_taken_numbers;
ALTER TABLE match DROP COLUMN compressed
"""
"""Takes from a database what the last release did not have."""


async def through(engine: Engine, work: Callable[[Compression], T]) -> T:
    """Do some work on a connection, in a thread."""

    def run() -> T:
        with connect(engine.url, engine.home) as compression:
            return work(compression)

    return await asyncio.to_thread(run)


async def compress(engine: Engine, match_id: str = "m") -> bool:
    return await through(engine, lambda compression: compression.compress(match_id))


def first_finished(compression: Compression) -> list[tuple[int, str]]:
    return compression.finished(FOREVER, FIRST, 9)


async def finish(journal: Journal, match_id: str, number: int = 3) -> Stored:
    await journal.open(match_id, SECRET, b"[]", rows(*range(number)), OVER, Mark.OVER)
    stored = await journal.load(match_id)
    assert stored is not None
    return stored


async def append(journal: Journal, match_id: str, *added: Row) -> Exception | None:
    outcomes = Outcomes()
    journal.append(match_id, added, Mark.NONE, outcomes.named("append"))
    await outcomes.wait(1)
    return outcomes.got["append"]


ROWS = st.builds(
    Row,
    st.integers(0, 2**31 - 1),
    st.integers(0, 2**63 - 1),
    st.text(max_size=9),
    st.binary(max_size=200),
    st.text(max_size=16),
    st.text(max_size=16),
)


@given(st.lists(ROWS, min_size=1, max_size=20))
def test_events_of_any_content_are_the_same_afterwards(events: list[Row]) -> None:
    assert compressed.expand(compressed.FORM, compressed.compress(events)) == events


def test_a_form_of_a_later_version_is_refused() -> None:
    with pytest.raises(compressed.UnknownFormError, match="zlib-2"):
        compressed.expand("zlib-2", b"")


async def test_every_match_of_the_corpus_is_the_same_afterwards(engine: Engine, journal: Journal) -> None:
    before = {}
    stored = (line for path in (files.HERE / "matches").iterdir() for line in files.read(path))
    for match in map(facts.stored, stored):
        events = [Row(*row) for row in match.rows]
        mark = Mark.OVER if events[-1].kind == "closed" else Mark.NONE
        await journal.open(match.id, match.secret, match.places, events, OVER, mark)
        before[match.id] = await journal.load(match.id)
    numbers = await journal.numbers(list(before))

    def compress_all(compression: Compression) -> None:
        finished = [match_id for _, match_id in compression.finished(FOREVER, FIRST, len(before))]
        assert len(finished) > len(before) // 2
        for match_id in finished:
            assert compression.compress(match_id)
        assert compression.finished(FOREVER, FIRST, len(before)) == []
        assert sorted(finished) == compression.compressed("", len(before))

    await through(engine, compress_all)
    assert {match_id: await journal.load(match_id) for match_id in before} == before
    assert await journal.numbers(list(before)) == numbers


async def test_only_finished_matches_are_compressed_and_only_once(engine: Engine, journal: Journal) -> None:
    await journal.open("running", SECRET, b"[]", rows(0), None, Mark.RUNNING)
    await finish(journal, "over")
    finished = await through(engine, lambda compression: compression.finished(FOREVER, FIRST, 9))
    assert [match_id for _, match_id in finished] == ["over"]
    tries = [await compress(engine, match_id) for match_id in ("running", "absent", "over", "over")]
    assert tries == [False, False, True, False]


async def test_matches_come_in_the_order_of_their_ends(engine: Engine, journal: Journal) -> None:
    for number, match_id in enumerate("cab", 1):
        await finish(journal, match_id, number)
    first = await through(engine, lambda compression: compression.finished(1002, FIRST, 9))
    assert first == [(1000, "c"), (1001, "a")]
    later = await through(engine, lambda compression: compression.finished(FOREVER, first[0], 1))
    assert later == [(1001, "a")]


async def test_a_match_gets_its_rows_back(engine: Engine, journal: Journal) -> None:
    before = await finish(journal, "m")
    assert not await through(engine, lambda compression: compression.expand("m"))
    assert await compress(engine)
    assert await through(engine, lambda compression: compression.expand("m"))
    assert await journal.load("m") == before
    assert await through(engine, lambda compression: compression.compressed("", 9)) == []
    assert await compress(engine)
    assert await journal.load("m") == before


async def test_a_compressed_number_is_taken(engine: Engine, journal: Journal) -> None:
    """Else a process that was frozen meanwhile could append to a match that has ended without it."""
    before = await finish(journal, "m")
    assert await compress(engine)
    assert isinstance(await append(journal, "m", *rows(2, 3)), ConflictError)
    assert await journal.load("m") == before
    outcomes = Outcomes()
    await journal.open("n", SECRET, b"[]", rows(0))
    with engine.held():
        journal.append("n", rows(1), Mark.NONE, outcomes.named("first"))
        for name, match_id, seq in (("taken", "m", 1), ("good", "n", 2), ("late", "n", 1)):
            journal.append(match_id, rows(seq), Mark.NONE, outcomes.named(name))
    await outcomes.wait(4)
    assert {name for name, error in outcomes.got.items() if error is None} == {"first", "good"}
    assert isinstance(outcomes.got["taken"], ConflictError)


async def test_events_after_the_compression_follow_the_others(engine: Engine, journal: Journal) -> None:
    before = await finish(journal, "m")
    assert await compress(engine)
    assert await append(journal, "m", *rows(3)) is None
    stored = await journal.load("m")
    assert stored is not None
    assert stored.rows == [*before.rows, *rows(3)]
    assert await journal.numbers(["m"]) == {"m": 3}


async def test_a_gap_is_never_compressed(engine: Engine, journal: Journal) -> None:
    await finish(journal, "m")
    await asyncio.to_thread(engine.execute, "DELETE FROM event WHERE seq = 1")
    before = await journal.load("m")
    with pytest.raises(ValueError, match="without a gap"):
        await compress(engine)
    assert await journal.load("m") == before


async def test_a_reader_beside_it_never_misses_an_event(engine: Engine, journal: Journal) -> None:
    before = await finish(journal, "m", 200)

    def alternate(compression: Compression) -> None:
        for _ in range(30):
            assert compression.compress("m")
            assert compression.expand("m")

    changing = asyncio.create_task(through(engine, alternate))
    reads = 0
    while not changing.done() or not reads:
        assert await journal.load("m") == before
        reads += 1
    await changing


async def test_a_kill_leaves_a_match_whole(engine: Engine, journal: Journal) -> None:
    before = await finish(journal, "m", 200)
    for kill in range(3):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", ALTERNATE, engine.url or "", str(engine.home)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            for _ in range(3 + kill):
                await process.stdout.readline()
        process.kill()
        await process.communicate()
        assert await journal.load("m") == before
    await through(engine, lambda compression: compression.compress("m") or compression.expand("m"))
    assert await journal.load("m") == before


async def test_a_name_is_gone_from_a_compressed_match(engine: Engine, journal: Journal) -> None:
    seats = [
        Row(seq, 5, "seated", ev.encode(ev.Seated(at=5, side=seq, player=player, seed="s")))
        for seq, player in enumerate(
            (ev.Player("ann", "Annie", "#123456", country="BG"), ev.Player("bob", "Bobby", "#654321"))
        )
    ]
    card = json.dumps({"players": [{"name": "Annie"}, {"name": "Bobby"}]}).encode()
    end = Row(2, 9, "x", b"{}")
    await journal.open("m", SECRET, b"[]", [*seats, end], Listing(3, card, ("ann", "bob")), Mark.OVER)
    assert await compress(engine)
    assert await append(journal, "m", seats[0]._replace(seq=3)) is None
    assert await asyncio.to_thread(forget, engine.url, engine.home, "ann", "Jade-Otter 12") == 1
    stored = await journal.load("m")
    assert stored is not None
    assert stored.rows[1:3] == [seats[1], end]
    for row in (stored.rows[0], stored.rows[3]):
        event = ev.decode(row.body)
        assert isinstance(event, ev.Seated)
        assert event.player == ev.Player("ann", "Jade-Otter 12", "#123456")


async def test_the_next_match_is_found_without_a_walk_through_the_others(
    engine: Engine, journal: Journal
) -> None:
    await through(engine, first_finished)
    plan = await asyncio.to_thread(
        engine.plan,
        "SELECT over, id FROM match WHERE over > 0 AND compressed IS NULL AND over < 9"
        " AND (over, id) > (1, 'a') ORDER BY over, id LIMIT 9",
    )
    assert "match_in_rows" in plan
    assert "Sort" not in plan
    assert "TEMP B-TREE" not in plan


async def test_a_database_is_brought_up_to_date_beside_processes_of_the_last_release(
    database: str, tmp_path: Path
) -> None:
    engine = Engine(database, tmp_path)
    earlier = await engine.connect()
    await asyncio.to_thread(engine.execute, LAST_RELEASE)
    await earlier.open("m", SECRET, b"[]", rows(0, 1), OVER, Mark.OVER)
    present = await engine.connect()
    before = await present.load("m")
    assert await append(earlier, "m", *rows(2)) is None
    await earlier.open("n", SECRET, b"[]", rows(0), OVER, Mark.OVER)
    assert [await compress(engine, match_id) for match_id in "mn"] == [True, True]
    stored = await present.load("m")
    assert stored is not None
    assert before is not None
    assert stored.rows == [*before.rows, *rows(2)]
    assert isinstance(await append(earlier, "m", *rows(2)), ConflictError)
    for journal in (earlier, present):
        await journal.close()


async def test_an_interrupted_index_is_built_again(database: str, tmp_path: Path) -> None:
    engine = Engine(database, tmp_path)
    journal = await engine.connect()
    await through(engine, first_finished)
    change = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_in_rows'::regclass"
    await asyncio.to_thread(engine.execute, change)
    await finish(journal, "m")
    finished = await through(engine, lambda compression: compression.finished(FOREVER, FIRST, 9))
    assert finished == [(1002, "m")]
    with psycopg.connect(database) as db:
        query = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'live.match_in_rows'::regclass"
        assert db.execute(query).fetchone() == (True,)
    await journal.close()


async def test_a_slice_takes_no_lock_on_the_table_of_matches(database: str, tmp_path: Path) -> None:
    """Each slice would interrupt an autovacuum, which has this lock, and wait for a vacuum by hand."""
    engine = Engine(database, tmp_path)
    journal = await engine.connect()
    await through(engine, first_finished)
    with psycopg.connect(database) as vacuum:
        vacuum.execute("LOCK TABLE live.match IN SHARE UPDATE EXCLUSIVE MODE")
        await asyncio.wait_for(through(engine, first_finished), PATIENCE)
    await journal.close()


async def test_two_processes_do_not_build_the_index_against_each_other(database: str, tmp_path: Path) -> None:
    engine = Engine(database, tmp_path)
    journal = await engine.connect()
    await through(engine, first_finished)
    change = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_in_rows'::regclass"
    await asyncio.to_thread(engine.execute, change)
    index = "SELECT indexrelid, indisvalid FROM pg_index WHERE indexrelid = to_regclass('live.match_in_rows')"
    with psycopg.connect(database, autocommit=True) as builder:
        builder.execute("SELECT pg_advisory_lock(%s)", (pg_compression._INDEX_LOCK,))
        incomplete = builder.execute(index).fetchone()
        await through(engine, first_finished)
        assert builder.execute(index).fetchone() == incomplete
    await journal.close()


async def test_the_tables_are_added_without_a_deadlock_with_an_append(database: str, tmp_path: Path) -> None:
    """An append that changes a match locks the table of events first, as PostgreSQL does by its plan."""
    engine = Engine(database, tmp_path)
    earlier = await engine.connect()
    await asyncio.to_thread(engine.execute, LAST_RELEASE)
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'live.event'::regclass"
    with psycopg.connect(database) as append, psycopg.connect(database, autocommit=True) as observer:
        append.execute("LOCK TABLE live.event IN ROW EXCLUSIVE MODE")
        starting = asyncio.create_task(engine.connect())
        async with asyncio.timeout(PATIENCE):
            while observer.execute(waiting).fetchone() != (1,):  # noqa: ASYNC110  a lock of the server
                await asyncio.sleep(0.02)
        await asyncio.to_thread(append.execute, "LOCK TABLE live.match IN ROW EXCLUSIVE MODE")
    for journal in (earlier, await starting):
        await journal.close()


async def test_a_start_beside_a_backup_stops_no_append(database: str, tmp_path: Path) -> None:
    """A backup has read the table of matches and holds it; appends would wait behind the start."""
    engine = Engine(database, tmp_path)
    earlier = await PostgresJournal.connect(database, PgTimeouts(writing=3))
    await asyncio.to_thread(engine.execute, LAST_RELEASE)
    await earlier.open("m", SECRET, b"[]", rows(0))
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'live.match'::regclass"
    with psycopg.connect(database) as backup, psycopg.connect(database, autocommit=True) as observer:
        backup.execute("LOCK TABLE live.match IN ACCESS SHARE MODE")
        starting = asyncio.create_task(engine.connect())
        async with asyncio.timeout(PATIENCE):
            while observer.execute(waiting).fetchone() != (1,):  # noqa: ASYNC110  a lock of the server
                await asyncio.sleep(0.02)
        assert await append(earlier, "m", *rows(1)) is None
    for journal in (earlier, await starting):
        await journal.close()


def test_no_other_module_reads_the_rows_of_events() -> None:
    """Else it would miss compressed matches: `compressed.STORED_EVENTS` has both forms."""
    source = Path(compressed.__file__).parents[2]
    names_events = re.compile(r"\b(?:FROM|JOIN) (?:live\.event\b|event\b|\{event\})")
    modules = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if names_events.search(path.read_text(encoding="utf-8"))
    }
    assert modules == {f"live/journal/{name}.py" for name in READERS}
