"""The engine for chess: Stockfish (GPL-3, a program of its own) where it is installed, else our own search.

The environment variable ZARIA_STOCKFISH names the program, or says "off". Without it the usual places are
looked through. Whatever happens to the program, every question has an answer: when it cannot be started, is
silent, ends or answers an illegal move, it is killed, that is logged, and our own search answers; the next
question starts another. If that fails too, the program rests for a while.
"""

import logging
import os
import shutil
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random

import chess

from zaria.bots.squares.chess_search import OwnChess
from zaria.bots.squares.engine import Limits, Line, varied
from zaria.bots.squares.search import WON
from zaria.bots.squares.uci import PATIENCE, Answer, EngineFailed, Info, Uci
from zaria.games.chess import ChessPosition
from zaria.games.squares import SquaresPosition

log = logging.getLogger(__name__)

VARIABLE = "ZARIA_STOCKFISH"
PLACES = ("/usr/games/stockfish", "/usr/local/bin/stockfish", "/opt/homebrew/bin/stockfish")
ENOUGH = 200_000
"""Positions that Stockfish looks at where no limit is given."""
OURS = 12_000
"""Positions that our own search looks at in its stead, at most: Stockfish is a hundred times as fast."""
SHORT = 0.1
"""Seconds that are left to our own search, at least."""
AT_ONCE = 2
"""Processes of the program that there may be; further questions wait."""
_OPENING, _SOME, _MARGIN = 12, 3, 20
"""With a seed, in the first so many plies: one of the best so many moves, worse by this at most."""
REST = 60.0
"""Seconds without the program after it has failed twice running."""


class ChessEngine:
    """Chess; see `engine.SquaresEngine`. With noise our own search answers: Stockfish has no such thing."""

    def __init__(self, program: str | None = None, patience: float = PATIENCE) -> None:
        """`program`: the path of an engine that speaks UCI, None for none."""
        self._program = program
        self._patience = patience
        self._own = OwnChess()
        self._name = ""
        self._failures = 0
        self._rests_until = 0.0
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._spare: deque[Uci] = deque()
        self._pid = os.getpid()

    @property
    def name(self) -> str:
        """What answers: "Stockfish 15.1", or "alpha-beta" where that cannot be had."""
        if not self._name and self._may_ask():
            try:
                with self._process():
                    pass
            except EngineFailed as error:
                self._failed(error)
        return self._name if self._name and self._may_ask() else self._own.name

    def lines(self, position: SquaresPosition, limits: Limits, most: int = 1) -> list[Line]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        assert isinstance(position, ChessPosition)
        if limits.noise:
            return self._own.lines(position, limits, most)
        if not self._may_ask():
            return self._own.lines(position, _for_us(limits, 0.0), most)
        legal = [way.move for way in position.ways()]
        if not legal:
            return []
        began = time.monotonic()
        vary = bool(limits.seed) and limits.elo is None and position.plies < _OPENING
        wanted = min(max(most, _SOME) if vary else most, len(legal))
        try:
            with self._process() as process:
                lines = _asked(process, position, legal, limits, wanted)
        except EngineFailed as error:
            self._failed(error)
            return self._own.lines(position, _for_us(limits, time.monotonic() - began), most)
        self._failures = 0
        if vary:
            lines = varied(lines, _MARGIN, Random(limits.seed * _OPENING + position.plies))
        return lines[:most]

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
        return self._own.chance(value)

    def close(self) -> None:
        """End the processes that nobody is asking."""
        while self._spare:
            self._spare.pop().close()

    def _may_ask(self) -> bool:
        return self._program is not None and time.monotonic() >= self._rests_until

    def _failed(self, error: EngineFailed) -> None:
        self._failures += 1
        if self._failures > 1:
            self._rests_until = time.monotonic() + REST
        log.warning("the chess engine failed, our own search answers: %s", error)

    @contextmanager
    def _process(self) -> Iterator[Uci]:
        """A process that nobody else asks meanwhile; one that fails is not kept."""
        assert self._program is not None
        with self._places:
            process = self._kept() or Uci([self._program], self._patience)
            self._name = process.name
            try:
                yield process
            except BaseException:
                process.close()
                raise
            self._spare.append(process)

    def _kept(self) -> Uci | None:
        """One that was asked before, if it is still there and ours: pipes of a forked parent are not."""
        if self._pid != os.getpid():
            self._pid, self._spare = os.getpid(), deque()
        while True:
            try:
                process = self._spare.pop()
            except IndexError:
                return None
            if process.alive():
                return process
            process.close()


@cache
def shared() -> ChessEngine:
    """The one for this process, so that there are few of the program."""
    return ChessEngine(stockfish())


def stockfish() -> str | None:
    """The path of Stockfish, None where there is none or it is turned off; see the module."""
    wish = os.environ.get(VARIABLE, "")
    if wish:
        return None if wish == "off" else wish
    return shutil.which("stockfish") or next((place for place in PLACES if os.access(place, os.X_OK)), None)


def _for_us(limits: Limits, spent: float) -> Limits:
    """The limits for our own search where Stockfish was meant to answer, and spent some seconds."""
    seconds = None if limits.seconds is None else max(SHORT, limits.seconds - spent)
    return limits._replace(nodes=OURS if limits.nodes is None else min(limits.nodes, OURS), seconds=seconds)


def _asked(process: Uci, position: ChessPosition, legal: list[str], limits: Limits, most: int) -> list[Line]:
    """What the program says of a position; raises `EngineFailed` where that cannot be."""
    process.set("MultiPV", most)
    process.set("UCI_LimitStrength", limits.elo is not None)
    if limits.elo is not None:
        process.set("UCI_Elo", limits.elo)
    answer = process.ask(position.fen, _go(limits), limits.seconds or 0.0)
    if answer.best not in legal:
        raise EngineFailed(f"{process.name} answered an illegal move: {answer.best[:20]!r}")
    return _lines(answer, position, legal, most)


def _go(limits: Limits) -> str:
    words = []
    if limits.nodes is not None:
        words.append(f"nodes {max(1, limits.nodes)}")
    if limits.depth is not None:
        words.append(f"depth {max(1, limits.depth)}")
    if limits.seconds is not None:
        words.append(f"movetime {max(1, round(limits.seconds * 1000))}")
    return " ".join(words) or f"nodes {ENOUGH}"


def _lines(answer: Answer, position: ChessPosition, legal: list[str], most: int) -> list[Line]:
    """What was said as lines, the chosen move first: an engine that plays weaker need not choose its best."""
    found = [_line(info, position) for info in answer.lines if info.moves[0] in legal]
    chosen = [line for line in found if line.move == answer.best]
    if not chosen:
        value = found[0].value if found else 0
        chosen = [Line(answer.best, value, found[0].depth if found else 0, (answer.best,))]
    others = sorted([line for line in found if line.move != answer.best], key=lambda line: -line.value)
    return [chosen[0], *others][:most]


def _line(info: Info, position: ChessPosition) -> Line:
    board, moves = chess.Board(position.fen), []
    for word in info.moves:
        try:
            board.push_uci(word)
        except ValueError:
            break
        moves.append(word)
    return Line(moves[0], _value(info), info.depth, tuple(moves))


def _value(info: Info) -> int:
    """The score; a mate in so many moves as the plies to it."""
    if info.mate is None:
        return info.score or 0
    return WON - (2 * info.mate - 1) if info.mate > 0 else -WON - 2 * info.mate
