"""A position of draughts: what may be played, what comes of it, how it ended."""

import threading
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from zaria.games.board_games import DRAW, WIN, BoardMove, Counter
from zaria.games.draughts import draws, fen, kernel, orthogonal_kernel, wide_kernel
from zaria.games.draughts.board import Board
from zaria.games.draughts.draws import NO_RUNS, NOTHING, DrawCounters, KingRun, Pieces
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.rules import DraughtsRules
from zaria.games.protocols import IllegalTurnError, Outcome


class _Pad(threading.local):
    """Each thread's kernels."""

    def __init__(self) -> None:
        self.kernel = kernel.DiagonalKernel()

    @cached_property
    def wide(self) -> wide_kernel.DiagonalKernel:
        """The kernel of boards of twelve rows; few threads need one."""
        return wide_kernel.DiagonalKernel()

    @cached_property
    def orthogonal(self) -> orthogonal_kernel.OrthogonalKernel:
        """The kernel of moves along rows and columns."""
        return orthogonal_kernel.OrthogonalKernel()


_pad = _Pad()
_AnyKernel = kernel.DiagonalKernel | wide_kernel.DiagonalKernel | orthogonal_kernel.OrthogonalKernel


class _Move(NamedTuple):
    """A move as the kernel finds it."""

    src: int
    dst: int
    taken: int
    crowned: bool
    landings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraughtsPosition:
    """Immutable and hashable; see `zaria.games.board_games.BoardPosition`.

    `tally` is what is counted towards a draw. `seen` are the side to move and the pieces of the positions
    since the last capture or move of a man, kept only where repetition matters. `runs` are moves in a row
    with the same king, counted only where the game limits them.
    """

    game: DraughtsRules
    turn: int
    pieces: Pieces
    plies: int = 0
    tally: DrawCounters = NOTHING
    seen: tuple[tuple[int, Pieces], ...] = ()
    runs: tuple[KingRun, KingRun] = NO_RUNS
    _moves: tuple[_Move, ...] | None = field(default=None, init=False, repr=False, compare=False)
    _board_moves: dict[str, tuple[BoardMove, _Move]] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    def __str__(self) -> str:
        return self.board().replace("/", "\n")

    # -- what may be played

    def legal_moves(self) -> list[BoardMove]:
        """All legal moves. Captures that differ only in the way round to the same end are one."""
        return [legal for legal, _ in self._by_text().values()]

    def move(self, text: str) -> "DraughtsPosition":
        """The position after the legal move written so (`BoardMove.move`); raises `IllegalTurnError`."""
        return self._after(self._known(text)[1])

    def notation(self, text: str) -> str:
        """The move as books write it: c3-d4, c3:e5; 32-28, 26x37; all landings where the ends do not tell.

        Raises `IllegalTurnError` for a text that is no legal move.
        """
        way, _ = self._known(text)
        ends = way.path[0], way.path[-1]
        alike = [
            candidate
            for candidate, _ in self._by_text().values()
            if (candidate.path[0], candidate.path[-1]) == ends
        ]
        if len(way.path) == 2 or len(alike) > 1:
            return way.move
        return self.game.mark.join(ends)

    def perft(self, depth: int, *, routes: bool = False) -> int:
        """Sequences of that many legal moves, whatever the drawing rules say.

        With `routes` captures that differ only in the way round are counted one by one. Raises
        `OverflowError` where some position has more of them than there is room for.
        """
        return self._kernel().perft(depth, routes)

    # -- how it ended

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here: nobody has won. The text says who moves, so `side` is 0."""
        return side == 0 and self.outcome() is None

    def outcome(self) -> Outcome | None:
        """The outcome, None while the game goes on."""
        reason = self.reason()
        if not reason:
            return None
        if reason not in ("no_pieces", "blocked"):
            return DRAW
        return Outcome(self.turn if self.game.options.giveaway else 1 - self.turn, 1, WIN)

    def reason(self) -> str:
        """By which rule the game ended, "" while it goes on; that nobody can move comes before draws."""
        if not self.pieces.all[self.turn]:
            return "no_pieces"
        if not self._found():
            return "blocked"
        rules = self.game.options.draw_rules
        if rules.repetition and self.seen.count((self.turn, self.pieces)) >= rules.repetition - 1:
            return "repetition"
        if rules.one_each and not any(move.taken for move in self._found()):
            light, dark = self.pieces.all
            if light.bit_count() == dark.bit_count() == 1:
                return "one_each"
        return draws.reason(rules, self.pieces, self.tally)

    def counters(self) -> tuple[Counter, ...]:
        """The rules that are counting moves towards a draw just now."""
        return draws.counters(self.game.options.draw_rules, self.pieces, self.tally)

    # -- as text

    def board(self) -> str:
        """The board row by row from dark's side: w and b are men, W and B kings, "." empty squares."""
        text = self._squares.diagram(*zip("wWbB", self.pieces, strict=True))
        return "/".join(row[::-1] for row in text.split("/")) if self.game.options.mirror else text

    def to_text(self) -> str:
        """The position as FEN, with what is counted; see `fen`."""
        state = fen.Written(self.turn, self.pieces, self.plies, self.tally, self.runs)
        return fen.write(self.game.options, state)

    # --

    @property
    def _squares(self) -> Board:
        return self.game.options.squares

    def _kernel(self) -> _AnyKernel:
        pad: _AnyKernel
        if self.game.options.orthogonal:
            pad = _pad.orthogonal
        else:
            pad = _pad.wide if self.game.options.is_wide else _pad.kernel
        pad.load(self.game.numbers, self.turn, self.pieces.side(self.turn), self.pieces.side(1 - self.turn))
        return pad

    def _found(self) -> tuple[_Move, ...]:
        """The moves as the kernel finds them, which is asked once."""
        moves = self._moves
        if moves is None:
            moves = tuple([_Move(*move) for move in self._kernel().moves()])
            if self.game.options.king_moves:
                moves = tuple([move for move in moves if not self._is_one_too_many(move)])
            object.__setattr__(self, "_moves", moves)
        return moves

    def _is_one_too_many(self, move: _Move) -> bool:
        """Return whether a king of a side with men may not make this move after so many in a row."""
        square, moves = self.runs[self.turn]
        has_men = self.pieces.side(self.turn)[0] != 0
        return has_men and not move.taken and move.src == square and moves >= self.game.options.king_moves

    def _by_text(self) -> dict[str, tuple[BoardMove, _Move]]:
        moves = self._board_moves
        if moves is None:
            pairs = [(self._board_move(move), move) for move in self._found()]
            moves = {legal.move: (legal, move) for legal, move in pairs}
            object.__setattr__(self, "_board_moves", moves)
        return moves

    def _known(self, text: str) -> tuple[BoardMove, _Move]:
        pair = self._by_text().get(text)
        if pair is None:
            raise IllegalTurnError(f"{text[:60]!r} is not a legal move")
        return pair

    def _board_move(self, move: _Move) -> BoardMove:
        names, options = self.game.names, self.game.options
        path = tuple([names[square] for square in (move.src, *move.landings)])
        promotion = "K" if move.crowned else ""
        if not move.taken:
            return BoardMove("-".join(path), path, (), promotion)
        captures = []
        standing = move.taken
        for src, dst in pairwise((move.src, *move.landings)):
            victims = [square for square in between(options, src, dst) if square & standing]
            standing &= ~sum(victims)
            captures += [names[square] for square in victims]
        return BoardMove(self.game.mark.join(path), path, tuple(captures), promotion)

    def _after(self, move: _Move) -> "DraughtsPosition":
        men, kings = self.pieces.side(self.turn)
        if kings & move.src:
            kings = kings & ~move.src | move.dst
        elif move.crowned:
            men, kings = men & ~move.src, kings | move.dst
        else:
            men = men & ~move.src | move.dst
        their_men, their_kings = (where & ~move.taken for where in self.pieces.side(1 - self.turn))
        own_pieces, their_pieces = (men, kings), (their_men, their_kings)
        pieces = Pieces(*their_pieces, *own_pieces) if self.turn else Pieces(*own_pieces, *their_pieces)
        rules = self.game.options.draw_rules
        tally = draws.after(rules, self.pieces, self.tally, pieces, self.turn)
        seen = (*self.seen, (self.turn, self.pieces)) if rules.repetition and tally.quiet else ()
        runs = self._runs_after(move) if self.game.options.king_moves else NO_RUNS
        return DraughtsPosition(self.game, 1 - self.turn, pieces, self.plies + 1, tally, seen, runs)

    def _runs_after(self, move: _Move) -> tuple[KingRun, KingRun]:
        """The runs of both sides after a move."""
        own_run, their_run = self.runs[self.turn], self.runs[1 - self.turn]
        if move.taken or not self.pieces.side(self.turn)[1] & move.src:
            own_run = KingRun()
        else:
            own_run = KingRun(move.dst, own_run.moves + 1 if own_run.square == move.src else 1)
        if their_run.square & move.taken:
            their_run = KingRun()
        return (their_run, own_run) if self.turn else (own_run, their_run)


@cache
def between(options: DraughtsOptions, src: int, dst: int) -> tuple[int, ...]:
    """The squares on the line between two that are played on, nearest first."""
    squares = options.squares
    wide = squares.wide
    numbers = [squares.numbers[square] for square in (src, dst)]
    (row, last), (column, end) = [(n - 1) // wide for n in numbers], [squares.column(n) for n in numbers]
    is_straight = last == row or end == column
    steps = max(abs(last - row), abs(end - column)) // (squares.size // wide if is_straight else 1)
    down, right = (last - row) // steps, (end - column) // steps
    crossed = []
    for step in range(1, steps):
        number = (row + step * down) * wide + (column + step * right) * wide // squares.size + 1
        crossed.append(squares.bits[number - 1])
    return tuple(crossed)
