"""Programs at the table: engines choose, and the commands go the same way as those of people."""

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
    """Asks engines for commands, off the event loop."""

    def __init__(self, pause: int, engines: Engines | None = None) -> None:
        """`pause`: ms before each action of a program, so that a person can follow; 0: none.

        `engines`: the engines that think; None: threads of this process.
        """
        self.pause = pause
        self.engines: Engines = engines or EngineThreads()
        self._loop = asyncio.get_running_loop()
        self._open: dict[str, Question] = {}
        """The unanswered question of each match."""
        self._closed = False

    def ask(self, match: Match, side: int, at: int, after: int, deliver: Deliver) -> None:
        """Call `deliver` with the next command of the program on `side`, `after` ms from now or later.

        `at`: the moment (ms) by the clock of the match. An earlier question of the match is dropped.
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
        """Drop a question that has not begun: the match has gone on."""
        question = self._open.pop(match_id, None)
        if question is not None:
            self.engines.drop(question)

    def close(self) -> None:
        """Ask no more, and discard pending answers."""
        self._closed = True
