"""Programs think in processes of their own, and whatever becomes of these, each question is answered once."""

import asyncio
import contextlib
import os
import pickle
import queue
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.support.by_day import by_day
from tests.support.live.page_sessions import Page, next_command, started
from tests.support.match.dice_matches import SEEDS, Table
from tests.support.patience import PATIENCE
from zaria import games
from zaria.bots.squares.chess import engine
from zaria.live.app import bot_player
from zaria.live.engines import pipe, queues, worker
from zaria.live.engines import pool as crews
from zaria.live.engines.answers import Answer, answer
from zaria.live.engines.pipe import Asking
from zaria.live.engines.pool import EnginePool
from zaria.live.engines.question import Engines, Question, QuestionCounts
from zaria.live.engines.threads import EngineThreads
from zaria.live.engines.timeouts import HARD, ThinkingTimes, bounds, linger, pace
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match.clock.deadlines import deadline
from zaria.match.decide import decide
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.terms import ClockTerms, Terms

pytestmark = pytest.mark.service

ODD = "tests.support.live.faulty_worker"
ROOT = Path(__file__).parents[2]


def to_play(bot: str, terms: Terms | None = None) -> Table:
    """A table at which side 0, a program, has rolled, or is to move on squares."""
    table = Table(terms or Terms("tabla"), (3, 1), seated=False)
    table.do(0, cmd.Sit(Player(f"bot:{bot}", bot, "#777", bot), table.match.seal, table.match.seal))
    table.do(1, cmd.Sit(Player("p1", "Boris", "#33b"), SEEDS[1], table.match.seal))
    while table.match.to_act() != 0 or table.match.phase == "roll":
        if not table.match.game.is_board:
            table.step()
        else:
            position = table.match.board_position()
            table.act(cmd.Move(position.legal_moves()[0].move, position.plies))
    return table


def no_answer(result: object) -> None:
    pytest.fail(f"answered: {result}")


@pytest.fixture
async def odd() -> AsyncIterator[EnginePool]:
    pool = EnginePool(1, ODD, pardon=1.0)
    yield pool
    await pool.close()


async def engine_answer(
    engines: Engines, match: Match, hard: float = 60.0, side: int = 0, soft: float | None = None
) -> Answer:
    """The answer; a second one is an error."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Answer] = loop.create_future()
    question = Question.of(match, side, answered.set_result, loop.time())
    question.bounds = ThinkingTimes(soft, hard)
    engines.enqueue(question)
    return await asyncio.wait_for(answered, 90)


def legal(table: Table, command: cmd.Command) -> bool:
    return bool(decide(table.match, 0, command, table.now, table.dice))


async def test_a_process_answers_what_a_thread_would(odd: EnginePool) -> None:
    games = ("tabla", "long-nardy", "english-draughts", "ugolki", "chess")
    for game in games:
        table = to_play("level1", Terms(game))
        there = await engine_answer(odd, table.match)
        assert legal(table, there.command)
        if game != "chess":  # there our own search answers for a Stockfish that is not ready yet
            assert there == await asyncio.to_thread(answer, table.match, 0)
    assert odd.tally.answered == {"thought": len(games)}


@pytest.mark.parametrize(
    ("bot", "reason"),
    by_day([("hanger", "hangs")], [("dier", "died"), ("babbler", "nonsense"), ("hanger", "hangs")]),
)
async def test_a_process_that_goes_wrong_is_replaced(
    odd: EnginePool, bot: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    await engine_answer(odd, to_play("plain").match)  # it has started
    table = to_play(bot)
    command = (await engine_answer(odd, table.match, hard=1.0 if bot == "hanger" else 30.0)).command
    assert legal(table, command)
    assert odd.tally.answered[reason] == 1
    await engine_answer(odd, to_play("plain").match, hard=30.0)
    assert odd.tally.answered["thought"] == 2
    tries = 1 if reason == "hangs" else crews.TRIES
    assert odd.tally.replaced == {reason: tries}
    assert len([record for record in caplog.records if reason in record.message]) == tries


def _appears(path: Path) -> None:
    while not path.exists():
        time.sleep(0.02)


async def test_another_process_takes_over_from_one_that_is_killed(
    odd: EnginePool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mark = tmp_path / "thinks"
    monkeypatch.setenv("ZARIA_SLEEPER", str(mark))
    table = to_play("sleeper")
    thought = asyncio.create_task(engine_answer(odd, table.match, hard=30.0))
    await asyncio.to_thread(_appears, mark)
    os.kill(odd.processes[0], signal.SIGKILL)
    assert legal(table, (await thought).command)
    assert odd.tally.replaced == {"died": 1}
    assert odd.tally.answered == {"thought": 1}
    assert "died" in caplog.text


async def test_a_process_that_is_merely_late_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for its answer; then it is asked again."""
    patient = EnginePool(1, ODD, pardon=60.0)
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    monkeypatch.setenv("ZARIA_GATE", str(gate))
    table = to_play("gated")
    await engine_answer(patient, to_play("plain").match)  # it has started
    processes = dict(patient.processes)
    assert legal(table, (await engine_answer(patient, table.match, hard=0.2)).command)
    again = asyncio.create_task(engine_answer(patient, table.match))
    await asyncio.to_thread(gate.write_text, "go")
    assert legal(table, (await again).command)
    assert patient.tally.answered == {"thought": 2, "hangs": 1}
    assert patient.processes == processes
    assert not patient.tally.replaced
    await patient.close()


