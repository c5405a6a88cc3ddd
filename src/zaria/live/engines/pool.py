"""A pool of engine processes, so that their computing cannot delay the server.

There are two queues: quick questions, and slow ones. Where there are at least two processes the first takes
quick ones and, while all others are busy, the short ones among the slow. As a queue grows, each question gets
less time, so that its answer comes soon rather than well. A question that waits or runs too long, or that has
crashed too many workers, is answered by the fallback player in a thread. A process that dies, hangs or sends
nonsense is replaced; one that is merely late, while it starts or the machine is busy, is not.
"""

import asyncio
import contextlib
import logging
import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import msgspec

from zaria.live.engines import pipe, queues
from zaria.live.engines.answers import Answer, answer_without_engine, fallback_answer
from zaria.live.engines.question import Question, QuestionCounts, join, leave

log = logging.getLogger(__name__)

WORKER = "zaria.live.engines.worker"
BOOT = 30.0
"""Seconds within which a process must be ready."""
PARDON = 4.0
"""Least seconds before a process counts as hung, however little time the question had."""
REST = 1.0
"""Seconds before the restart of a process that never became ready."""
TRIES = 2
"""Processes that may die over one question."""
_MOST_FALLBACKS = 50
"""Fallback answers that may wait for their thread."""


class EnginePool:
    """An implementation of `question.Engines`. Starts processes at the first question, or at `warm`."""

    def __init__(
        self, size: int, module: str = WORKER, *, queue: int = queues.MOST, pardon: float = PARDON
    ) -> None:
        """At most one process for each core, running `module`. Create the pool on the event loop.

        `queue`: the most questions that wait in a queue; `pardon`: see `PARDON`.
        """
        self.tally = QuestionCounts()
        self._loop = asyncio.get_running_loop()
        self._module = module
        self._most = queue
        self._pardon = pardon
        self._size = max(1, min(size, os.cpu_count() or 1))
        self._tasks: list[asyncio.Task[None]] = []
        self._quick: deque[Question] = deque()
        self._slow: deque[Question] = deque()
        self._more = [asyncio.Event() for _ in range(self._size)]
        self._idle: set[int] = set()
        self._fallbacks = ThreadPoolExecutor(1, "bot")
        self._pending_fallbacks = 0
        self._running: set[Question] = set()  # and still waited for
        self._closed = False
        self.processes: dict[int, int] = {}
        """The processes that are ready: slot → process id."""

    def warm(self) -> None:
        """Start the processes."""
        if not self._tasks and not self._closed:
            self._tasks = [asyncio.create_task(self._place(n)) for n in range(self._size)]

    def enqueue(self, question: Question) -> None:
        """Queue a question for a worker process or the fallback player."""
        queue = self._queue(question)
        if len(queue) >= self._most:
            plain = answer_without_engine(question.match, question.side, question.lesson)
            self._loop.call_soon(self._done, question, plain, "full")
            return
        join(queue, question)
        self.warm()
        self._wake()
        self._loop.call_at(question.since + question.bounds.hard, self._late, question)

    def drop(self, question: Question) -> bool:
        """Remove a question that has not begun; False: it has begun."""
        return leave(self._queue(question), question)

    def waiting(self) -> dict[str, int]:
        """The number of questions in each queue."""
        return {"quick": len(self._quick), "slow": len(self._slow)}

    async def close(self) -> None:
        """Kill the processes; no more answers come."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._fallbacks.shutdown(wait=False, cancel_futures=True)

    def _queue(self, question: Question) -> deque[Question]:
        return self._slow if question.slow else self._quick

    def _late(self, question: Question) -> None:
        """The time limit has passed: answer by the fallback player, whether the question waits or runs."""
        if self._closed:
            return
        if self.drop(question):
            self._fall_back(question, "late")
        elif question in self._running:
            self._running.remove(question)
            self._fall_back(question, "hangs")

    # one slot of the pool

    async def _place(self, n: int) -> None:
        """Keep a process in this slot."""
        while True:
            try:
                lived = await self._life(n)
            except Exception:
                log.exception("engines: an engine process failed and is replaced")
                lived = False
            if not lived:
                self.tally.replaced["start"] += 1
                await asyncio.sleep(REST)

    async def _life(self, n: int) -> bool:
        """Run one process from start to end; return whether it was ever ready."""
        process = await self._started()
        try:
            if not await self._ready(process):
                if self._closed:
                    return True
                log.error("engines: process %d did not start", process.pid)
                return False
            self.processes[n] = process.pid
            while True:
                question = await self._next(n)
                reason = await self._answered(process, question)
                if reason is not None:
                    log.error("match %s: engine process %d: %s", question.match.id, process.pid, reason)
                    self.tally.replaced[reason] += 1
                    self._failed(question, reason)
                    return True
        finally:
            self.processes.pop(n, None)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _started(self) -> asyncio.subprocess.Process:
        """Start a process; a cancelled start leaves none behind."""
        piped = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", self._module]
        starting = asyncio.create_task(asyncio.create_subprocess_exec(*command, stdin=piped, stdout=piped))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            process = await starting
            process.kill()
            await process.wait()
            raise

    async def _ready(self, process: asyncio.subprocess.Process) -> bool:
        assert process.stdout is not None
        try:
            async with asyncio.timeout(BOOT):
                return await pipe.read(process.stdout) == pipe.READY
        except (TimeoutError, asyncio.IncompleteReadError, ValueError, OSError):
            return False

    async def _answered(self, process: asyncio.subprocess.Process, question: Question) -> str | None:
        """Ask the process and pass on its answer; return the fault if there is no usable answer."""
        assert process.stdin is not None
        assert process.stdout is not None
        now = self._loop.time()
        seconds = queues.seconds(question, self._queue(question), now)
        try:
            message = pipe.ask(question.match, question.side, seconds, question.lesson)
        except Exception:  # not the fault of the process
            log.exception("match %s: cannot ask an engine", question.match.id)
            self._fall_back(question, "unasked")
            return None
        self._running.add(question)
        if process.stdin.is_closing():  # it died while idle; writing would raise an error inside the loop
            return "died"
        try:
            async with asyncio.timeout(max(self._pardon, queues.seconds_left(question, now))):
                process.stdin.write(message)
                answer = pipe.decode_answer(await pipe.read(process.stdout))
        except TimeoutError:
            return "hangs"
        except (asyncio.IncompleteReadError, OSError):
            return "died"
        except (msgspec.DecodeError, ValueError):
            return "nonsense"
        if question in self._running:
            self._running.remove(question)
            self._done(question, answer, "thought" if seconds == question.bounds.soft else "hurried")
        return None

    # queues

    async def _next(self, n: int) -> Question:
        """Wait for the next question of this slot."""
        while (question := self._take(n)) is None:
            self._idle.add(n)
            self._more[n].clear()
            await self._more[n].wait()
        if n in self._idle:
            self._idle.remove(n)
            self._wake()  # the first slot left its questions to this one
        return question

    def _take(self, n: int) -> Question | None:
        quick, slow = self._quick, self._slow
        if self._size == 1 and quick and slow:  # with one process, first come, first served
            return (quick if quick[0].since <= slow[0].since else slow).popleft()
        if slow and self._slow_at(n):
            return slow.popleft()
        return quick.popleft() if quick else self._take_short(n)

    def _take_short(self, n: int) -> Question | None:
        """Take a short question from the slow queue for the first slot, unless another slot is idle."""
        if not self._slow or self._idle - {n}:
            return None
        question = next((question for question in self._slow if question.effort == "short"), None)
        if question is not None:
            self._slow.remove(question)
        return question

    def _wake(self) -> None:
        for more in self._more:
            more.set()

    def _slow_at(self, n: int) -> bool:
        """Return whether this slot takes slow questions: all do but the first of several."""
        return n > 0 or self._size == 1

    # answers

    def _failed(self, question: Question, reason: str) -> None:
        """Requeue the question of a dead process, unless it hung or has failed before."""
        if question not in self._running:
            return  # answered meanwhile
        self._running.remove(question)
        question.tries += 1
        if reason == "hangs" or question.tries >= TRIES:
            self._fall_back(question, reason)
        else:
            self._queue(question).appendleft(question)
            self._wake()

    def _fall_back(self, question: Question, why: str) -> None:
        if question.lesson or self._pending_fallbacks >= _MOST_FALLBACKS:
            self._done(question, answer_without_engine(question.match, question.side, question.lesson), why)
            return
        self._pending_fallbacks += 1
        thought = self._loop.run_in_executor(self._fallbacks, fallback_answer, question.match, question.side)

        def done(future: asyncio.Future[Answer]) -> None:
            self._pending_fallbacks -= 1
            if not future.cancelled():
                self._done(question, future.result(), why)

        thought.add_done_callback(done)

    def _done(self, question: Question, answer: Answer, how: str) -> None:
        self.tally.answered[how] += 1
        self.tally.took.add((self._loop.time() - question.since) * 1000)
        if not self._closed:
            question.done(answer)
