"""The engine for chess: Stockfish (GPL-3, a program of its own) where it is installed, else our own search.

The environment variable ZARIA_STOCKFISH names the program, or says "off". Without it the engine searches the
usual places. Every question has an answer: a program that cannot be started, is silent, ends or answers an
illegal move is killed, with a record in the log, and our own search answers; the next question starts another
process. After a second failure the program rests for a while.

A hanging program delays the answer beyond the time limit by `LATE` at most. Our own search answers while a
program is starting, where there is no time to wait for one, and in endings against a bare king with few
positions to search (`FEW`) or with noise.
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

from zaria.bots.squares.alphabeta import SURE, WON
from zaria.bots.squares.chess.search import OwnChess
from zaria.bots.squares.chess.uci import PATIENCE, EngineError, Info, Uci, UciAnswer
from zaria.bots.squares.engine import Limits, Variation, foreign, some, varied
from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition
from zaria.games.chess960 import Chess960Game

log = logging.getLogger(__name__)

VARIABLE = "ZARIA_STOCKFISH"
PLACES = ("/usr/games/stockfish", "/usr/local/bin/stockfish", "/opt/homebrew/bin/stockfish")
CHESS960 = "UCI_Chess960"
"""The option of programs that play Chess960: they castle by e1h1 then. Our own search answers for others."""
ENOUGH = 200_000
"""Positions that Stockfish looks at where no limit is given."""
OURS = 12_000
"""Positions that our own search looks at in its stead, at most, unless both they and the seconds are said:
Stockfish is a hundred times as fast."""
AT_THE_TABLE = 4_000
"""Positions that our own search looks at in its stead for a player (who has a seed), at most. They take a
quarter of a second, so a player is as strong on a busy machine. An analysis takes the time that it has."""
LONGEST = 2.0
"""Seconds that our own search takes in an analysis at most: there are hundreds of positions in a game."""
SHORT = 0.1
"""Seconds that are left to our own search, at least; less where it was asked for less."""
BRIEF = 0.08
"""Seconds below which the program is not asked: a hang could not be detected in time."""
LATE = (0.25, 3.0, 1.0)
"""Seconds by which the program may answer late: the requested time multiplied by the second figure, but at
least the first, which a busy machine may need, and at most the last."""
GRACE = 1.0
"""Seconds at the end of that, or half of it, in which the program has to obey "stop"."""
AT_ONCE = 2
"""Processes of the program that there may be; further questions wait."""
_OPENING, _SOME, _MARGIN = 12, 3, 20
"""With a seed, in the first so many plies: one of the best so many moves, worse by this at most."""
_WEIGHED = 8
"""With noise so many moves are weighed against each other, each misjudged by itself."""
FEW = 5_000
"""Positions below which our own search hunts a bare king: it drives it to the edge. So few, spent on several
moves, show Stockfish no mate, and it goes to and fro until fifty moves make a draw."""
_HUNTING, _STEADIER, _UNREST = 2_000, 4, 4
"""Settings for hunting a bare king: the least positions, the divisor of the noise, and the least noise where
there is any: without noise our own search, too, may go to and fro."""
REST = 60.0
"""Seconds without the program after it has failed twice running."""


class _NotReadyError(Exception):
    """No process is free and ready in time, without a fault of the program."""


class ChessEngine:
    """Chess; see `engine.SquaresEngine`. Stockfish knows no noise: what it says of each move is misjudged."""

    def __init__(self, program: str | None = None, patience: float = PATIENCE) -> None:
        """`program`: the path of an engine that speaks UCI, None for none.

        `patience`: seconds in which it has to be ready, and to answer where no time is given.
        """
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
        """The name of the engine: "Stockfish 15.1", or "alpha-beta" without it."""
        if not self._name and self._may_ask():
            try:
                with self._process(time.monotonic() + self._patience):
                    pass
            except _NotReadyError:
                pass
            except EngineError as error:
                self._failed(error)
        return self._name if self._name and self._may_ask() else self._own.name

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        if not isinstance(position, ChessPosition):
            raise foreign(position, "chess")
        limits, most = limits.within(), some(most)
        if limits.nodes is not None and (limits.noise or limits.nodes < FEW) and _is_hunt(position):
            return self._ours(position, _hunting(limits, limits.nodes), most, 0.0)
        if not self._may_ask() or (limits.seconds is not None and limits.seconds < BRIEF):
            return self._ours(position, limits, most, 0.0)
        legal = [way.move for way in position.legal_moves()]
        if not legal:
            return []
        began = time.monotonic()
        vary = bool(limits.seed) and not limits.noise and position.plies < _OPENING
        weighed = _WEIGHED if limits.noise else _SOME if vary else 1
        wanted = min(max(most, weighed), len(legal))
        late = self._late(limits)
        until, grace = began + (limits.seconds or 0.0) + late, min(GRACE, late / 2)
        try:
            with self._process(until - grace) as process:
                lines = _query(process, position, legal, limits, wanted, until, grace)
        except (EngineError, _NotReadyError) as error:
            if isinstance(error, EngineError):
                self._failed(error)
            return self._ours(position, limits, most, time.monotonic() - began)
        self._failures = 0
        if vary:
            lines = varied(lines, _MARGIN, Random(limits.seed * _OPENING + position.plies))
        elif limits.noise:
            lines = _misjudged(lines, limits, position.plies)
        return lines[:most]

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
        return self._own.chance(value)

    def prepare(self) -> None:
        """Nothing: a process of the program is started by the first question, as many never play chess."""

    def close(self) -> None:
        """End the idle processes."""
        while self._spare:
            self._spare.pop().close()

    def _ours(self, position: ChessPosition, limits: Limits, most: int, spent: float) -> list[Variation]:
        """Return what our own search says where Stockfish was meant to answer, and spent some seconds."""
        seconds = limits.seconds
        if seconds is not None:
            seconds = max(min(SHORT, seconds), seconds - spent)
        nodes = OURS if limits.nodes is None else limits.nodes
        if limits.seed:
            nodes = min(nodes, AT_THE_TABLE)
        elif seconds is None:
            nodes = min(nodes, OURS)
        else:
            seconds = min(seconds, LONGEST)
        bounds = limits._replace(nodes=nodes, seconds=seconds)
        if not limits.noise:
            return self._own.lines(position, bounds, most)
        lines = self._own.lines(position, bounds._replace(noise=0, seed=0), max(most, _WEIGHED))
        return _misjudged(lines, limits, position.plies)[:most]

    def _may_ask(self) -> bool:
        return self._program is not None and time.monotonic() >= self._rests_until

    def _late(self, limits: Limits) -> float:
        """Return how much later than it should the program may answer (s)."""
        if limits.seconds is None:
            return self._patience
        least, share, most = LATE
        return min(self._patience, most, max(least, share * limits.seconds))

    def _failed(self, error: EngineError) -> None:
        self._failures += 1
        if self._failures > 1:
            self._rests_until = time.monotonic() + REST
        log.warning("the chess engine failed, Zaria's own search answers: %s", error)

    @contextmanager
    def _process(self, until: float) -> Iterator[Uci]:
        """An engine process of this caller alone; one that fails is not used again.

        Raises `_NotReadyError` where none is free and ready at the time `until` (of `time.monotonic`).
        """
        assert self._program is not None
        if not self._places.acquire(timeout=max(0.0, until - time.monotonic())):
            raise _NotReadyError
        try:
            process = self._spare_process() or Uci([self._program], self._patience)
            try:
                ready = process.ready(until)
                if ready:
                    self._name = process.name
                    yield process
            except BaseException:
                process.kill()
                raise
            self._spare.append(process)
            if not ready:
                raise _NotReadyError
        finally:
            self._places.release()

    def _spare_process(self) -> Uci | None:
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
    """Return the engine of this process, to limit the number of programs."""
    program = stockfish()
    if program is None and not os.environ.get(VARIABLE):
        log.warning("Stockfish is not installed: Zaria's own search plays chess, and no level is a master")
    return ChessEngine(program)


def stockfish() -> str | None:
    """The path of Stockfish, None where there is none or it is turned off; see the module."""
    wish = os.environ.get(VARIABLE, "")
    if wish:
        return None if wish == "off" else wish
    return shutil.which("stockfish") or next((place for place in PLACES if os.access(place, os.X_OK)), None)


def _is_hunt(position: ChessPosition) -> bool:
    """Return whether a side has only its king."""
    men = set(position.fen.split()[0])
    return men.isdisjoint("PNBRQ") or men.isdisjoint("pnbrq")


def _hunting(limits: Limits, nodes: int) -> Limits:
    """The limits within which a bare king is mated."""
    noise = limits.noise and max(_UNREST, limits.noise // _STEADIER)
    return limits._replace(nodes=max(_HUNTING, nodes), noise=noise)


def _misjudged(lines: list[Variation], limits: Limits, plies: int) -> list[Variation]:
    """Each line by itself, in the order of what it now looks worth; a mate that is seen is one.

    What was not looked at comes last, as it did. A search that was cut off has looked less deeply at some.
    """
    chance = Random(limits.seed * 1_000 + plies)
    wrong = [round(chance.gauss(0, limits.noise)) for _ in lines]
    seen = [
        line if abs(line.value) > SURE or not line.depth else line._replace(value=line.value + by)
        for line, by in zip(lines, wrong, strict=True)
    ]
    return sorted(seen, key=lambda line: (line.depth == 0, -line.value if line.depth else 0))


def _query(
    process: Uci,
    position: ChessPosition,
    legal: list[str],
    limits: Limits,
    most: int,
    until: float,
    grace: float,
) -> list[Variation]:
    """Ask the program about a position (see `Uci.ask`); raises `EngineError` for an impossible answer."""
    if not process.turn(CHESS960, on=isinstance(position.game, Chess960Game)):
        raise _NotReadyError
    process.set("MultiPV", most)
    answer = process.ask(position_command(position), _go(limits), until, grace)
    if answer.best not in legal:
        raise EngineError(f"{process.name} answered an illegal move: {answer.best[:20]!r}")
    return _lines(answer, position, legal, most)


def position_command(position: ChessPosition) -> str:
    """The position for a program, with the moves since the last capture or pawn's move where they are known.

    Without them it does not know which positions have been on the board, and may repeat one a third time.
    """
    fens = [*(f"{was} 0 1" for was in position.past), position.fen]
    boards = [position.game.library_board(fen) for fen in fens]
    moves: list[str] = []
    for before, after in zip(boards[-2::-1], boards[:0:-1], strict=True):
        move = _between(before, after)
        if move is None:
            break  # earlier positions are unknown
        moves.insert(0, move.uci())
    if not moves:
        return f"fen {position.fen}"
    quiet, plies = boards[-1].halfmove_clock - len(moves), max(0, boards[-1].ply() - len(moves))
    root = boards[-1 - len(moves)].fen().rsplit(" ", 2)[0]
    return f"fen {root} {max(0, quiet)} {1 + plies // 2} moves {' '.join(moves)}"


def _between(before: chess.Board, after: chess.Board) -> chess.Move | None:
    """The move from one position to the next, neither a capture nor a pawn's; None where there is none."""
    for castling in before.generate_castling_moves() if before.chess960 else ():
        board = before.copy(stack=False)
        board.push(castling)
        if board.board_fen() == after.board_fen():
            return castling
    ours = before.turn
    was, now = before.occupied_co[ours], after.occupied_co[ours]
    vacated, entered = was & ~now, now & ~was
    if vacated & before.kings:  # castling: the rook goes with the king
        vacated, entered = vacated & before.kings, entered & after.kings
    if vacated.bit_count() != 1 or entered.bit_count() != 1:
        return None
    move = chess.Move(chess.msb(vacated), chess.msb(entered))
    return move if before.is_legal(move) else None


