"""Processes that think, so that nothing that they do can be in anybody's way.

There are two lines: quick questions, and those that may be thought about for long. Where there are at least
two processes the first takes quick ones alone. When a line grows, each question is given less time, so that
it is answered soon rather than well; what has waited for too long, or what one process too many has died
over, is answered by a plain player in a thread of ours. A process that dies, hangs or talks nonsense is
replaced.
"""

import asyncio
import contextlib
import logging
import os
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import msgspec

from zaria.live.engines import pipe
from zaria.live.engines.answers import Answer, in_haste, plainest
from zaria.live.engines.question import Question, Tally

log = logging.getLogger(__name__)

WORKER = "zaria.live.engines.worker"
MOST = 1000
"""Questions in a line; more are answered at once, as plainly as can be."""
SOON = 3.0
"""Seconds in which a line should be through; what waits shares them."""
LEAST = 0.02
"""Seconds that everybody may think."""
BOOT = 30.0
"""Seconds in which a process must be ready."""
WATCH = 0.2
"""Seconds between two looks at who has waited for too long."""
REST = 1.0
"""Seconds before a process is started again that never became ready."""
TRIES = 2
"""How many processes may die over one question."""
_HASTY = 50
"""Answers in haste that may wait for their thread."""


class Crew:
    """See `question.Engines`. Nothing is started before the first question, or `warm`."""

    def __init__(self, size: int, module: str = WORKER) -> None:
        """At most one process for each core. `module` is what they run. Made on the event loop."""
        self.tally = Tally()
        self._loop = asyncio.get_running_loop()
        self._module = module
        self._size = max(1, min(size, os.cpu_count() or 1))
        self._tasks: list[asyncio.Task[None]] = []
        self._quick: deque[Question] = deque()
        self._slow: deque[Question] = deque()
        self._more = [asyncio.Event() for _ in range(self._size)]
        self._haste = ThreadPoolExecutor(1, "bot")
        self._hasty = 0
        self._closed = False
        self._watching: asyncio.TimerHandle | None = None
        self.processes: dict[int, int] = {}
        """The processes that can be asked: place in the crew → process id."""

    def warm(self) -> None:
        """Start the processes."""
        if not self._tasks and not self._closed:
            self._tasks = [asyncio.create_task(self._place(n)) for n in range(self._size)]

    def enqueue(self, question: Question) -> None:
        """Have it answered by one of the processes, or in haste."""
        line = self._slow if question.slow else self._quick
        if len(line) >= MOST:
            plain = Answer(plainest(question.match, question.side))
            self._loop.call_soon(self._done, question, plain, "full")
            return
        line.append(question)
        self.warm()
        self._tell()
        self._watch()

    def waiting(self) -> dict[str, int]:
        """How many questions wait in each line."""
        return {"quick": len(self._quick), "slow": len(self._slow)}

    async def close(self) -> None:
        """Kill the processes; no answer comes any more."""
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._haste.shutdown(wait=False, cancel_futures=True)

    def _watch(self) -> None:
        """See to it that nobody waits for processes that do not come."""
        if self._watching is None and (self._quick or self._slow) and not self._closed:
            self._watching = self._loop.call_later(WATCH, self._look)

    def _look(self) -> None:
        self._watching = None
        now = self._loop.time()
        for line in (self._quick, self._slow):
            while line and now - line[0].since > line[0].bounds.hard:
                self._in_haste(line.popleft(), "late")
        self._watch()

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
        process = await self._started()
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

    async def _started(self) -> asyncio.subprocess.Process:
        """A new process; whoever stops waiting for it leaves none behind."""
        piped = asyncio.subprocess.PIPE
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(sys.executable, "-m", self._module, stdin=piped, stdout=piped)
        )
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
        seconds = self._seconds(question)
        try:
            async with asyncio.timeout(question.bounds.hard):
                process.stdin.write(pipe.ask(question.match, question.side, seconds, question.lesson))
                answer = pipe.told(await pipe.read(process.stdout))
        except TimeoutError:
            return "hangs"
        except (asyncio.IncompleteReadError, OSError):
            return "died"
        except (msgspec.DecodeError, ValueError):
            return "nonsense"
        except Exception:
            log.exception("match %s: an engine could not be asked", question.match.id)
            return "failed"
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
        if slow and (n > 0 or self._size == 1):
            return slow.popleft()
        return quick.popleft() if quick else None

    def _tell(self) -> None:
        for more in self._more:
            more.set()

    def _seconds(self, question: Question) -> float | None:
        """How long it may be thought about, now that so many wait."""
        waiting = len(self._slow if question.slow else self._quick)
        soft = question.bounds.soft
        if not waiting:
            return soft
        share = max(LEAST, SOON / (1 + waiting))
        if share >= 1.0:
            return soft
        return share if soft is None else min(soft, share)

    # answers

    def _failed(self, question: Question, reason: str) -> None:
        """A process is gone: another one is asked, unless it hung or was not the first."""
        question.tries += 1
        if reason == "hangs" or question.tries >= TRIES:
            self._in_haste(question, reason)
        else:
            (self._slow if question.slow else self._quick).appendleft(question)
            self._tell()

    def _in_haste(self, question: Question, why: str) -> None:
        if question.lesson or self._hasty >= _HASTY:
            self._done(question, Answer(plainest(question.match, question.side)), why)
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
