"""A backup is taken while matches are played and put back elsewhere: nothing acknowledged is missing."""

import asyncio
import itertools
import os
import random
import sqlite3
import tarfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.support.live.journals import Engine
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from tests.support.patience import PATIENCE
from tests.support.services import Postgres
from zaria.cli.main import main
from zaria.club.server.backup import postgres, sqlite
from zaria.club.server.backup.cli import Progress
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.journal.base import ConflictError, Journal, Mark, Row
from zaria.live.journal.rows import row
from zaria.live.matches.live_match import LiveMatch
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.terms import Terms
from zaria.records.verify import verify


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    """A club, and where it may be restored."""
    homes = tmp_path / "old", tmp_path / "new"
    homes[0].mkdir()
    (homes[0] / "secret-key").write_text("signed")
    (homes[0] / "push-key").write_text("knocked")
    if request.param == "sqlite":
        yield Engine(None, homes[0]), Engine(None, homes[1])
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        yield Engine(postgres.database(), homes[0]), Engine(postgres.database("elsewhere"), homes[1])


async def zaria(engine: Engine, *arguments: str) -> int:
    """Run a command on a club, as its operator would."""

    def run() -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ZARIA_DATA", str(engine.home))
            patch.setenv("ZARIA_DATABASE_URL", engine.url or "")
            return main(arguments)

    return await asyncio.to_thread(run)


