"""After Redis was away the owner of a match keeps it as it was, another host stores the person's move meanwhile,
and lets go of it before it puts the program's question: nobody asks the program, for ever."""

import asyncio
from pathlib import Path

import pytest

from tests.services import Redis
from zaria.live.app import bot_player
from zaria.live.clock import steady
from zaria.live.cluster.members import owner
from zaria.live.cluster.process import Process
from zaria.live.engines.answers import plainest
from zaria.live.engines.threads import Threads
from zaria.live.orders import Order
from zaria.live.sqlite import SqliteJournal
from zaria.live.times import Times
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms

ANN = ev.Player("ann", "Ann", "#777777")
BOT = bot_player("plain")


@pytest.mark.parametrize("late", [0.1, 0.06])
async def test_dead_table(own_redis: Redis, tmp_path: Path, late: float) -> None:
    redis = own_redis
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    now = steady()
    one, two = (Process(redis.url, ["host"], journal, now, 50, Times(), Threads()) for _ in range(2))
    web = Process(redis.url, ["web", "bots"], journal, now, 50, Times(), Threads())
    await asyncio.gather(one.start(), two.start(), web.start())
    tables = web.tables

    async def until(true, seconds=20.0):
        async with asyncio.timeout(seconds):
            while not true():
                await asyncio.sleep(0.005)

    both = {one.node.id, two.node.id}
    await until(lambda: all(set(p.node.members.hosts) == both for p in (one, two, web)))
    while True:
        match_id = await tables.open(Order(Terms("tabla"), places=(ANN, BOT)))
        if owner(both, match_id) == two.node.id:
            break
    tables.use(match_id, lambda room: None)
    tables.here(match_id, "ann", web.node.id, "here")

    async def give(command, cid):
        told = asyncio.get_running_loop().create_future()
        tables.command(match_id, "ann", cid, command, now(), lambda seq, code: told.set_result((seq, code)))
        return await told

    room = await tables.room(match_id)
    assert await give(cmd.Sit(ANN, "ab" * 16, room.match.seal), "sit") == (1, None)
    host, n = two.host, 0
    while True:  # until it is ann's turn to play, so that the program rolls next
        await until(lambda: host._rooms.have(match_id) and host._rooms.have(match_id).match.to_act() == 0)
        match = host._rooms.have(match_id).match
        if match.phase == "move":
            break
        n += 1
        await give(plainest(match, 0), f"a{n}")
    seq = host.seq(match_id)
    beat, busy = two.node.members.beat, [late]

    async def slow_beat() -> None:
        if not web.node.up:  # the web process is back first, by a moment
            raise OSError("not yet")
        if two.node.up and busy and busy.pop():
            print("the owner is up, and busy before it says so")
            await asyncio.sleep(late)
        await beat()

    one.node.settle = 2.1 if late else 2.0  # the owner is up first, if only by a moment
    await asyncio.to_thread(redis.kill)
    await until(lambda: not (one.node.up or two.node.up or web.node.up))
    two.node.members.beat = slow_beat
    await asyncio.to_thread(redis.start)
    told = await give(plainest(match, 0), "move")
    print("ann's move:", told, "one has", one.host.seq(match_id), "two has", two.host.seq(match_id))
    waited = 0.0
    for _ in range(36):
        await asyncio.sleep(0.5)
        waited += 0.5
        if _ in (1, 2, 4, 10, 30):
            print(waited, "one has", one.host.seq(match_id), "two has", two.host.seq(match_id))
        if len((await journal.load(match_id)).rows) > seq + 2:
            break
    stored = (await journal.load(match_id)).rows
    print("stored", [(r.seq, r.kind, r.cmd) for r in stored[-3:]], "after", waited)
    for p in (one, two, web):
        await p.close()
    await journal.close()
    await asyncio.gather(one.stop(), two.stop(), web.stop())
    assert stored[-1].seq > seq + 1, "nobody asks the program: a dead table"
