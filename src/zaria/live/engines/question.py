"""A question to a program on its way to whoever thinks, and what is counted of all of them."""

from collections import Counter, deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from zaria.bots import levels
from zaria.live.counts import Histogram
from zaria.live.engines.answers import Answer, Lesson
from zaria.live.engines.timeouts import HARD, ThinkingTimes, bounds
from zaria.match.match import Match

THOUGHT_MS = (1, 5, 10, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Bounds (ms) by which the time from question to answer is counted."""


class Question(msgspec.Struct, eq=False):
    """What does the program on `side` do? `done` is called once with the answer, on the event loop.

    `slow`: it may be thought about for long, and others should not wait behind it. `since` is the time of the
    loop at which it was asked, `tries` how often somebody died over it. In a `lesson` a person asks.
    """

    match: Match
    side: int
    bounds: ThinkingTimes
    slow: bool
    done: Callable[[Answer], None]
    since: float
    tries: int = 0
    lesson: Lesson = ""

    @classmethod
    def taught(
        cls, match: Match, side: int, lesson: Lesson, done: Callable[[Answer], None], now: float
    ) -> "Question":
        """A new one of a person in training; no game waits for its answer."""
        return cls(match, side, ThinkingTimes(None, HARD), True, done, now, lesson=lesson)

    @classmethod
    def of(
        cls, match: Match, side: int, done: Callable[[Answer], None], now: float, at: int = 0
    ) -> "Question":
        """A new one, asked at `now` by the loop's clock and `at` (ms) by that of the match, if it has one."""
        return cls(match, side, bounds(match, side, at), _slow(match, side), done, now)


class QuestionCounts:
    """What is counted of questions: how they were `answered` ("thought", or why not), how long that took.

    `replaced` counts processes by what was wrong with them.
    """

    def __init__(self) -> None:
        """Nothing yet."""
        self.answered: Counter[str] = Counter()
        self.replaced: Counter[str] = Counter()
        self.took = Histogram(THOUGHT_MS)


class Engines(Protocol):
    """Who thinks."""

    tally: QuestionCounts

    def enqueue(self, question: Question) -> None:
        """Have it answered; `question.done` is not called before this returns."""

    def drop(self, question: Question) -> bool:
        """Nobody wants to know any more: it is not begun. False: it was, and will be answered."""

    def waiting(self) -> dict[str, int]:
        """How many questions wait in each line."""

    def warm(self) -> None:
        """Get ready: the first question is not to wait for what can be done before it."""

    async def close(self) -> None:
        """Stop thinking; no answer comes any more."""


def join(line: deque[Question], question: Question) -> None:
    """Put a new question into a line; lessons stand behind all programs, whose clocks run."""
    place = len(line)
    while place and line[place - 1].lesson and not question.lesson:
        place -= 1
    line.insert(place, question)


def leave(line: deque[Question], question: Question) -> bool:
    """Take a question out of a line; False: it is not there."""
    if question not in line:
        return False
    line.remove(question)
    return True


def _slow(match: Match, side: int) -> bool:
    player = match.players[side]
    level = levels.level_of(player.bot or "") if player is not None else None
    return levels.slow(match.position.game.id, level)
