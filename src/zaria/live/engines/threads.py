"""Programs that think in threads of this process: where there is no memory for more, and in tests.

At most two quick questions are thought about at once and one slow one, in a line of its own: they hold
Python's lock, so more were no faster. What waits shares the time, and what has taken too long is answered as
plainly as can be. A thread cannot be ended: while all of a line are lost in thought, so is every answer.
"""

import asyncio
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from zaria.live.engines import queues
from zaria.live.engines.answers import Answer, answer, unthought
from zaria.live.engines.question import Question, QuestionCounts, join, leave

POLITE = 0.000_5
"""Seconds after which a slow search gives Python's lock to the event loop; usually `USUAL`, 5 ms."""

USUAL = sys.getswitchinterval()


class EngineThreads:
    """See `question.Engines`."""

    def __init__(self) -> None:
        """Made on the event loop."""
        self.tally = QuestionCounts()
        self._quick = _Line(2, "bot", self.tally)
        self._slow = _Line(1, "bot-slow", self.tally, POLITE)

    def enqueue(self, question: Question) -> None:
        """Have it answered."""
        (self._slow if question.slow else self._quick).enqueue(question)

    def drop(self, question: Question) -> bool:
        """Do not begin it; False: it was begun."""
        return (self._slow if question.slow else self._quick).drop(question)

    def waiting(self) -> dict[str, int]:
        """How many questions wait in each line."""
        return {"quick": len(self._quick), "slow": len(self._slow)}

    def warm(self) -> None:
        """There is nothing to be done."""

    async def close(self) -> None:
        """Stop thinking."""
        self._quick.close()
        self._slow.close()


class _Line:
    """Threads, and the questions that wait for them. `polite`: the switch interval while one is at work."""

    def __init__(self, workers: int, name: str, tally: QuestionCounts, polite: float | None = None) -> None:
        self._polite = polite
        self._tally = tally
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, name)
        self._waiting: deque[Question] = deque()
        self._asked: set[Question] = set()  # being thought about, and still waited for
        self._lost = 0
        """Threads that think about what nobody waits for any more."""
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def close(self) -> None:
        self._closed = True
        self._make_way(USUAL)
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def enqueue(self, question: Question) -> None:
        if self._lost == self._workers or len(self._waiting) >= queues.MOST:
            why = "hangs" if self._lost == self._workers else "full"
            self._loop.call_soon(self._plainly, question, why)
            return
        join(self._waiting, question)
        self._loop.call_at(question.since + question.bounds.hard, self._late, question)
        self._start()

    def drop(self, question: Question) -> bool:
        return leave(self._waiting, question)

    def _start(self) -> None:
        while self._waiting and len(self._asked) + self._lost < self._workers and not self._closed:
            question = self._waiting.popleft()
            seconds = queues.seconds(question, self._waiting, self._loop.time())
            self._asked.add(question)
            self._make_way(self._polite)
            thought = self._loop.run_in_executor(
                self._threads, answer, question.match, question.side, seconds, question.lesson
            )
            how = "thought" if seconds == question.bounds.soft else "hurried"
            thought.add_done_callback(partial(self._thought, question, how))

    def _thought(self, question: Question, how: str, done: asyncio.Future[Answer]) -> None:
        in_time = question in self._asked
        if in_time:
            self._asked.remove(question)
        else:
            self._lost -= 1
        if not self._asked and not self._lost:
            self._make_way(USUAL)
        if not done.cancelled():
            if in_time:
                self._done(question, done.result(), how)
            self._start()

    def _late(self, question: Question) -> None:
        """Its time is over: nobody waits any longer, in the line or for who thinks about it."""
        if self.drop(question):
            self._plainly(question, "late")
        elif question in self._asked:
            self._asked.remove(question)
            self._lost += 1
            self._plainly(question, "hangs")

    def _plainly(self, question: Question, why: str) -> None:
        if not self._closed:
            self._done(question, unthought(question.match, question.side, question.lesson), why)

    def _done(self, question: Question, answer: Answer, how: str) -> None:
        if not self._closed:
            self._tally.answered[how] += 1
            self._tally.took.add((self._loop.time() - question.since) * 1000)
            question.done(answer)

    def _make_way(self, interval: float | None) -> None:
        if self._polite is not None and interval is not None:
            sys.setswitchinterval(interval)
