"""What people in training ask: one question at a time for each seat, however often it is asked.

Engines are shared with the programs at all tables, so nothing is thought about for nobody, or twice.
"""

import asyncio
from typing import NamedTuple

import msgspec

from zaria.bots.teaching import Advice
from zaria.live.engines.answers import Answer, Lesson
from zaria.live.engines.question import Engines, Question
from zaria.match.match import Match

MOST = 20
"""Questions that may wait; more are turned away."""


class HintsBusyError(Exception):
    """Too many wait, or for too long."""


class _About(NamedTuple):
    """What makes two questions of one seat the same."""

    lesson: Lesson
    match: Match


class _Asked(msgspec.Struct, eq=False):
    """A question that was asked, what comes of it, and how many wait for that."""

    about: _About
    question: Question
    found: "asyncio.Future[Answer | None]"
    askers: int = 0


class Hints:
    """Asks engines on behalf of people; belongs to their event loop."""

    def __init__(self, engines: Engines) -> None:
        """Nobody has asked yet."""
        self._engines = engines
        self._asked: dict[tuple[str, int], _Asked] = {}

    async def ask(self, match: Match, side: int, lesson: Lesson) -> Advice | None:
        """What `side` is told, None: there is nothing to tell; raises `Busy`, also where it took too long.

        While something else is thought about for the same seat it waits for the end of that.
        """
        seat, about = (match.id, side), _About(lesson, match)
        while (asked := self._asked.get(seat)) is not None and asked.about != about:
            await asyncio.wait([asked.found])
        if asked is None:
            asked = self._begin(seat, about)
        asked.askers += 1
        try:
            answer = await asyncio.shield(asked.found)  # others may wait for it too
        finally:
            asked.askers -= 1
            self._left(seat, asked)
        if answer is not None and answer.late:
            raise HintsBusyError
        return None if answer is None else answer.advice

    def _begin(self, seat: tuple[str, int], about: _About) -> _Asked:
        if self._engines.waiting()["slow"] >= MOST:
            raise HintsBusyError
        loop = asyncio.get_running_loop()
        done = lambda answer: self._over(seat, answer)  # noqa: E731
        question = Question.taught(about.match, seat[1], about.lesson, done, loop.time())
        asked = self._asked[seat] = _Asked(about, question, loop.create_future())
        self._engines.enqueue(question)
        return asked

    def _left(self, seat: tuple[str, int], asked: _Asked) -> None:
        """An asker has gone. What is being thought about already keeps its seat to the end."""
        if not (asked.askers or asked.found.done()) and self._engines.drop(asked.question):
            self._asked.pop(seat).found.set_result(None)

    def _over(self, seat: tuple[str, int], answer: Answer) -> None:
        self._asked.pop(seat).found.set_result(answer)