async def test_who_has_little_time_waits_for_nobody_with_more() -> None:
    """Any place in the line; here no process ever comes."""
    pool = EnginePool(1, "tests.live.there_is_no_such_module")
    match, loop = to_play("level1").match, asyncio.get_running_loop()
    order: list[str] = []
    over = asyncio.Event()
    for name, hard in (("patient", 0.6), ("hurried", 0.2), ("patient", 0.6)):

        def done(answer: Answer, name: str = name) -> None:
            order.append(name)
            if len(order) == 3:
                over.set()

        question = Question.of(match, 0, done, loop.time())
        question.bounds = ThinkingTimes(None, hard)
        pool.enqueue(question)
    await asyncio.wait_for(over.wait(), 60)
    assert order == ["hurried", "patient", "patient"]
    assert pool.tally.answered == {"late": 3}
    await pool.close()


def waiting(hard: float, soft: float | None = None) -> Question:
    """A question that was asked at the time 100."""
    question = Question.of(to_play("level1").match, 0, lambda answer: None, 100.0)
    question.bounds = ThinkingTimes(soft, hard)
    return question


def test_who_has_waited_is_thought_about_for_less() -> None:
    assert queues.seconds_left(waiting(8.0), 103.0) == 5.0
    assert queues.seconds(waiting(8.0), [], 101.0) is None
    assert queues.seconds(waiting(8.0), [], 105.0) == 3.0 / queues.PARTS
    assert queues.seconds(waiting(8.0, 0.25), [], 105.0) == 0.25
    assert queues.seconds(waiting(8.0, 0.25), [], 108.0) == queues.LEAST
    assert queues.seconds(waiting(8.0), [waiting(8.0)] * 9, 101.0) == queues.SOON / 10
    assert queues.seconds(waiting(8.0), [waiting(8.0)] * 99, 101.0) == queues.LEAST
    lesson = Question.taught(waiting(8.0).match, 0, "hint", no_answer, 100.0)
    assert queues.seconds(waiting(8.0), [lesson] * 9, 101.0) is None


@pytest.mark.slow
async def test_a_process_that_died_while_nobody_asked_is_replaced(odd: EnginePool) -> None:
    await engine_answer(odd, to_play("plain").match)  # it has started
    ended = os.pidfd_open(odd.processes[0])
    os.kill(odd.processes[0], signal.SIGKILL)
    await asyncio.to_thread(select.select, [ended], [], [], PATIENCE)
    os.close(ended)
    await engine_answer(odd, to_play("plain").match)
    assert odd.tally.replaced == {"died": 1}
    assert odd.tally.answered == {"thought": 2}


async def test_nobody_waits_for_processes_that_do_not_start(caplog: pytest.LogCaptureFixture) -> None:
    pool = EnginePool(1, "tests.live.there_is_no_such_module")
    table = to_play("level1")
    assert legal(table, (await engine_answer(pool, table.match, hard=0.3)).command)
    assert pool.tally.answered == {"late": 1}
    await pool.close()


