"""A backup that is taken while members play, pay and talk becomes a club in which they go on doing so."""

import asyncio
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest_django import DjangoDbBlocker

from tests.proof.checks import Judge, from_sqlite
from tests.proof.form_writers import Note, WritingProof, compare_forms
from tests.proof.stakes import StakedProof
from tests.proof.talk import Stored, lines_of
from tests.proof.talking import Onlooker
from tests.support.servers import environment
from tests.support.zaria_command import run_zaria
from zaria.live.journal.base import Row

PAIRS = 2
THINK_S = 0.1


class RunningClub(WritingProof, StakedProof):
    """One process on SQLite, with members who play for stakes, talk, and send forms."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker) -> None:
        home.mkdir(exist_ok=True)
        super().__init__(home, THINK_S, blocker)
        self._writing: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start the process, and let members come, until each of them has something acknowledged."""
        await self.open(None)
        await self.gather_pairs(PAIRS)
        await self.gather_onlookers(PAIRS)
        await self.gather_writers()
        self._writing = [asyncio.create_task(writer.write()) for writer in self.writers]
        await self.go_on()

    async def written(self) -> None:
        """Until every member who sends forms has sent one."""
        async with asyncio.timeout(90):
            while not all(writer.acknowledged for writer in self.writers):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def end_forms(self) -> None:
        for task in self._writing:
            task.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def come_to_rest(self) -> None:
        await WritingProof.come_to_rest(self)
        await StakedProof.come_to_rest(self)

    def judge_matches(self) -> None:
        """Compare the matches of the players with the journal."""
        players = [client for client in self.clients if not isinstance(client, Onlooker)]
        match_ids = {match_id for client in players for match_id in client.seen}
        stored = {match_id: rows for match_id, rows in self.stored().items() if match_id in match_ids}
        judge = Judge(stored, players)
        assert judge.judge().finished
        assert [*self.crowd.problems, *judge.problems] == []

    async def zaria(self, *arguments: str) -> str:
        """The output of a command on the club, which succeeds."""
        env = environment(self.home, **self.environment)
        done = await asyncio.to_thread(partial(run_zaria, *arguments, env=env))
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


class Snapshot(NamedTuple):
    """The moves, lines and forms that a club had acknowledged at a moment."""

    matches: dict[str, list[Row]]
    lines: dict[str, list[Stored]]
    notes: list[list[Note]]

    @classmethod
    def take(cls, club: RunningClub) -> "Snapshot":
        notes = [list(writer.acknowledged) for writer in club.writers]
        return cls(from_sqlite(club.home / "live.sqlite3"), lines_of(None, club.home), notes)


@pytest.mark.slow
async def test_a_restored_club_plays_and_pays(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    old = RunningClub(tmp_path / "old", django_db_blocker)
    try:
        await old.begin()
        await old.written()
        before = Snapshot.take(old)
        await old.zaria("backup", str(tmp_path / "backup.tar.gz"))
        await old.go_on()
        await old.end_forms()
    finally:
        await old.clean()

    new = RunningClub(tmp_path / "new", django_db_blocker)
    try:
        await new.zaria("restore", str(tmp_path / "backup.tar.gz"))
        compare(before, old, new.home)
        # a stake that was put aside for a table that was about to open goes back
        assert "The ledger balances." in await new.zaria("manage", "ledger", "repair")
        await new.begin()
        await new.written()
        await new.end_forms()
        await new.finish()
        assert await new.close() == [0]
        assert "The ledger balances." in await new.zaria("manage", "ledger", "check")
        new.judge_matches()
        forms = compare_forms(new.writers, new.home)
        assert (forms.lost, forms.doubled) == ([], [])
        assert forms.acknowledged
    finally:
        await new.clean()


def compare(before: Snapshot, old: RunningClub, home: Path) -> None:
    """Everything of before the backup is in the restored club, once."""
    restored = from_sqlite(home / "live.sqlite3")
    assert [
        match_id for match_id, rows in before.matches.items() if restored[match_id][: len(rows)] != rows
    ] == []
    lines = lines_of(None, home)
    assert [name for name, rows in before.lines.items() if lines[name][: len(rows)] != rows] == []
    for writer, notes in zip(old.writers, before.notes, strict=True):
        writer.acknowledged = notes
    forms = compare_forms(old.writers, home)
    assert (forms.lost, forms.doubled) == ([], [])
    assert forms.acknowledged >= len(old.writers)
