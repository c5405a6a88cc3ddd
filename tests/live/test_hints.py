"""Questions in training: once for each seat, behind the programs, and not after players have gone."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from msgspec.structs import replace

from tests.live.test_engines import to_play
from tests.support.match.dice_matches import Table
from tests.support.patience import PATIENCE
from zaria.bots import teaching
from zaria.bots.teaching import Advice
from zaria.live.engines import answers
from zaria.live.engines.answers import Answer, Lesson
from zaria.live.engines.hints import Hints, HintsBusyError
from zaria.live.engines.pool import EnginePool
from zaria.live.engines.question import Engines, Question
from zaria.live.engines.threads import EngineThreads
from zaria.live.engines.timeouts import ThinkingTimes
from zaria.match import commands as cmd
from zaria.match.match import Match
from zaria.match.terms import Terms


class Gate:
    """Holds hints back until it is open, and lists those begun."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun: list[str] = []

    def hint(self, match: Match) -> Advice:
        self.begun.append(match.id)
        assert self.open.wait(PATIENCE)
        return teaching.hint(match)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate()
    monkeypatch.setattr(answers, "hint", gate.hint)
    yield gate
    gate.open.set()


@pytest.fixture
async def threads() -> AsyncIterator[EngineThreads]:
    threads = EngineThreads()
    yield threads
    await threads.close()


def at(name: str) -> Match:
    """The match of a table of this name, at which side 0 is to play."""
    return replace(to_play("level1").match, id=name)


async def advice_task(hints: Hints, match: Match, lesson: Lesson = "hint") -> "asyncio.Task[Advice | None]":
    """Somebody asks, and has reached the line."""
    task = asyncio.create_task(hints.ask(match, 0, lesson))
    await asyncio.sleep(0)
    return task


async def test_the_same_is_thought_about_once_and_answered_to_all(threads: EngineThreads, gate: Gate) -> None:
    hints = Hints(threads)
    tasks = [await advice_task(hints, at("one")) for _ in range(30)]
    assert threads.waiting()["slow"] == 0
    tasks.pop().cancel()
    gate.open.set()
    advice = await asyncio.gather(*tasks)
    assert advice[0] is not None
    assert advice == [advice[0]] * 29
    assert gate.begun == ["one"]
    assert await hints.ask(at("one"), 0, "hint") == advice[0]
    assert gate.begun == ["one", "one"]


async def test_a_seat_has_one_question_in_the_line(threads: EngineThreads, gate: Gate) -> None:
    hints = Hints(threads)
    first_hint = await advice_task(hints, at("one"))
    reviews = [await advice_task(hints, at("one"), "review") for _ in range(30)]
    other_hint = await advice_task(hints, at("other"))
    assert threads.waiting()["slow"] == 1
    gate.open.set()
    assert None not in (await first_hint, await other_hint)
    assert await asyncio.gather(*reviews) == [None] * 30
    assert threads.tally.answered.total() == 3


async def test_what_nobody_waits_for_is_not_begun(threads: EngineThreads, gate: Gate) -> None:
    hints = Hints(threads)
    first = await advice_task(hints, at("first"))
    tasks = [await advice_task(hints, at("gone")) for _ in range(2)]
    patient = await advice_task(hints, at("gone"), "review")
    for remaining in (1, 0):
        tasks.pop().cancel()
        await asyncio.sleep(0)
        assert len(hints._pending) == 1 + remaining
    first.cancel()  # too late: it is being thought about
    gate.open.set()
    assert await patient is None
    last = await hints.ask(at("first"), 0, "hint")
    assert last is not None
    assert "gone" not in gate.begun
    assert not hints._pending


def mated(name: str) -> Match:
    """A match that side 0 has lost, without a move left to it."""
    table = Table(Terms("chess"))
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        position = table.match.board_position()
        table.act(cmd.Move(move, position.plies))
    assert table.match.phase == "over"
    return replace(table.match, id=name)


@pytest.mark.parametrize("engines", [lambda: EnginePool(1), EngineThreads])
async def test_a_review_of_a_match_that_is_over_tells_nothing(engines: Callable[[], Engines]) -> None:
    """The loser has no move: a question on their behalf must not depend on one."""
    backend = engines()
    hints = Hints(backend)
    for _ in range(2):
        async with asyncio.timeout(60):
            assert await hints.ask(mated("over"), 0, "review") is None
    assert not hints._pending
    assert not backend.tally.replaced
    await backend.close()


async def test_what_nobody_had_the_time_for_raises_an_error(threads: EngineThreads, gate: Gate) -> None:
    hints = Hints(threads, seconds=0.05)
    begun, waits = await advice_task(hints, at("begun")), await advice_task(hints, mated("waits"), "review")
    for task in (begun, waits):
        with pytest.raises(HintsBusyError):
            await task
    assert not hints._pending
    gate.open.set()


async def test_too_many_are_turned_away(threads: EngineThreads, gate: Gate) -> None:
    hints = Hints(threads, most=2)
    tasks = [await advice_task(hints, at(name)) for name in ("thinks", "a", "b")]
    with pytest.raises(HintsBusyError):
        await hints.ask(at("c"), 0, "hint")
    again = await advice_task(hints, at("b"))
    gate.open.set()
    assert None not in await asyncio.gather(*tasks, again)


@pytest.mark.parametrize(("engines", "order"), [(lambda: EnginePool(1), "plm"), (EngineThreads, "lpm")])
async def test_programs_think_first(engines: Callable[[], Engines], order: str) -> None:
    """Their clocks run; and what people ask in training does not make them think less."""
    backend, loop = engines(), asyncio.get_running_loop()
    answered: list[str] = []
    over = asyncio.Event()

    def done(name: str) -> Callable[[Answer], None]:
        def note_answer(answer: Answer) -> None:
            answered.append(name)
            if len(answered) == 3:
                over.set()

        return note_answer

    lesson, program = to_play("level1").match, to_play("level1", Terms("ugolki")).match
    lesson_questions = [Question.taught(lesson, 0, "hint", done(name), loop.time()) for name in "lm"]
    for question in [*lesson_questions, Question.of(program, 0, done("p"), loop.time())]:
        question.bounds = ThinkingTimes(question.bounds.soft, 60.0)  # the first waits for a process to start
        backend.enqueue(question)
    async with asyncio.timeout(60):
        await over.wait()
    assert "".join(answered) == order
    assert backend.tally.answered == {"thought": 3}
    await backend.close()