class Playing:
    """Real matches, one after the other, their events in the journal as they are decided."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.kept: dict[str, list[Row]] = {}
        self.enough = asyncio.Event()
        self.begun = asyncio.Event()

    async def play(self, name: str) -> None:
        await self._match(f"{name}-over", random.Random(name), at_once=True)
        for number in itertools.count():
            if self.enough.is_set():
                break
            await self._match(f"{name}{number}", random.Random(f"{name}{number}"))

    async def _match(self, match_id: str, rng: random.Random, at_once: bool = False) -> None:
        secret = rng.randbytes(32)
        table = Table(Terms("tabla"), dice=Dice(secret, match_id), seated=False)
        rows = [row(0, table.events[0])]
        await self.journal.open(match_id, secret, b"[null,null]", rows)
        self.kept[match_id] = rows
        for side in (0, 1):
            table.do(side, cmd.Sit(PLAYERS[side], SEEDS[side], table.match.seal))
        while table.match.phase != "over" and not self.enough.is_set():
            table.step()
            if not at_once:
                await self._keep(match_id, table.events)
        await self._keep(match_id, table.events)

    async def _keep(self, match_id: str, events: list[ev.Event]) -> None:
        stored_rows = self.kept[match_id]
        rows = [row(seq, event) for seq, event in enumerate(events[len(stored_rows) :], len(stored_rows))]
        if not rows:
            return
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.journal.append(match_id, rows, Mark.NONE, stored.set_result)
        assert await stored is None
        stored_rows += rows
        if len(self.kept) == 8:
            self.begun.set()

    def counts(self) -> dict[str, int]:
        return {match_id: len(rows) for match_id, rows in self.kept.items()}


async def test_taken_while_matches_are_played(places: tuple[Engine, Engine], tmp_path: Path) -> None:
    old, new = places
    journal = await old.connect()
    playing = Playing(journal)
    tables = asyncio.gather(*(playing.play(name) for name in "abcd"))
    async with asyncio.timeout(PATIENCE):
        await playing.begun.wait()
    files = [tmp_path / f"{number}.tar.gz" for number in range(2)]
    before: dict[str, int] = {}
    for file in files:
        before = playing.counts()
        assert await zaria(old, "backup", str(file)) == 0
    playing.enough.set()
    await tables
    await journal.close()
    assert files[1].stat().st_mode & 0o077 == 0

    assert await zaria(new, "restore", str(files[1])) == 0
    assert (new.home / "secret-key").read_text() == "signed"
    assert (new.home / "push-key").read_text() == "knocked"
    restored = await new.connect()
    over = 0
    for match_id, rows in playing.kept.items():
        stored = await restored.load(match_id)
        if match_id not in before and stored is None:
            continue
        assert stored is not None
        assert before.get(match_id, 1) <= len(stored.rows)
        assert stored.rows == rows[: len(stored.rows)]
        live_match = LiveMatch(match_id, stored.secret, stored.places)
        for stored_row in stored.rows:
            live_match.take(stored_row)
        if live_match.match.phase == "over":
            assert verify(live_match.events).problem is None
            over += 1
    assert over >= 4
    await restored.close()


async def test_it_replaces_nothing_unasked(places: tuple[Engine, Engine], tmp_path: Path) -> None:
    old, new = places
    file = str(tmp_path / "a.tar.gz")
    journal = await old.connect()
    await journal.open("m", bytes(32), b"[]", [Row(0, 1, "x", b"{}")])
    assert await zaria(old, "backup", file) == 0
    assert await zaria(old, "backup", file) == 2
    await journal.open("n", bytes(32), b"[]", [Row(0, 1, "x", b"{}")])
    await journal.close()
    assert await zaria(old, "restore", file) == 2
    assert await zaria(new, "restore", file) == 0
    assert await zaria(old, "restore", file, "--force") == 0
    journal = await old.connect()
    with pytest.raises(ConflictError):
        await journal.open("m", bytes(32), b"[]", [Row(0, 1, "x", b"{}")])
    await journal.open("n", bytes(32), b"[]", [Row(0, 1, "x", b"{}")])
    await journal.close()


NEWER = """
CREATE SCHEMA later CREATE TABLE medals (id int);
CREATE TABLE sent (id int, match_id text REFERENCES live.match);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER note AFTER INSERT ON sent EXECUTE FUNCTION note();
CREATE TABLE gifts (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY);
CREATE FUNCTION worth(gifts) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE EXTENSION pgcrypto;
"""
OBJECTS = """
SELECT nspname || '.' || relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname <> 'information_schema' AND nspname !~ '^pg_'
UNION SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_'
"""


async def test_nothing_of_a_newer_club_is_left(tmp_path: Path, database: str) -> None:
    club = Engine(database, tmp_path)
    await (await club.connect()).close()
    file = str(tmp_path / "a.tar.gz")
    assert await zaria(club, "backup", file) == 0
    with psycopg.connect(database) as db:
        before = set(db.execute(OBJECTS))
        db.execute(NEWER)
    assert await zaria(club, "restore", file, "--force") == 0
    with psycopg.connect(database) as db:
        now = set(db.execute(OBJECTS))
        assert before <= now
        new_names = {name for (name,) in now - before}
        assert not new_names & {"note", "later", "worth"}
        assert not [name for name in new_names if "medals" in name or "sent" in name or "gifts" in name]
        assert db.execute("SELECT count(*) FROM pg_extension WHERE extname = 'pgcrypto'").fetchone() == (1,)
        assert ("digest",) in now


async def test_a_dump_that_ends_early_changes_nothing(tmp_path: Path, database: str) -> None:
    club = Engine(database, tmp_path)
    journal = await club.connect()
    await journal.open("m", bytes(32), b"[]", [Row(0, 1, "x", os.urandom(50_000))])
    await journal.close()
    dump = postgres.save(database, tmp_path)
    dump.write_bytes(dump.read_bytes()[:-20_000])
    with pytest.raises(ConfigurationError, match="pg_restore: error: could not read"):
        postgres.put_back(database, tmp_path, force=True)
    journal = await club.connect()
    assert await journal.load("m") is not None
    await journal.close()


async def test_not_while_it_is_open(
    places: tuple[Engine, Engine], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from zaria.club.site import data_directory

    old, _ = places
    file = str(tmp_path / "a.tar.gz")
    with data_directory.claim(old.home):
        journal = await old.connect()
        assert await zaria(old, "backup", file) == 0
        assert await zaria(old, "restore", file, "--force") == 2
        assert "server is using" in capsys.readouterr().err
        await journal.close()


@pytest.mark.parametrize(
    "body", [b"", b"nonsense", None, {}, {"manifest.json": b"[]"}, {"manifest.json": b"{"}]
)
async def test_what_is_no_backup(tmp_path: Path, body: object, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.tar.gz"
    if isinstance(body, bytes):
        file.write_bytes(body)
    elif isinstance(body, dict):
        with tarfile.open(file, "w:gz") as archive:
            for name, text in body.items():
                (tmp_path / name).write_bytes(text)
                archive.add(tmp_path / name, name)
    home = tmp_path / "home"
    assert await zaria(Engine(None, home), "restore", str(file)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not home.exists()


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("secret-key", tarfile.SYMTYPE, "unexpected file"),
        ("secret-key", tarfile.LNKTYPE, "unexpected file"),
        ("manifest.json", tarfile.REGTYPE, "twice"),
        ("live.sqlite3", tarfile.REGTYPE, "twice"),
        ("live.sqlite3-wal", tarfile.REGTYPE, "unexpected file"),
        ("../secret-key", tarfile.REGTYPE, "unexpected file"),
    ],
)
async def test_an_archive_that_no_backup_makes(
    tmp_path: Path, name: str, kind: bytes, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = Engine(None, tmp_path / "old"), Engine(None, tmp_path / "new")
    old.home.mkdir()
    (old.home / "secret-key").write_text("signed")
    await (await old.connect()).close()
    archive, changed = tmp_path / "made.tar.gz", tmp_path / "changed.tar.gz"
    assert await zaria(old, "backup", str(archive)) == 0
    with tarfile.open(archive) as source, tarfile.open(changed, "w:gz") as target:
        for member in source:
            target.addfile(member, source.extractfile(member))
        more = tarfile.TarInfo(name)
        more.type, more.linkname = kind, "manifest.json"
        target.addfile(more)
    assert await zaria(new, "restore", str(changed)) == 2
    output = capsys.readouterr().err
    assert reason in output
    assert output.count("\n") == 1
    assert not new.home.exists()
    assert await zaria(new, "restore", str(archive)) == 0
    assert new.home.stat().st_mode & 0o077 == 0
    assert (new.home / "secret-key").read_text() == "signed"


async def test_a_damaged_copy_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = Engine(None, tmp_path / "old"), Engine(None, tmp_path / "new")
    old.home.mkdir()
    await (await old.connect()).close()
    file = tmp_path / "a.tar.gz"
    assert await zaria(old, "backup", str(file)) == 0
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path / "in", filter="data")
    (tmp_path / "in" / "live.sqlite3").write_bytes(os.urandom(9000))
    with tarfile.open(file, "w:gz") as archive:
        for path in (tmp_path / "in").iterdir():
            archive.add(path, path.name)
    assert await zaria(new, "restore", str(file)) == 2
    assert "damaged" in capsys.readouterr().err
    assert not new.file.exists()


async def test_nothing_to_back_up_and_nowhere_to_put_it(tmp_path: Path) -> None:
    empty = Engine(None, tmp_path / "none")
    assert await zaria(empty, "backup", str(tmp_path / "a.tar.gz")) == 2
    assert await zaria(empty, "backup", str(tmp_path / "missing" / "a.tar.gz")) == 2
    assert os.listdir(tmp_path) == []


async def test_the_other_engine_and_a_database_that_is_away(tmp_path: Path, database: str) -> None:
    old = Engine(None, tmp_path / "old")
    old.home.mkdir()
    await (await old.connect()).close()
    file = str(tmp_path / "a.tar.gz")
    assert await zaria(old, "backup", file) == 0
    assert await zaria(Engine(database, tmp_path / "new"), "restore", file) == 2
    nowhere = Engine("postgresql://zaria:hush@127.0.0.1:9/none", tmp_path)
    assert await zaria(nowhere, "backup", str(tmp_path / "b.tar.gz")) == 2
    with psycopg.connect(database) as db:
        assert db.execute("SELECT count(*) FROM pg_namespace WHERE nspname = 'live'").fetchone() == (0,)


def test_both_files_are_as_of_one_moment(tmp_path: Path) -> None:
    """A writer books a hold, seats a player, ends the match and stores its result, again and again."""
    columns = {"club.sqlite3": ("hold", "result"), "live.sqlite3": ("seat", "over")}
    files = {name: sqlite3.connect(tmp_path / name, check_same_thread=False) for name in columns}
    for name, (first, second) in columns.items():
        files[name].execute("PRAGMA journal_mode=WAL")
        files[name].execute(f"CREATE TABLE state(id INTEGER PRIMARY KEY, {first} INTEGER, {second} INTEGER)")
        files[name].execute("INSERT INTO state VALUES(1, 0, 0)")
        files[name].execute("CREATE TABLE filler(body BLOB)")
        files[name].executemany("INSERT INTO filler VALUES(?)", [(bytes(50_000),)] * 60)
        files[name].commit()
    enough = threading.Event()

    def write() -> None:
        for number in itertools.count(1):
            for name, column in (("club", "hold"), ("live", "seat"), ("live", "over"), ("club", "result")):
                if enough.is_set():
                    return
                files[f"{name}.sqlite3"].execute(f"UPDATE state SET {column} = {number}")
                files[f"{name}.sqlite3"].commit()

    with ThreadPoolExecutor(1) as thread:
        writing = thread.submit(write)
        try:
            for number in range(12):
                aside = tmp_path / str(number)
                aside.mkdir()
                sqlite.save(tmp_path, aside, lambda *_: None)
                state: dict[str, int] = {}
                for name, names in columns.items():
                    with closing(sqlite3.connect(aside / name)) as copy:
                        row = copy.execute(f"SELECT {', '.join(names)} FROM state").fetchone()
                        state |= dict(zip(names, row, strict=True))
                assert state["hold"] >= state["seat"] >= state["over"] >= state["result"], state
                assert state["hold"] - state["result"] <= 1, state
        finally:
            enough.set()
        writing.result(PATIENCE)
    for file in files.values():
        file.close()


def test_a_long_backup_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(every=0.0)
    progress("live.sqlite3", 41, 200)
    assert capsys.readouterr().err == "live.sqlite3: 20%\n"