@pytest.mark.slow
async def test_a_flood_is_answered_to_the_last_question() -> None:
    pool = EnginePool(2, queue=40)
    tables = [to_play("level5", Terms(game)) for game in ("tabla", "english-draughts", "chess")]
    matches = [tables[n % 3].match for n in range(150)]
    answers = asyncio.gather(*(engine_answer(pool, match, hard=HARD) for match in matches))
    await asyncio.sleep(0)
    assert max(pool.waiting().values()) <= 40
    for n, reply in enumerate(await answers):
        assert legal(tables[n % 3], reply.command)
    assert pool.tally.answered["full"] >= 10
    assert pool.tally.answered["hurried"] + pool.tally.answered["late"]  # late: the machine is busy
    assert pool.tally.answered.total() == 150
    await pool.close()


async def test_quick_questions_do_not_wait_behind_slow_ones() -> None:
    pool = EnginePool(2, ODD)
    if pool._size < 2:
        pytest.skip("one core")
    for _ in range(3):
        question = Question.of(to_play("hanger").match, 0, no_answer, asyncio.get_running_loop().time())
        question.effort, question.bounds = "long", ThinkingTimes(None, 90.0)
        pool.enqueue(question)
    for _ in range(8):
        await engine_answer(pool, to_play("plain").match)
    waiting = pool.waiting()
    assert (waiting["quick"], waiting["slow"] >= 2) == (0, True)  # one of them may have begun by now
    assert pool.tally.answered == {"thought": 8}
    await pool.close()