def _go(limits: Limits) -> str:
    words = []
    if limits.nodes is not None:
        words.append(f"nodes {max(1, limits.nodes)}")
    if limits.depth is not None:
        words.append(f"depth {max(1, limits.depth)}")
    if limits.seconds is not None:
        words.append(f"movetime {max(1, round(limits.seconds * 1000))}")
    return " ".join(words) or f"nodes {ENOUGH}"


def _lines(answer: UciAnswer, position: ChessPosition, legal: list[str], most: int) -> list[Variation]:
    """Return what was said as lines, the chosen move first: it is not always the one with the best value."""
    lines = [_line(info, position) for info in answer.lines if info.moves[0] in legal]
    first = [line for line in lines if line.move == answer.best]
    if not first:
        value = lines[0].value if lines else 0
        first = [Variation(answer.best, value, lines[0].depth if lines else 0, (answer.best,))]
    alternatives = sorted([line for line in lines if line.move != answer.best], key=lambda line: -line.value)
    return [first[0], *alternatives][:most]


def _line(info: Info, position: ChessPosition) -> Variation:
    board, moves = position.game.library_board(position.fen), []
    for word in info.moves:
        try:
            board.push_uci(word)
        except ValueError:
            break
        moves.append(word)
    return Variation(moves[0], _value(info), info.depth, tuple(moves))


def _value(info: Info) -> int:
    """The score; a mate in so many moves as the plies to it."""
    if info.mate is None:
        return info.score or 0
    return WON - (2 * info.mate - 1) if info.mate > 0 else -WON - 2 * info.mate
