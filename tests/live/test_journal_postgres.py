"""PostgreSQL is killed, stands still and is shared, and the journal keeps every promise all the same."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from tests.support.live.journal_writer import Writing, begin, finished
from tests.support.live.journals import SECRET, Outcomes, rows, seqs
from tests.support.patience import PATIENCE
from tests.support.services import Postgres
from tests.support.tcp_proxy import Middleman
from zaria.live.journal.base import ConflictError, Journal, Mark, StoreUnavailableError
from zaria.live.journal.factory import connect
from zaria.live.journal.pg_connection import PgTimeouts
from zaria.live.journal.postgres import PostgresJournal

KILLS = 3


async def opened(url: str, matches: int) -> Journal:
    journal = await connect(url, Path())
    for i in range(matches):
        await journal.open(f"m{i}", SECRET, b"[]", rows(0))
    return journal


async def stored(journal: Journal, match_id: str) -> list[str]:
    """The commands of a match by number; the numbers have no gap."""
    match = await journal.load(match_id)
    assert match is not None
    assert [row.seq for row in match.rows] == list(range(len(match.rows)))
    return [row.cmd for row in match.rows]


async def test_killed_in_the_middle_of_commits(mortal: Postgres) -> None:
    """Everything acknowledged is there, and each command is there once, also where its fate was unknown."""
    journal = await opened(mortal.database(), 30)
    writing = begin(journal, "ann", 30, 1_000_000)
    for _ in range(KILLS):
        await asyncio.sleep(random.uniform(0.02, 0.2))  # any moment will do
        await asyncio.to_thread(mortal.kill)
        await asyncio.to_thread(mortal.start)
    for writer in writing:
        writer.commands = 0
    for writer in await finished(writing):
        commands = await stored(journal, writer.match_id)
        assert commands == ["", *(f"ann-{i}" for i in range(len(writer.acked)))]
        assert writer.acked == list(enumerate(commands))[1:]
    assert sum(writer.away for writer in writing) >= KILLS
    await journal.close()


async def test_an_append_whose_fate_was_unknown_is_done_once(postgres: Postgres, database: str) -> None:
    """The line is cut after the commit and before the answer."""
    proxy = Middleman(postgres.port)
    journal = await opened(database.replace(str(postgres.port), str(await proxy.listen())), 3)
    proxy.deaf = True
    writing = await finished(begin(journal, "ann", 3, 2))
    assert proxy.swallowed == 1
    assert sum(writer.away for writer in writing) >= 1
    assert sum(writer.conflicts for writer in writing) >= 1
    for writer in writing:
        assert await stored(journal, writer.match_id) == ["", "ann-0", "ann-1"]
        assert writer.acked == [(1, "ann-0"), (2, "ann-1")]
    await journal.close()
    await proxy.close()


async def test_two_processes_fence_each_other(database: str) -> None:
    journal = await opened(database, 8)
    rival = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.support.live.journal_writer", database, "bob", "8", "60"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert rival.stdout is not None
    assert await rival.stdout.readline() == b"ready\n"
    players, (output, _) = await asyncio.gather(
        finished(begin(journal, "ann", 8, 60)), rival.communicate(b"go\n")
    )
    acked = {(writer.match_id, seq, cmd) for writer in players for seq, cmd in writer.acked}
    rival_conflicts, *lines = output.decode().splitlines()
    for line in lines:
        match_id, seq, cmd = line.split()
        acked.add((match_id, int(seq), cmd))
    written = set()
    for writer in players:
        commands = await stored(journal, writer.match_id)
        assert len(commands) == 1 + 2 * 60
        written |= {(writer.match_id, seq, cmd) for seq, cmd in enumerate(commands) if seq}
    assert acked == written
    # Both begin at event 1 of each match, so one of the two comes too late there.
    assert sum(writer.conflicts for writer in players) + int(rival_conflicts) >= len(players)
    await journal.close()


async def test_a_server_that_stands_still_is_away(mortal: Postgres) -> None:
    times = PgTimeouts(connecting=2, writing=1, reading=1, check=0.1)
    journal = await PostgresJournal.connect(mortal.database(), times)
    await journal.open("m0", SECRET, b"[]", rows(0))
    await journal.running()
    outcomes = Outcomes()
    mortal.freeze()
    try:
        journal.append("m0", rows(1), Mark.NONE, outcomes.named("frozen"))
        with pytest.raises(StoreUnavailableError):
            async with asyncio.timeout(PATIENCE):
                await journal.load("m0")
        await outcomes.wait(1)
    finally:
        mortal.thaw()
    assert isinstance(outcomes.got["frozen"], StoreUnavailableError)
    writer = Writing(journal, "m0", "ann", 1)
    await writer.over
    assert (await seqs(journal, "m0")) in ([0, 1], [0, 1, 2])
    await journal.close()


async def test_it_comes_back_by_itself_and_closes_while_away(mortal: Postgres) -> None:
    url = mortal.database()
    journal = await opened(url, 1)
    assert await seqs(journal, "m0") == [0]
    await asyncio.to_thread(mortal.kill)
    await asyncio.to_thread(mortal.start)
    assert await seqs(journal, "m0") == [0]
    assert await journal.listings() == []
    mortal.kill()
    outcomes = Outcomes()
    with pytest.raises(StoreUnavailableError):
        await journal.load("m0")
    with pytest.raises(StoreUnavailableError):
        await journal.open("n", SECRET, b"[]", rows(0))
    journal.append("m0", rows(1), Mark.NONE, outcomes.named("away"))
    await journal.close()
    assert isinstance(outcomes.got["away"], StoreUnavailableError)
    with pytest.raises(StoreUnavailableError, match="cannot use the database"):
        await connect(url, Path())
    await asyncio.to_thread(mortal.start)


async def test_many_may_make_the_tables_at_once(database: str) -> None:
    journals = await asyncio.gather(*(connect(database, Path()) for _ in range(5)))
    await journals[0].open("m", SECRET, b"[]", rows(0))
    with pytest.raises(ConflictError):
        await journals[1].open("m", SECRET, b"[]", rows(0))
    for journal in journals:
        assert await seqs(journal) == [0]
        await journal.close()
