"""Processes that think, so that nothing that they do can be in anybody's way.

There are two lines: quick questions, and those that may be thought about for long. Where there are at least
two processes the first takes quick ones alone. When a line grows, each question is given less time, so that
it is answered soon rather than well; what has taken too long, in the line or in a process, or what one
process too many has died over, is answered by a plain player in a thread of ours. A process that dies, hangs
or talks nonsense is replaced; one that is merely late, as it gets ready or the machine is busy, is not.
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
from zaria.live.engines.answers import Answer, in_haste, unthought
from zaria.live.engines.question import Question, QuestionCounts, join, leave

log = logging.getLogger(__name__)

WORKER = "zaria.live.engines.worker"
BOOT = 30.0
"""Seconds in which a process must be ready."""
PARDON = 4.0
"""Seconds that a process may take at least before it is replaced, however little time the question had."""
REST = 1.0
"""Seconds before a process is started again that never became ready."""
TRIES = 2
"""How many processes may die over one question."""
_HASTY = 50
"""Answers in haste that may wait for their thread."""


class EnginePool:
    """See `question.Engines`. Nothing is started before the first question, or `warm`."""

    def __init__(self, size: int, module: str = WORKER) -> None:
        """At most one process for each core. `module` is what they run. Made on the event loop."""
        self.tally = QuestionCounts()
        self._loop = asyncio.get_running_loop()
        self._module = module
        self._size = max(1, min(size, os.cpu_count() or 1))
        self._tasks: list[asyncio.Task[None]] = []
        self._quick: deque[Question] = deque()
        self._slow: deque[Question] = deque()
        self._more = [asyncio.Event() for _ in range(self._size)]
        self._haste = ThreadPoolExecutor(1, "bot")
        self._hasty = 0
        self._asked: set[Question] = set()  # being thought about, and still waited for
        self._closed = False
        self.processes: dict[int, int] = {}
        """The processes that can be asked: place in the crew → process id."""

    def warm(self) -> None:
        """Start the processes."""
        if not self._tasks and not self._closed:
            self._tasks = [asyncio.create_task(self._place(n)) for n in range(self._size)]

    def enqueue(self, question: Question) -> None:
        """Have it answered by one of the processes, or in haste."""
        line = self._line(question)
        if len(line) >= queues.MOST:
            plain = unthought(question.match, question.side, question.lesson)
            self._loop.call_soon(self._done, question, plain, "full")
            return
        join(line, question)
        self.warm()
        self._tell()
        self._loop.call_at(question.since + question.bounds.hard, self._late, question)

    def drop(self, question: Question) -> bool:
        """Do not begin it; False: it was begun."""
        return leave(self._line(question), question)

    def waiting(self) -> dict[str, int]:
        """How many questions wait in each line."""
        return {"quick": len(self._quick), "slow": len(self._slow)}

    async def close(self) -> None:
        """Kill the processes; no answer comes any more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._haste.shutdown(wait=False, cancel_futures=True)

    def _line(self, question: Question) -> deque[Question]:
        return self._slow if question.slow else self._quick

    def _late(self, question: Question) -> None:
        """Its time is over: nobody waits any longer, in the line or for whoever thinks about it."""
        if self._closed:
            return
        if self.drop(question):
            self._in_haste(question, "late")
        elif question in self._asked:
            self._asked.remove(question)
            self._in_haste(question, "hangs")

    # one place in the crew

    async def _place(self, n: int) -> None:
        """Keep a process in this place."""
        while True:
            try:
                lived = await self._life(n)
            except Exception:
                log.exception("an engine process could not be kept")
                lived = False
            if not lived:
                self.tally.replaced["start"] += 1
                await asyncio.sleep(REST)

    async def _life(self, n: int) -> bool:
        """One process from its start to its end; whether it was ever ready."""
        process = await self._started(n)
        try:
            if not await self._ready(process):
                log.error("an engine process (%d) did not start", process.pid)
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

    async def _started(self, n: int) -> asyncio.subprocess.Process:
        """A new process for this place; whoever stops waiting for it leaves none behind."""
        piped = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", self._module, *([] if self._slow_at(n) else [pipe.QUICK])]
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
        """Ask the process and pass on what it says; what is wrong with it, if it says nothing of use."""
        assert process.stdin is not None
        assert process.stdout is not None
        now = self._loop.time()
        seconds = queues.seconds(question, self._line(question), now)
        try:
            message = pipe.ask(question.match, question.side, seconds, question.lesson)
        except Exception:  # it is no fault of the process
            log.exception("match %s: an engine could not be asked", question.match.id)
            self._in_haste(question, "unasked")
            return None
        self._asked.add(question)
        if process.stdin.is_closing():  # while nobody asked; to write there is an error of the loop's own
            return "died"
        try:
            async with asyncio.timeout(max(PARDON, queues.left(question, now))):
                process.stdin.write(message)
                answer = pipe.told(await pipe.read(process.stdout))
        except TimeoutError:
            return "hangs"
        except (asyncio.IncompleteReadError, OSError):
            return "died"
        except (msgspec.DecodeError, ValueError):
            return "nonsense"
        if question in self._asked:
            self._asked.remove(question)
            self._done(question, answer, "thought" if seconds == question.bounds.soft else "hurried")
        return None

    # the lines

    async def _next(self, n: int) -> Question:
        """The next question for this place, waited for."""
        while (question := self._take(n)) is None:
            self._more[n].clear()
            await self._more[n].wait()
        return question

    def _take(self, n: int) -> Question | None:
        quick, slow = self._quick, self._slow
        if self._size == 1 and quick and slow:  # nobody is left behind: who has waited longest
            return (quick if quick[0].since <= slow[0].since else slow).popleft()
        if slow and self._slow_at(n):
            return slow.popleft()
        return quick.popleft() if quick else None

    def _tell(self) -> None:
        for more in self._more:
            more.set()

    def _slow_at(self, n: int) -> bool:
        """Whether this place takes slow questions."""
        return n > 0 or self._size == 1

    # answers

    def _failed(self, question: Question, reason: str) -> None:
        """A process is gone: another one is asked, unless it hung or was not the first."""
        if question not in self._asked:
            return  # it has been answered meanwhile
        self._asked.remove(question)
        question.tries += 1
        if reason == "hangs" or question.tries >= TRIES:
            self._in_haste(question, reason)
        else:
            self._line(question).appendleft(question)
            self._tell()

    def _in_haste(self, question: Question, why: str) -> None:
        if question.lesson or self._hasty >= _HASTY:
            self._done(question, unthought(question.match, question.side, question.lesson), why)
            return
        self._hasty += 1
        thought = self._loop.run_in_executor(self._haste, in_haste, question.match, question.side)

        def done(found: asyncio.Future[Answer]) -> None:
            self._hasty -= 1
            if not found.cancelled():
                self._done(question, found.result(), why)

        thought.add_done_callback(done)

    def _done(self, question: Question, answer: Answer, how: str) -> None:
        self.tally.answered[how] += 1
        self.tally.took.add((self._loop.time() - question.since) * 1000)
        if not self._closed:
            question.done(answer)
