"""Questions of people in training: one at a time for each seat, however often it is asked.

Engines are shared with the programs at all tables, so no question is computed twice, or without an asker.
"""

import asyncio
from typing import NamedTuple

import msgspec

from zaria.bots.teaching import Advice
from zaria.live.engines.answers import Answer, Lesson
from zaria.live.engines.question import Engines, Question
from zaria.live.engines.timeouts import HARD
from zaria.match.match import Match

MOST = 20
"""Questions that may wait; more are refused."""


class HintsBusyError(Exception):
    """Too many questions wait, or this one waited too long."""


class _HintKey(NamedTuple):
    """The key by which two questions of one seat are the same."""

    lesson: Lesson
    match: Match


class _PendingHint(msgspec.Struct, eq=False):
    """A question, its future answer, and the number of those who wait for it."""

    about: _HintKey
    question: Question
    answer: "asyncio.Future[Answer | None]"
    askers: int = 0


class Hints:
    """Asks engines on behalf of people; belongs to the event loop."""

    def __init__(self, engines: Engines, most: int = MOST, seconds: float = HARD) -> None:
        """Start without questions. `most` of them may wait; each is given up after some `seconds`."""
        self._engines = engines
        self._most = most
        self._seconds = seconds
        self._pending: dict[tuple[str, int], _PendingHint] = {}

    async def ask(self, match: Match, side: int, lesson: Lesson) -> Advice | None:
        """The advice for `side`; None: there is none. Raises `HintsBusyError`, also after the time limit.

        While a different question is computed for the same seat, wait for its end first.
        """
        seat, about = (match.id, side), _HintKey(lesson, match)
        while (hint := self._pending.get(seat)) is not None and hint.about != about:
            await asyncio.wait([hint.answer])
        if hint is None:
            hint = self._begin(seat, about)
        hint.askers += 1
        try:
            answer = await asyncio.shield(hint.answer)  # other askers may wait for it too
        finally:
            hint.askers -= 1
            self._on_departure(seat, hint)
        if answer is not None and answer.late:
            raise HintsBusyError
        return None if answer is None else answer.advice

    def _begin(self, seat: tuple[str, int], about: _HintKey) -> _PendingHint:
        if self._engines.waiting()["slow"] >= self._most:
            raise HintsBusyError
        loop = asyncio.get_running_loop()
        done = lambda answer: self._over(seat, answer)  # noqa: E731
        now = loop.time()
        question = Question.taught(about.match, seat[1], about.lesson, done, now, self._seconds)
        hint = self._pending[seat] = _PendingHint(about, question, loop.create_future())
        self._engines.enqueue(question)
        return hint

    def _on_departure(self, seat: tuple[str, int], hint: _PendingHint) -> None:
        """Note that an asker has gone. A question that has begun keeps its seat to the end."""
        if not (hint.askers or hint.answer.done()) and self._engines.drop(hint.question):
            self._pending.pop(seat).answer.set_result(None)

    def _over(self, seat: tuple[str, int], answer: Answer) -> None:
        self._pending.pop(seat).answer.set_result(answer)