async def test_a_match_goes_on_when_its_engine_is_killed(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3", engines=1)
    match_id = await live.open(TableRequest(Terms("tabla"), (bot_player("level1"), None)))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    for _ in range(4):
        assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
        for pid in live.engines.processes.values():  # type: ignore[attr-defined]
            with contextlib.suppress(ProcessLookupError):  # it was not asked since it was killed
                os.kill(pid, signal.SIGKILL)
    await ann.turn()
    assert live.engines.tally.replaced["died"] >= 1
    await live.stop()


_PARENT = """
import asyncio, sys
from zaria.live.engines.pool import EnginePool
async def main():
    pool = EnginePool(1)
    pool.warm()
    while not pool.processes:
        await asyncio.sleep(0.01)
    print(pool.processes[0], flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.parametrize("still", by_day([True], [False, True]))
def test_a_process_ends_with_its_server_even_if_it_stands_still(still: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        pidfd = os.pidfd_open(worker)
        assert os.getpriority(os.PRIO_PROCESS, worker) >= 10
        if still:
            os.kill(worker, signal.SIGSTOP)
        parent.kill()
    # A file descriptor of a process can be read once the process has ended.
    assert select.select([pidfd], [], [], PATIENCE)[0]
    os.close(pidfd)


@pytest.fixture
def lone() -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ready for questions."""
    command = [sys.executable, "-m", "zaria.live.engines.worker"]
    piped = subprocess.PIPE
    with subprocess.Popen(command, stdin=piped, stdout=piped, stderr=piped) as process:
        assert process.stdout is not None
        assert process.stdout.read(4 + len(pipe.READY)).endswith(pipe.READY)
        yield process
        process.kill()


@pytest.mark.parametrize("body", by_day([b"half of it"], [b"half of it", b"what is no pickle" * 100]))
def test_a_process_ends_where_a_question_cannot_be_read(lone: subprocess.Popen[bytes], body: bytes) -> None:
    """Its server was killed as it wrote; otherwise it would be waited for until it counted as hanging."""
    assert lone.stdin is not None
    lone.stdin.write(struct.pack(">I", 1000) + body)
    lone.stdin.close()
    assert lone.wait(PATIENCE) == 0
    assert lone.stderr is not None
    assert (lone.stderr.read() == b"") == (len(body) < 1000)  # nothing odd that a server has gone


def test_a_process_whose_answer_nobody_reads_ends_quietly(lone: subprocess.Popen[bytes]) -> None:
    assert lone.stdin is not None
    assert lone.stdout is not None
    assert lone.stderr is not None
    lone.stdout.close()
    lone.stdin.write(pipe.ask(to_play("plain").match, 0, None))
    lone.stdin.flush()
    assert lone.wait(PATIENCE) == 0
    assert lone.stderr.read() == b""


@pytest.mark.parametrize("game", ["tabla", "chess"])
@pytest.mark.parametrize(
    "clock", [ClockTerms(delay=1_000), ClockTerms(bank=60_000), ClockTerms(delay=3_000, bank=120_000)]
)
def test_a_program_never_takes_more_than_its_clock_allows(game: str, clock: ClockTerms) -> None:
    table = to_play("level5", Terms(game, clock=clock))
    soft, hard = bounds(table.match, 0, table.now)
    assert soft is not None
    assert soft <= hard
    waits = pace(table.match, 0, table.events[0], 700, table.now)
    waits += linger(table.match, 0, 1.0, 700, table.now + waits)
    assert waits + 2000 * hard < clock.delay + clock.bank


def test_hard_choices_of_good_players_take_longer() -> None:
    plain, weak, strong = [to_play(bot).match for bot in ("plain", "level1", "level5")]
    assert linger(plain, 0, 1.0, 700, 0) == linger(strong, 0, 0.0, 700, 0) == 0
    assert 0 < linger(weak, 0, 1.0, 700, 0) < linger(strong, 0, 1.0, 700, 0)


def test_a_pause_never_costs_much_of_the_clock() -> None:
    table = to_play("level3", Terms("tabla", clock=ClockTerms(delay=1_000)))
    assert pace(table.match, 0, table.events[-1], 700, table.now) <= 250


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_what_is_left_of_the_clock_counts(game: str) -> None:
    """Not what the delay was: some of it may be used."""
    table = to_play("level5", Terms(game, clock=ClockTerms(delay=40_000)))
    match, clock = table.match, table.match.clock
    assert clock is not None
    assert bounds(match, 0, clock.since - 5_000) == bounds(match, 0, clock.since)
    fresh, later, over = [bounds(match, 0, clock.since + used) for used in (0, 30_000, 50_000)]
    assert later.hard == 2.5 < fresh.hard == HARD
    assert later.soft is not None
    assert fresh.soft is not None
    assert later.soft < fresh.soft
    assert over.hard == 0.1
    assert linger(match, 0, 1.0, 700, clock.since + 40_000) == 0


@pytest.mark.parametrize("delay", [600, 1_000, 2_000, 2_800, 5_000])
def test_pauses_alone_do_not_lose_on_time(delay: int) -> None:
    """It doubles, rolls and plays after the longest pauses; 200 ms of each turn are left at the least."""
    terms = Terms("backgammon", length=9, cube=True, clock=ClockTerms(delay=delay))
    table = to_play("level5", terms)
    doubled = False
    for _ in range(12):
        match = table.match
        side = match.to_act()
        if side == 0:
            table.now += pace(match, 0, table.events[-1], 700, table.now)
            table.now += linger(match, 0, 1.0, 700, table.now)
            until = deadline(match)
            assert until is not None
            assert until - table.now >= 200
        if match.phase == "double":
            table.act(cmd.Take())
        elif match.phase == "roll" and side == 0 and not doubled:
            doubled = True
            table.act(cmd.Double())
        else:
            table.step()
    assert doubled


def test_a_hanging_search_is_found_out_before_its_process_is_given_up() -> None:
    """Stockfish has its time, some more to be late, and our own search answers: all before the hard limit."""
    least, share, most = engine.LATE
    for delay in (*range(100, 3_000, 100), *range(3_000, 60_000, 1_000)):
        table = to_play("level5", Terms("chess", clock=ClockTerms(delay=delay)))
        soft, hard = bounds(table.match, 0, table.now)
        assert soft is not None
        for seconds in (soft, min(soft, hard * (1 - 1 / queues.PATIENT) / queues.PARTS)):
            late = 0.0 if seconds < engine.BRIEF else min(most, max(least, share * seconds))
            assert seconds + late + min(engine.SHORT, seconds) < 0.9 * hard, delay


_HUNG = """\
#!/bin/sh
while read -r line; do
  case "$line" in
    uci) echo "id name Hung"; echo uciok;;
    isready) echo readyok;;
    go*) echo $$ >> HEARD; kill -STOP $$;;
  esac
done
"""


async def test_a_stockfish_that_hangs_costs_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our own search answers in its stead; asked twice in vain it rests, and no engine is left behind."""
    program, log = tmp_path / "engine", tmp_path / "heard"
    program.write_text(_HUNG.replace("HEARD", str(log)))
    program.chmod(0o755)
    monkeypatch.setenv(engine.VARIABLE, str(program))
    pool, table = EnginePool(1), to_play("level5", Terms("chess"))
    await engine_answer(pool, to_play("plain").match)  # it has started
    (process,) = pool.processes.values()
    for _ in range(4):
        assert legal(table, (await engine_answer(pool, table.match, hard=10.0, soft=0.3)).command)
    assert pool.tally.answered == {"thought": 5}
    assert pool.processes == {0: process}
    assert len(log.read_text().split()) == 2
    for pid in log.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)
    await pool.close()


@pytest.mark.parametrize("game", ["chess", "long-nardy"])
def test_a_question_stays_short_however_long_a_game_in_training_is(game: str) -> None:
    """All that was played may be taken back and goes along, but nothing that was found out about it."""
    table = Table(Terms(game, training=True), (3, 1), seated=False)
    table.do(0, cmd.Sit(Player("p0", "Ann", "#33b"), SEEDS[0], table.match.seal))
    table.do(1, cmd.Sit(Player("bot:plain", "plain", "#777", "plain"), table.match.seal, table.match.seal))
    out_and_home = ("g1f3", "g8f6", "f3g1", "f6g8") * 20
    for move in (*out_and_home, "a2a3", "a7a6", *out_and_home, "b2b3", "b7b6", *out_and_home):
        if table.match.game.is_board:
            position = table.match.board_position()
            table.act(cmd.Move(move, position.plies))
        elif table.match.rolls < 85:
            table.step()
    assert len(table.match.past) >= 40
    assert len(pipe.ask(table.match, 0, None)) < 300 * len(table.match.past)
    (there, *_), now = pickle.loads(pipe.ask(table.match, 0, None)[4:]), table.match
    assert there == now
    assert len(pipe.ask(replace(now, past=()), 0, None)) < 2_000


async def test_what_cannot_be_asked_costs_no_process(odd: EnginePool) -> None:
    await engine_answer(odd, to_play("plain").match)
    processes, table = dict(odd.processes), to_play("plain")
    odder = replace(table.match, seal=lambda: "no pickle is made of this")
    assert legal(table, (await engine_answer(odd, odder)).command)
    assert legal(table, (await engine_answer(odd, table.match)).command)
    assert odd.tally.answered == {"thought": 2, "unasked": 1}
    assert odd.processes == processes
    assert not odd.tally.replaced


async def test_what_nobody_wants_to_know_any_more_is_not_thought_about(
    odd: EnginePool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that has gone on is asked about anew, and not at all once it is over."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    monkeypatch.setenv("ZARIA_GATE", str(gate))
    busy = asyncio.create_task(engine_answer(odd, to_play("gated").match))
    match, bots = to_play("plain", Terms("russian-draughts")).match, BotPlay(0, odd)
    begun = await asyncio.to_thread(os.open, gate, os.O_WRONLY)  # somebody reads from it
    for _ in range(20):
        bots.ask(match, 0, 0, 0, no_answer)
        assert odd.waiting() == {"quick": 0, "slow": 1}
    bots.drop(match.id)
    assert odd.waiting() == {"quick": 0, "slow": 0}
    bots.drop(match.id)
    os.write(begun, b"go")
    os.close(begun)
    await busy
    assert not odd._queue(Question.of(match, 0, no_answer, 0.0))


class Deaf:
    """Engines that never answer."""

    def __init__(self) -> None:
        self.tally = QuestionCounts()
        self.questions: list[Question] = []

    def enqueue(self, question: Question) -> None:
        self.questions.append(question)

    def drop(self, question: Question) -> bool:
        self.questions.remove(question)
        return True

    def waiting(self) -> dict[str, int]:
        return {"quick": 0, "slow": len(self.questions)}

    def warm(self) -> None:
        pass

    async def close(self) -> None:
        pass


async def test_a_match_that_goes_on_leaves_no_question_behind(tmp_path: Path) -> None:
    live, deaf = await started(tmp_path / "live.sqlite3"), Deaf()
    assert live._bots is not None
    live._bots.engines = deaf
    terms = Terms("russian-draughts", training=True)
    match_id = await live.open(TableRequest(terms, (None, bot_player("level5"))))
    ann = Page(live, "ann")
    await ann.sit(match_id)
    for _ in range(3):
        assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
        assert len(deaf.questions) == 1
        assert (await ann.did(match_id, {"t": "takeback", "n": 1}))["t"] == "ack"
        assert not deaf.questions
    assert (await ann.did(match_id, next_command(await ann.turn())))["t"] == "ack"
    assert (await ann.did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
    assert not deaf.questions
    await live.stop()


@pytest.fixture
async def threads() -> AsyncIterator[EngineThreads]:
    threads = EngineThreads()
    yield threads
    await threads.close()


class Stuck:
    """Blocks questions to programs until `go` is set."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def answer(self, match: Match, side: int, seconds: float | None = None, lesson: str = "") -> Answer:
        assert self.go.wait(60)
        return answer(match, side, seconds)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stuck]:
    stuck = Stuck()
    monkeypatch.setattr("zaria.live.engines.threads.answer", stuck.answer)
    yield stuck
    stuck.go.set()


