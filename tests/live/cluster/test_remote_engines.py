"""Questions to programs that think in other processes: who takes how many, and what if nobody answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest
from redis.asyncio import Redis as Client

from tests.support.match.dice_matches import SEEDS, Table
from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.app import bot_player
from zaria.live.clock import Now, steady
from zaria.live.cluster import redis_pubsub
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.cluster.process import Process
from zaria.live.cluster.remote_engines import DEEP, Question
from zaria.live.engines.answers import Answer, simplest_command
from zaria.live.engines.question import Question as Thinking
from zaria.live.engines.question import QuestionCounts
from zaria.live.engines.threads import EngineThreads
from zaria.live.engines.timeouts import bounds
from zaria.live.journal.rows import rows
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.live_match import encode_places
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import ClockTerms, Terms

ANN = ev.Player("ann", "Ann", "#777777")
BOT = bot_player("level5")
SECRET = bytes(32)


class Mute:
    """`Engines` that answer nothing."""

    def __init__(self) -> None:
        self.tally = QuestionCounts()
        self.questions: asyncio.Queue[Thinking] = asyncio.Queue()

    def enqueue(self, question: Thinking) -> None:
        self.questions.put_nowait(question)

    def drop(self, question: Thinking) -> bool:
        return False

    def waiting(self) -> dict[str, int]:
        return {}

    def warm(self) -> None:
        """There is nothing to be done."""

    async def close(self) -> None:
        """Nor here."""


class Minds:
    """A process with the role `bots` whose engines answer nothing."""

    def __init__(self, redis: Redis, journal: SqliteJournal, limits: ClusterLimits | None = None) -> None:
        now = steady()
        self.engines = Mute()
        self.process = Process(redis.url, ["bots"], journal, now, 0, HostConfig(), self.engines, limits)

    async def __aenter__(self) -> "Minds":
        await self.process.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.process.close()
        await self.process.stop()

    @property
    def question_count(self) -> int:
        return self.engines.questions.qsize()


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncIterator[SqliteJournal]:
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    yield journal
    await journal.close()


@pytest.fixture
async def redis(own_redis: Redis) -> AsyncIterator[Client]:
    client = redis_pubsub.client(own_redis.url)
    yield client
    await client.aclose()


def on_squares(clock: ClockTerms | None = None) -> Table:
    """A program has the first move of a game of draughts."""
    table = Table(Terms("russian-draughts", clock=clock), seated=False)
    table.do(0, cmd.Sit(BOT, table.match.seal, table.match.seal))
    table.do(1, cmd.Sit(ANN, SEEDS[1], table.match.seal))
    assert table.match.to_act() == 0
    return table


async def question_count(redis: Client) -> int:
    """The number of questions that nobody has taken."""
    return await cast(Awaitable[int], redis.llen(DEEP))


async def next_question(redis: Client, seconds: int) -> tuple[bytes, bytes] | None:
    """Take a question from its list, or None after so many seconds; 0 waits on."""
    return await cast(Awaitable[tuple[bytes, bytes] | None], redis.brpop([DEEP], timeout=seconds))


async def ask(journal: SqliteJournal, redis: Client, name: str, table: Table, at: int = 0) -> None:
    """Store the match under this name, and ask what its program does."""
    await journal.open(name, SECRET, encode_places((None, None)), rows(0, table.events))
    question = Question(name, len(table.events) - 1, 0, at)
    await cast(Awaitable[int], redis.lpush(DEEP, msgspec.msgpack.encode(question)))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110  what it waits for is in Redis
            await asyncio.sleep(0.01)


async def test_engines_see_all_that_waits(own_redis: Redis, redis: Client, journal: SqliteJournal) -> None:
    """Or they would not know that others wait, and give each question all of its time."""
    table = on_squares()
    async with Minds(own_redis, journal) as minds:
        for n in range(30):
            await ask(journal, redis, f"m{n}", table)
        questions = [await asyncio.wait_for(minds.engines.questions.get(), PATIENCE) for _ in range(30)]
        assert all(question.slow and question.match == table.match for question in questions)
        assert not await question_count(redis)


async def test_it_takes_no_more_than_it_can_answer(
    own_redis: Redis, redis: Client, journal: SqliteJournal
) -> None:
    """The rest is for others, and for when something was answered."""
    few = ClusterLimits(readers=1, questions=10)
    table = on_squares()
    for n in range(25):
        await ask(journal, redis, f"m{n}", table)
    async with Minds(own_redis, journal, few) as first, Minds(own_redis, journal, few) as second:
        await until(lambda: first.question_count + second.question_count == 20)
        assert first.question_count == second.question_count == 10
        assert await question_count(redis) == 5
        for _ in range(5):
            first.engines.questions.get_nowait().done(Answer(simplest_command(table.match, 0)))
        await until(lambda: first.question_count == 10)
        assert not await question_count(redis)


async def test_time_in_the_list_is_time(own_redis: Redis, redis: Client, journal: SqliteJournal) -> None:
    loop, now = asyncio.get_running_loop(), steady()
    table = on_squares(ClockTerms(delay=8_000, bank=0))
    clock = table.match.clock
    assert clock is not None
    async with Minds(own_redis, journal) as minds:
        for name, asked_at in (("late", now() - 3_000), ("ahead", now() + 60_000), ("old", 0)):
            before = loop.time()
            await ask(journal, redis, name, table, asked_at)
            question = await asyncio.wait_for(minds.engines.questions.get(), PATIENCE)
            waited = 3.0 if name == "late" else 0.0
            assert before - waited - 1 <= question.since <= loop.time() - waited + 0.01
            if name == "late":
                assert question.bounds == bounds(table.match, 0, asked_at)


async def test_what_nobody_answers_the_host_answers_in_time(
    own_redis: Redis, redis: Client, journal: SqliteJournal
) -> None:
    """A process takes the question and falls silent; its late answer changes nothing."""
    now = steady()
    process = Process(own_redis.url, ["host"], journal, now, 0, HostConfig(), EngineThreads())
    bots = Node(own_redis.url, ["bots"])
    await asyncio.gather(process.start(), bots.start())
    try:
        await played(process, bots, redis, now)
    finally:
        await process.close()
        await asyncio.gather(process.stop(), bots.stop())


async def played(process: Process, bots: Node, redis: Client, now: Now) -> None:
    process.node.look_again()
    await until(lambda: process.node.members.engine_processes() == {bots.id})
    host = process.host
    assert host is not None
    terms = Terms("russian-draughts", clock=ClockTerms(delay=3_000, bank=0))
    match_id = await host.open(TableRequest(terms, (BOT, None)))
    live_match = await host.live_match(match_id)
    assert live_match is not None
    happened: asyncio.Queue[PublishedEvent] = asyncio.Queue()
    process.node.bus.subscribe(match_id, happened.put_nowait)
    sit = cmd.Sit(ANN, SEEDS[1], live_match.match.seal)
    host.command(match_id, "ann", "sit", sit, now(), lambda seq, code: None)
    async with asyncio.timeout(PATIENCE):
        # a client waits for an answer for two seconds only
        while (entry := await next_question(redis, 1)) is None:
            pass
        _, taken = entry
        question = msgspec.msgpack.decode(taken, type=Question)
        assert abs(now() - question.at) < PATIENCE * 1000
        while live_match.seq == question.seq:
            await happened.get()
        moved = live_match.events[-1]
        assert isinstance(moved, ev.Moved)
        assert moved.side == question.side
        outcome: asyncio.Future[tuple[int, str | None]] = asyncio.get_running_loop().create_future()
        late = simplest_command(on_squares().match, 0)
        process.match_service.command(
            *(match_id, BOT.id, f"bot-{question.seq}-0", late, now()),
            lambda seq, code: outcome.set_result((seq, code)),
        )
        assert await outcome == (question.seq + 1, None)
    assert live_match.seq == question.seq + 1


async def test_questions_lost_with_redis_are_asked_again_when_it_is_back(
    own_redis: Redis, journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the process that thinks is back before the host, which has not missed it then."""
    now, patient = steady(), ClusterLimits(patience=100)
    process = Process(own_redis.url, ["host"], journal, now, 0, HostConfig(), EngineThreads(), patient)
    monkeypatch.setattr(process.node.members, "engine_processes", lambda: frozenset({"never missed"}))
    await process.start()
    try:
        await lost(own_redis, process, now)
    finally:
        await process.close()
        await process.stop()


async def lost(own_redis: Redis, process: Process, now: Now) -> None:
    host = process.host
    assert host is not None

    async def taken() -> Question:
        client = redis_pubsub.client(own_redis.url, None)
        async with asyncio.timeout(PATIENCE):
            entry = await next_question(client, 0)
            assert entry is not None
            _, body = entry
        await client.aclose()
        return msgspec.msgpack.decode(body, type=Question)

    match_id = await host.open(TableRequest(Terms("russian-draughts"), (BOT, None)))
    live_match = await host.live_match(match_id)
    assert live_match is not None
    host.command(
        match_id, "ann", "sit", cmd.Sit(ANN, SEEDS[1], live_match.match.seal), now(), lambda seq, code: None
    )
    question = await taken()
    await asyncio.to_thread(own_redis.kill)
    await until(lambda: not process.node.up)
    await asyncio.to_thread(own_redis.start)
    again = await taken()
    assert (again.match, again.seq, again.side) == (question.match, question.seq, question.side)
