"""Matches in several processes that die, freeze and leave, with real PostgreSQL and Redis between them."""

import asyncio
import json
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import psycopg
import pytest
from psycopg.rows import dict_row

from tests.live.cluster.conftest import Cluster, Member
from tests.live.test_kill import CLOCK, Played, finish, graced
from tests.support.live.socket_players import Player, dial, hear
from tests.support.patience import PATIENCE
from tests.support.services import Postgres, Redis
from zaria.match import events as ev
from zaria.records.formats import json as records
from zaria.records.verify import verify

TERMS = {"game": "tabla", "length": 9, "cube": True, "clock": CLOCK}
BOT = {"id": "bot:plain", "name": "Plain", "colour": "#777777", "bot": "plain"}
Blow = Callable[[], Awaitable[None]]


class Shared(Played):
    """A match that was played in several processes, and how PostgreSQL has it."""

    def __init__(self, match_id: str, players: Sequence[Player], record: bytes, database: str) -> None:
        self.match_id = match_id
        self.players = players
        self.events = records.load(record)
        self.json_events = json.loads(record)["events"]
        with psycopg.connect(database, row_factory=dict_row) as db:
            query = "SELECT * FROM live.event WHERE match_id = %s ORDER BY seq"
            self.rows = db.execute(query, (match_id,)).fetchall()

    def check_clocks(self) -> None:
        """A credit only ever moves the moment from which the running clock counts."""
        frames = self.players[0].heard
        for n, event in enumerate(self.events):
            if isinstance(event, ev.ClockCredited) and n - 1 in frames:
                before, after = frames[n - 1]["v"]["clocks"], frames[n]["v"]["clocks"]
                assert after["since"] == before["since"] + event.ms
                assert (after["bank"], after["running"]) == (before["bank"], before["running"])
        assert not any(isinstance(event, ev.Flagged) for event in self.events)

    @property
    def graces(self) -> int:
        """The number of clocks set on `GRACE` after a host took the match from a dead one."""
        frames = self.players[0].heard
        credited = [(n, event) for n, event in enumerate(self.events) if isinstance(event, ev.ClockCredited)]
        return sum(graced(event, frames[n]["v"]["clocks"]["since"]) for n, event in credited)


class Blows:
    """Does harm while a match is played: one blow after so many acknowledgements. Measures the pauses."""

    def __init__(self, every: int, blows: Sequence[Blow]) -> None:
        self.every = every
        self.blows = list(blows)
        self.pauses: list[float] = []
        self._acks = 0
        self._struck: float | None = None
        self._task: asyncio.Task[None] | None = None

    async def moment(self, name: str) -> None:
        """A player has seen `name` happen."""
        if name != "ack" or (self._task is not None and not self._task.done()):
            return
        if self._struck is not None:
            self.pauses.append(time.monotonic() - self._struck)
            self._struck = None
        self._acks += 1
        if self.blows and not self._acks % self.every:
            self._task = asyncio.create_task(self._strike(self.blows.pop(0)))
            await asyncio.shield(self._task)

    async def _strike(self, blow: Blow) -> None:
        await blow()
        self._struck = time.monotonic()


def people(match_id: str, web: Member, blows: Blows) -> list[Player]:
    choose = random.Random(3)
    return [
        Player(name, match_id, lambda: web.port, random.Random(choose.random()), blows.moment)
        for name in ("ann", "bob")
    ]


async def check(cluster: Cluster, web: Member, match_id: str, players: Sequence[Player]) -> Shared:
    """Everything that was acknowledged is stored, once, and the record is in order."""
    played = Shared(match_id, players, await web.record(match_id), cluster.database)
    played.check()
    assert verify(played.events).problem is None
    return played


