"""A match goes on over a bad line to the database: every command is done once and answered once."""

import asyncio
from pathlib import Path

from tests.support.live.page_sessions import act, begun, started
from tests.support.services import Postgres
from tests.support.tcp_proxy import Middleman
from zaria.live.journal.factory import connect

ACTIONS = 24
EACH = 8
"""Every so many actions the answer to a commit is lost."""


async def test_every_command_is_done_once(mortal: Postgres, tmp_path: Path) -> None:
    url = mortal.database()
    proxy = Middleman(mortal.port)
    port = await proxy.listen()
    live = await started(tmp_path / "none", database=url.replace(str(mortal.port), str(port)))
    match_id, ann, bob = await begun(live)
    for number in range(ACTIONS):
        proxy.deaf = number % EACH == EACH - 1
        await act(match_id, ann, bob)
    assert proxy.swallowed == ACTIONS // EACH

    await asyncio.to_thread(mortal.kill)
    waiting = asyncio.create_task(act(match_id, ann, bob))
    await asyncio.to_thread(mortal.start)
    await waiting
    await live.stop()
    await proxy.close()

    journal = await connect(url, tmp_path)
    stored = await journal.load(match_id)
    await journal.close()
    assert stored is not None
    ack_numbers = sorted(message["n"] for page in (ann, bob) for message in page.got if message["t"] == "ack")
    assert ack_numbers == [row.seq for row in stored.rows if row.cmd][-len(ack_numbers) :]
    commands = [(row.actor, row.cmd) for row in stored.rows if row.cmd]
    assert len(commands) == len(set(commands)) == 2 + ACTIONS + 1
