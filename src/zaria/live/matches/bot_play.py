"""Programs at the table: they think elsewhere and give commands like anybody else."""

import asyncio
from collections.abc import Callable

from zaria.live.engines.answers import Answer
from zaria.live.engines.question import Engines, Question
from zaria.live.engines.threads import EngineThreads
from zaria.live.engines.timeouts import linger
from zaria.match import commands as cmd
from zaria.match.match import Match

Deliver = Callable[[cmd.Command], None]


class BotPlay:
    """Asks programs for commands, off the event loop."""

    def __init__(self, pause: int, engines: Engines | None = None) -> None:
        """`pause`: ms before each action of a program, so that a person can follow; 0: no waiting at all.

        `engines`: who thinks; None: threads of this process.
        """
        self.pause = pause
        self.engines: Engines = engines or EngineThreads()
        self._loop = asyncio.get_running_loop()
        self._open: dict[str, Question] = {}
        """What is asked for a match and not answered yet."""
        self._closed = False

    def ask(self, match: Match, side: int, at: int, after: int, deliver: Deliver) -> None:
        """Call `deliver` with what the program on `side` does next, `after` ms from now at the earliest.

        `at`: the moment (ms) by the clock of the match. What was asked for it before is dropped.
        """
        begun = self._loop.time()
        self.drop(match.id)

        def done(answer: Answer) -> None:
            if self._open.get(match.id) is question:
                del self._open[match.id]
            thought = self._loop.time() - begun
            spent = max(after, round(thought * 1000))
            wait = (after + linger(match, side, answer.doubt, self.pause, at + spent)) / 1000 - thought
            if wait > 0:
                self._loop.call_later(wait, give, answer.command)
            else:
                give(answer.command)

        def give(command: cmd.Command) -> None:
            if not self._closed:
                deliver(command)

        question = self._open[match.id] = Question.of(match, side, done, begun, at)
        self.engines.enqueue(question)

    def drop(self, match_id: str) -> None:
        """The match has gone on: what waits to be thought about for it is not begun."""
        question = self._open.pop(match_id, None)
        if question is not None:
            self.engines.drop(question)

    def close(self) -> None:
        """Ask nothing more; answers that are still to come are thrown away."""
        self._closed = True
