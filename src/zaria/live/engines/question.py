"""A question to an engine, the protocol of engines, and their statistics."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from zaria.bots import levels
from zaria.bots.player import Effort
from zaria.live.counts import Histogram
from zaria.live.engines.answers import Answer, Lesson
from zaria.live.engines.timeouts import HARD, ThinkingTimes, bounds
from zaria.match.match import Match

THOUGHT_MS = (1, 5, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Bounds (ms) of the histogram of answer times."""
OVERTAKEN_S = 0.5
"""Seconds in which short questions may overtake a long one."""


class Question(msgspec.Struct, eq=False):
    """A question for an engine: the act of the program on `side`.

    `done` is called once with the answer, on the event loop.

    `effort`: how long it may take; quick questions do not wait behind others. `since` is the loop's time of
    the question, `tries` the number of processes that died over it. In a `lesson` a person asks.
    """

    match: Match
    side: int
    bounds: ThinkingTimes
    effort: Effort
    done: Callable[[Answer], None]
    since: float
    tries: int = 0
    lesson: Lesson = ""

    @classmethod
    def taught(
        cls,
        match: Match,
        side: int,
        lesson: Lesson,
        done: Callable[[Answer], None],
        now: float,
        hard: float = HARD,
    ) -> "Question":
        """The question of a person in training; no game waits for its answer, at most `hard` seconds."""
        return cls(match, side, ThinkingTimes(None, hard), "long", done, now, lesson=lesson)

    @classmethod
    def of(
        cls, match: Match, side: int, done: Callable[[Answer], None], now: float, at: int = 0
    ) -> "Question":
        """A program's question, at `now` by the loop's clock and at `at` (ms) by the match's, if any."""
        return cls(match, side, bounds(match, side, at), _effort(match, side), done, now)

    @property
    def slow(self) -> bool:
        """True if it stands in the queue of slow questions."""
        return self.effort != "quick"


class QuestionCounts:
    """Statistics: answers by how they came about ("thought", or why not), and their times.

    `replaced` counts replaced processes by fault.
    """

    def __init__(self) -> None:
        """Start with zeros."""
        self.answered: Counter[str] = Counter()
        self.replaced: Counter[str] = Counter()
        self.took = Histogram(THOUGHT_MS)


class Engines(Protocol):
    """The protocol of the engines that answer questions."""

    tally: QuestionCounts

    def enqueue(self, question: Question) -> None:
        """Queue a question; `question.done` is not called before this returns."""

    def drop(self, question: Question) -> bool:
        """Remove a question that has not begun. False: it has, and will be answered."""

    def waiting(self) -> dict[str, int]:
        """The number of questions in each queue."""

    def warm(self) -> None:
        """Prepare, so that the first question does not wait for it."""

    async def close(self) -> None:
        """Stop; no more answers come."""


def join(queue: deque[Question], question: Question) -> None:
    """Add a question to a queue.

    Short questions overtake long ones that have waited for less than `OVERTAKEN_S`, so that none of these
    waits for ever. Lessons stand behind all programs, whose clocks run.
    """
    place = len(queue)
    while place and _overtakes(question, queue[place - 1]):
        place -= 1
    queue.insert(place, question)


def _overtakes(question: Question, before: Question) -> bool:
    if question.lesson or before.lesson:
        return not question.lesson
    is_shorter = before.effort == "long" and question.effort != "long"
    return is_shorter and question.since - before.since < OVERTAKEN_S


def leave(queue: deque[Question], question: Question) -> bool:
    """Remove a question from a queue; False: it is not there."""
    if question not in queue:
        return False
    queue.remove(question)
    return True


def _effort(match: Match, side: int) -> Effort:
    player = match.players[side]
    level = levels.level_of(player.bot or "") if player is not None else None
    return levels.effort(match.position.game.id, level)
