"""Programs at the table: they think on a few threads of their own and give commands like anybody else.

At most `workers` think at once and the others wait in line. On squares they search for up to a second, one at
a time (they hold Python's lock, so two were no faster), in a line of their own: nobody who plays with dice
waits behind them. A program that fails or answers nonsense is replaced by its simplest legal answer, so that
the match goes on.
"""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from zaria import bots
from zaria.bots.player import Bot, SquaresBot
from zaria.games.squares import SquaresPosition
from zaria.match import commands as cmd
from zaria.match import cube, squares
from zaria.match import events as ev
from zaria.match.clock import SEEN
from zaria.match.match import Match

log = logging.getLogger(__name__)

BETWEEN_GAMES = 2_000
"""Milliseconds that a program leaves for the result of a game to be seen."""

THRIFT = 60
"""On squares a pause takes at most one part in so many of a program's time."""

POLITE = 0.000_5
"""Seconds after which a search on squares gives Python's lock to the event loop; usually `USUAL`, 5 ms."""

USUAL = sys.getswitchinterval()

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
        self._quick = _Line(workers, "bot")
        self._deep = _Line(1, "bot-on-squares", POLITE)

    def ask(self, match: Match, side: int, after: int, deliver: Deliver) -> None:
        """Call `deliver` with what the program on `side` does next, `after` ms from now at the earliest."""
        question = _Question(match, side, deliver)
        if after > 0:
            self._loop.call_later(after / 1000, self._enqueue, question)
        else:
            self._enqueue(question)

    def close(self) -> None:
        """Stop asking; answers that are still to come are thrown away."""
        self._quick.close()
        self._deep.close()

    def _enqueue(self, question: _Question) -> None:
        (self._quick if question.match.squares is None else self._deep).enqueue(question)


class _Line:
    """Threads, and the questions that wait for them. `polite`: the switch interval while one is at work."""

    def __init__(self, workers: int, name: str, polite: float | None = None) -> None:
        self._polite = polite
        self._loop = asyncio.get_running_loop()
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, name)
        self._thinking = 0
        self._waiting: deque[_Question] = deque()
        self._closed = False

    def close(self) -> None:
        self._closed = True
        self._make_way(USUAL)
        self._waiting.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def enqueue(self, question: _Question) -> None:
        self._waiting.append(question)
        self._start()

    def _start(self) -> None:
        while self._waiting and self._thinking < self._workers and not self._closed:
            question = self._waiting.popleft()
            self._thinking += 1
            self._make_way(self._polite)
            thought = self._loop.run_in_executor(self._threads, answer, question.match, question.side)
            thought.add_done_callback(partial(self._thought, question))

    def _thought(self, question: _Question, done: asyncio.Future[cmd.Command]) -> None:
        self._thinking -= 1
        if not self._thinking:
            self._make_way(USUAL)
        if not self._closed and not done.cancelled():
            question.deliver(done.result())
            self._start()

    def _make_way(self, interval: float | None) -> None:
        if self._polite is not None and interval is not None:
            sys.setswitchinterval(interval)


def pace(match: Match, side: int, last: ev.Event, pause: int) -> int:
    """How long (ms) the program on `side` waits after the event `last`, so that one sees what happened."""
    if not pause:
        return 0
    if match.squares is not None and match.clock is not None and match.terms.clock is not None:
        # Games on squares are long and their banks are small: no pause may cost much of what is left.
        pause = min(pause, (match.terms.clock.delay + match.clock.bank[side]) // THRIFT)
    if isinstance(last, ev.TurnPlayed):
        return pause + SEEN * len(last.moves)
    if isinstance(last, ev.Moved):
        return pause + squares.SEEN
    if isinstance(last, ev.GameStarted):
        return pause + BETWEEN_GAMES
    return pause


def asked(match: Match) -> int | None:
    """The side that has to do something: to act or, if a program was offered a draw, to answer that."""
    offer = match.talk.offer
    if offer is not None:
        other = match.players[1 - offer]
        if other is not None and other.bot is not None:
            return 1 - offer
    return match.to_act()


def answer(match: Match, side: int) -> cmd.Command:
    """What the program on `side` does now; whatever it raises, some legal command."""
    player = match.players[side]
    try:
        if player is None or player.bot is None:
            raise bots.UnknownBot("no program sits there")
        if match.squares is not None:
            return _on_squares(bots.on_squares(player.bot), match, match.squares, side)
        return _choose(bots.get(player.bot), match, side)
    except Exception:
        log.exception("match %s: the program failed", match.id)
        return plainest(match, side)


def plainest(match: Match, side: int) -> cmd.Command:
    """The simplest legal command of a side that has to do something."""
    if match.squares is not None:
        mine = side == match.turn
        return _move(match.squares, match.squares.ways()[0].move) if mine else cmd.DeclineDraw()
    match match.phase:
        case "move":
            return cmd.Play(match.position.turns()[0].moves, match.rolls, match.stage)
        case "double":
            return cmd.Take()
        case "resign":
            return cmd.Accept()
        case _:
            return cmd.Roll()


def _choose(bot: Bot, match: Match, side: int) -> cmd.Command:
    match match.phase:
        case "move":
            return cmd.Play(bot.turn(match.position).moves, match.rolls, match.stage)
        case "double":
            if cube.beaver_objection(match) is None and bot.beavers(match, side):
                return cmd.Beaver()
            if cube.raccoon_objection(match) is None and bot.beavers(match, side):
                return cmd.Raccoon()
            return cmd.Take() if bot.takes(match, side) else cmd.Drop()
        case "resign":
            return cmd.Accept() if bot.accepts_resignation(match, side, match.offer) else cmd.Reject()
        case _:
            doubles = cube.objection(match) is None and bot.doubles(match, side)
            return cmd.Double() if doubles else cmd.Roll()


def _on_squares(bot: SquaresBot, match: Match, position: SquaresPosition, side: int) -> cmd.Command:
    """On its turn a program that does not accept a draw makes its move, which declines it."""
    if match.talk.offer == 1 - side and bot.accepts_draw(position, side):
        return cmd.AcceptDraw()
    if side != match.turn:
        return cmd.DeclineDraw()
    return _move(position, bot.move(position))


def _move(position: SquaresPosition, move: str) -> cmd.Move:
    return cmd.Move(move, position.plies)