async def test_threads_that_hang_are_not_waited_for(threads: EngineThreads, stuck: Stuck) -> None:
    table = to_play("level1", Terms("ugolki"))
    hung, behind = await asyncio.gather(*(engine_answer(threads, table.match, hard=0.2) for _ in range(2)))
    assert legal(table, hung.command)
    assert legal(table, behind.command)
    assert threads.tally.answered == {"hangs": 1, "late": 1}
    await engine_answer(threads, table.match, hard=3600.0)  # answered at once
    assert threads.tally.answered == {"hangs": 2, "late": 1}
    stuck.go.set()
    while not threads.tally.answered["thought"]:  # the thread is back
        assert legal(table, (await engine_answer(threads, table.match)).command)


async def test_a_line_for_threads_has_an_end_and_shares_time(stuck: Stuck) -> None:
    threads = EngineThreads(queue=8)
    table = to_play("level1", Terms("ugolki"))
    replies = asyncio.gather(*(engine_answer(threads, table.match) for _ in range(12)))
    for _ in range(3):  # all questions are there, and the refusals too
        await asyncio.sleep(0)
    assert threads.waiting()["slow"] == 8
    stuck.go.set()
    assert all(legal(table, reply.command) for reply in await replies)
    assert threads.tally.answered["full"] == 3
    assert threads.tally.answered["hurried"] >= 5
    await threads.close()


def test_engines_are_prepared_between_questions() -> None:
    """A question comes first, but what was to be prepared is not given up for it."""
    questions: queue.SimpleQueue[Asking] = queue.SimpleQueue()
    asking: Asking = (to_play("level1").match, 0, None, "")
    prepared: list[int] = []

    def preparation(n: int) -> None:
        prepared.append(n)
        if n == 1:
            raise ValueError("it cannot be had")
        if n == 2:
            questions.put(asking)

    todo: deque[Callable[[], None]] = deque(partial(preparation, n) for n in (0, 1, 2, 3))
    questions.put(asking)
    assert worker._next(questions, todo, 0.01) is asking
    assert prepared == []
    assert worker._next(questions, todo, 0.01) is asking
    assert prepared == [0, 1, 2]
    timer = threading.Timer(0.0, lambda: questions.put(asking))
    todo.append(timer.start)
    assert worker._next(questions, todo, 0.0) is asking
    assert prepared == [0, 1, 2, 3]


def test_a_process_prepares_what_it_will_be_asked() -> None:
    assert len(worker._preparations()) == len(games.names()) + len(games.names_on_squares())
