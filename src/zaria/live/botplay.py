"""Programs at the table: they think on a few threads of their own and give commands like anybody else.

At most `workers` think at once and the others wait in line; a match has at most one in it. A program
that fails or answers nonsense is replaced by its simplest legal answer, so that the match goes on.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from zaria import bots
from zaria.bots.player import Bot
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.clock import SEEN
from zaria.match.match import Match

log = logging.getLogger(__name__)

BETWEEN_GAMES = 2_000
"""Milliseconds that a program leaves for the result of a game to be seen."""

Deliver = Callable[[cmd.Command], None]


class _Question(NamedTuple):
    match: Match
    side: int
    deliver: Deliver


class BotPlay:
    """Asks programs for commands, off the event loop."""

    def __init__(self, pause: int, workers: int = 2) -> None:
        """`pause`: ms before each action of a program, so that a person can follow; 0: no waiting at all."""
        self.pause = pause
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, "bot")
        self._thinking = 0
        self._waiting: deque[_Question] = deque()
        self._closed = False

    def ask(self, match: Match, side: int, after: int, deliver: Deliver) -> None:
        """Call `deliver` with what the program on `side` does next, `after` ms from now at the earliest."""
        question = _Question(match, side, deliver)
        if after > 0:
            self._loop.call_later(after / 1000, self._enqueue, question)
        else:
            self._enqueue(question)

    def close(self) -> None:
        """Stop asking; answers that are still to come are thrown away."""
        self._closed = True
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _enqueue(self, question: _Question) -> None:
        self._waiting.append(question)
        self._start()

    def _start(self) -> None:
        while self._waiting and self._thinking < self._workers and not self._closed:
            question = self._waiting.popleft()
            self._thinking += 1
            thought = self._loop.run_in_executor(self._threads, answer, question.match, question.side)
            thought.add_done_callback(partial(self._thought, question))

    def _thought(self, question: _Question, done: asyncio.Future[cmd.Command]) -> None:
        self._thinking -= 1
        if not self._closed and not done.cancelled():
            question.deliver(done.result())
            self._start()


def pace(last: ev.Event, pause: int) -> int:
    """How long (ms) a program waits after the event `last`, so that a person sees what happened."""
    if not pause:
        return 0
    if isinstance(last, ev.TurnPlayed):
        return pause + SEEN * len(last.moves)
    if isinstance(last, ev.GameStarted):
        return pause + BETWEEN_GAMES
    return pause


def answer(match: Match, side: int) -> cmd.Command:
    """What the program on `side` does now; whatever it raises, some legal command."""
    player = match.players[side]
    try:
        if player is None or player.bot is None:
            raise bots.UnknownBot("no program sits there")
        return _choose(bots.get(player.bot), match, side)
    except Exception:
        log.exception("match %s: the program failed", match.id)
        return plainest(match)


def plainest(match: Match) -> cmd.Command:
    """The simplest legal command of whoever is to act."""
    match match.phase:
        case "move" if match.dice is not None:
            return cmd.Play(match.position.turns(match.dice)[0].moves, match.rolls)
        case "double":
            return cmd.Take()
        case "resign":
            return cmd.Accept()
        case _:
            return cmd.Roll()


def _choose(bot: Bot, match: Match, side: int) -> cmd.Command:
    match match.phase:
        case "move" if match.dice is not None:
            return cmd.Play(bot.turn(match.position, match.dice).moves, match.rolls)
        case "double":
            return cmd.Take() if bot.takes(match, side) else cmd.Drop()
        case "resign":
            return cmd.Accept() if bot.accepts_resignation(match, side, match.offer) else cmd.Reject()
        case _:
            doubles = cube.objection(match) is None and bot.doubles(match, side)
            return cmd.Double() if doubles else cmd.Roll()