async def test_hosts_die_freeze_and_leave(cluster: Cluster) -> None:
    web, *hosts = await cluster.add("web", "host", "host", "host")
    match_id = await web.open(TERMS)
    frozen: list[Member] = []

    async def die() -> None:
        owner = await cluster.owner(match_id)
        await owner.kill()
        cluster.members.remove(owner)

    async def freeze() -> None:
        owner = await cluster.owner(match_id)
        owner.signal(signal.SIGSTOP)
        cluster.members.remove(owner)
        frozen.append(owner)

    async def wake() -> None:
        assert match_id in await (await cluster.owner(match_id)).held()
        frozen[0].signal(signal.SIGCONT)
        cluster.members.append(frozen[0])

    async def leave() -> None:
        owner = await cluster.owner(match_id)
        assert await owner.stop() == 0
        cluster.members.remove(owner)

    blows = Blows(12, [die, freeze, wake, leave])
    players = people(match_id, web, blows)
    try:
        await finish(players)
    finally:
        await asyncio.gather(*(host.end() for host in hosts))
    assert not blows.blows
    assert len(blows.pauses) == 4
    print(f"seconds to the next acknowledgement: {blows.pauses}")
    assert max(blows.pauses) < PATIENCE
    played = await check(cluster, web, match_id, players)
    assert played.graces == 2  # for each host that was lost, not for the one that left
    assert all(player.reconnects == 0 for player in players)


@pytest.mark.slow
async def test_redis_dies_and_comes_back(cluster: Cluster) -> None:
    web, _ = await cluster.add("web", "host")
    match_id = await web.open(TERMS)

    async def lose_redis() -> None:
        async with dial(web.port, "cat") as page:
            cluster.redis.kill()
            assert not (await hear(page, "status"))["up"]
            await asyncio.to_thread(cluster.redis.start)
            assert (await hear(page, "status"))["up"]

    blows = Blows(20, [lose_redis, lose_redis])
    players = people(match_id, web, blows)
    await finish(players)
    assert not blows.blows
    print(f"seconds to the next acknowledgement: {blows.pauses}")
    assert max(blows.pauses) < PATIENCE
    await check(cluster, web, match_id, players)


@pytest.fixture
async def mortal(own_redis: Redis) -> AsyncIterator[tuple[Postgres, Cluster]]:
    """Processes whose database may be killed."""
    postgres = await asyncio.to_thread(Postgres)
    await asyncio.to_thread(postgres.start)
    cluster = Cluster(postgres.database(), own_redis)
    yield postgres, cluster
    await cluster.end()
    await asyncio.to_thread(postgres.stop)


@pytest.mark.slow
async def test_the_database_dies_and_the_only_host_dies(mortal: tuple[Postgres, Cluster]) -> None:
    postgres, cluster = mortal
    web, host = await cluster.add("web", "host")
    match_id = await web.open(TERMS)

    lost = asyncio.Event()

    async def lose_the_database() -> None:
        await asyncio.to_thread(postgres.kill)
        lost.set()  # and play on: the next command finds out

    async def bring_it_back() -> None:
        async with dial(web.port, "cat") as page:
            await lost.wait()
            assert not (await hear(page, "status"))["up"]
            await asyncio.to_thread(postgres.start)
            assert (await hear(page, "status"))["up"]

    async def start_anew() -> None:
        async with dial(web.port, "cat") as page:
            await host.kill()
            assert not (await hear(page, "status"))["up"]
            await cluster.add("host")
            assert (await hear(page, "status"))["up"]

    blows = Blows(12, [lose_the_database, start_anew])
    players = people(match_id, web, blows)
    await asyncio.gather(finish(players), bring_it_back())
    assert not blows.blows
    print(f"seconds to the next acknowledgement: {blows.pauses}")
    assert max(blows.pauses) < PATIENCE
    played = await check(cluster, web, match_id, players)
    assert played.graces == 1  # of the new host: nobody saw to the match before it


@pytest.mark.slow
async def test_programs_think_in_their_own_process_and_if_it_dies_in_the_host(cluster: Cluster) -> None:
    web, _, bots = await cluster.add("web", "host", "bots")
    match_id = await web.open({"game": "long-nardy", "length": 3}, [None, BOT])
    blows = Blows(20, [bots.kill])
    player = Player("ann", match_id, lambda: web.port, random.Random(5), blows.moment)
    await finish([player])
    assert not blows.blows
    played = await check(cluster, web, match_id, [player])
    by_program = [row for row in played.rows if row["actor"] == "bot:plain"]
    assert len(by_program) > 50
    assert len({row["cmd"] for row in by_program}) == len(by_program)
    print(f"seconds to the next acknowledgement: {blows.pauses}")
