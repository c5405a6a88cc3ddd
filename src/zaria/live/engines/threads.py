"""Programs that think in threads of this process: where there is no memory for more, and in tests.

At most two quick questions are thought about at once and one slow one, in a line of its own: they hold
Python's lock, so more were no faster.
"""

import asyncio
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from zaria.live.engines.answers import Answer, answer
from zaria.live.engines.question import Question, Tally

POLITE = 0.000_5
"""Seconds after which a slow search gives Python's lock to the event loop; usually `USUAL`, 5 ms."""

USUAL = sys.getswitchinterval()


class Threads:
    """See `question.Engines`."""

    def __init__(self) -> None:
        """Made on the event loop."""
        self.tally = Tally()
        self._quick = _Line(2, "bot", self.tally)
        self._slow = _Line(1, "bot-slow", self.tally, POLITE)

    def enqueue(self, question: Question) -> None:
        """Have it answered."""
        (self._slow if question.slow else self._quick).enqueue(question)

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

    def __init__(self, workers: int, name: str, tally: Tally, polite: float | None = None) -> None:
        self._polite = polite
        self._tally = tally
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, name)
        self._thinking = 0
        self._waiting: deque[Question] = deque()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def close(self) -> None:
        self._closed = True
        self._make_way(USUAL)
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def enqueue(self, question: Question) -> None:
        self._waiting.append(question)
        self._start()

    def _start(self) -> None:
        while self._waiting and self._thinking < self._workers and not self._closed:
            question = self._waiting.popleft()
            self._thinking += 1
            self._make_way(self._polite)
            thought = self._loop.run_in_executor(
                self._threads,
                answer,
                question.match,
                question.side,
                question.bounds.soft,
                question.lesson,
            )
            thought.add_done_callback(partial(self._thought, question))

    def _thought(self, question: Question, done: asyncio.Future[Answer]) -> None:
        self._thinking -= 1
        if not self._thinking:
            self._make_way(USUAL)
        if not self._closed and not done.cancelled():
            self._tally.answered["thought"] += 1
            self._tally.took.add((self._loop.time() - question.since) * 1000)
            question.done(done.result())
            self._start()

    def _make_way(self, interval: float | None) -> None:
        if self._polite is not None and interval is not None:
            sys.setswitchinterval(interval)
