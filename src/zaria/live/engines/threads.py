"""Engines in threads of this process: for machines without memory for more processes, and for tests.

At most two quick questions run at once, and one slow one from a queue of its own: they hold Python's lock, so
more would be no faster. Waiting questions share the time, and a question beyond its limit gets the simplest
legal answer. A thread cannot be killed: while all threads of a queue hang, so do its answers.
"""

import asyncio
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from zaria.live.engines import queues
from zaria.live.engines.answers import Answer, answer, answer_without_engine
from zaria.live.engines.question import Question, QuestionCounts, join, leave

POLITE = 0.000_5
"""Switch interval of Python's lock (s) during a slow search, for the event loop; else `USUAL`, 5 ms."""

USUAL = sys.getswitchinterval()


class EngineThreads:
    """An implementation of `question.Engines`."""

    def __init__(self, queue: int = queues.MOST) -> None:
        """Create it on the event loop. `queue`: the most questions that wait in a queue."""
        self.tally = QuestionCounts()
        self._quick = _ThreadQueue(2, "bot", self.tally, queue)
        self._slow = _ThreadQueue(1, "bot-slow", self.tally, queue, POLITE)

    def enqueue(self, question: Question) -> None:
        """Queue a question."""
        (self._slow if question.slow else self._quick).enqueue(question)

    def drop(self, question: Question) -> bool:
        """Remove a question that has not begun; False: it has begun."""
        return (self._slow if question.slow else self._quick).drop(question)

    def waiting(self) -> dict[str, int]:
        """The number of questions in each queue."""
        return {"quick": len(self._quick), "slow": len(self._slow)}

    def warm(self) -> None:
        """Do nothing: threads need no preparation."""

    async def close(self) -> None:
        """Stop; no more answers come."""
        self._quick.close()
        self._slow.close()


class _ThreadQueue:
    """A queue with its threads. `polite`: the switch interval while one of them works."""

    def __init__(
        self, workers: int, name: str, tally: QuestionCounts, most: int, polite: float | None = None
    ) -> None:
        self._most = most
        self._polite = polite
        self._tally = tally
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, name)
        self._waiting: deque[Question] = deque()
        self._running: set[Question] = set()  # and still waited for
        self._lost = 0
        """Threads whose question has passed its limit."""
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def close(self) -> None:
        self._closed = True
        self._make_way(USUAL)
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def enqueue(self, question: Question) -> None:
        if self._lost == self._workers or len(self._waiting) >= self._most:
            why = "hangs" if self._lost == self._workers else "full"
            self._loop.call_soon(self._plainly, question, why)
            return
        join(self._waiting, question)
        self._loop.call_at(question.since + question.bounds.hard, self._late, question)
        self._start()

    def drop(self, question: Question) -> bool:
        return leave(self._waiting, question)

    def _start(self) -> None:
        while self._waiting and len(self._running) + self._lost < self._workers and not self._closed:
            question = self._waiting.popleft()
            seconds = queues.seconds(question, self._waiting, self._loop.time())
            self._running.add(question)
            self._make_way(self._polite)
            thought = self._loop.run_in_executor(
                self._threads, answer, question.match, question.side, seconds, question.lesson
            )
            how = "thought" if seconds == question.bounds.soft else "hurried"
            thought.add_done_callback(partial(self._thought, question, how))

    def _thought(self, question: Question, how: str, done: asyncio.Future[Answer]) -> None:
        in_time = question in self._running
        if in_time:
            self._running.remove(question)
        else:
            self._lost -= 1
        if not self._running and not self._lost:
            self._make_way(USUAL)
        if not done.cancelled():
            if in_time:
                self._done(question, done.result(), how)
            self._start()

    def _late(self, question: Question) -> None:
        """The time limit has passed: answer plainly, whether the question waits or runs."""
        if self.drop(question):
            self._plainly(question, "late")
        elif question in self._running:
            self._running.remove(question)
            self._lost += 1
            self._plainly(question, "hangs")

    def _plainly(self, question: Question, why: str) -> None:
        if not self._closed:
            self._done(question, answer_without_engine(question.match, question.side, question.lesson), why)

    def _done(self, question: Question, answer: Answer, how: str) -> None:
        if not self._closed:
            self._tally.answered[how] += 1
            self._tally.took.add((self._loop.time() - question.since) * 1000)
            question.done(answer)

    def _make_way(self, interval: float | None) -> None:
        if self._polite is not None and interval is not None:
            sys.setswitchinterval(interval)
