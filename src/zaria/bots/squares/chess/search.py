"""Our own search for chess on the rules library: for machines without Stockfish, and while it is not ready.

Principal variation search with iterative deepening, remembered positions, null moves, late moves looked at
less deeply, and captures (in check every way out) seen through to the end. In Python: some ten thousand
positions a second.
"""

import math
from collections.abc import Hashable
from random import Random

import chess

from zaria.bots.squares.alphabeta import SURE, WON, Budget, PositionEntry, bound_of, deepen, nearer
from zaria.bots.squares.chess.evaluation import (
    TABLES,
    WORTH,
    PhaseBalance,
    balance,
    evaluate,
    taken_piece,
)
from zaria.bots.squares.engine import Limits, Variation
from zaria.games.board_games import BoardPosition
from zaria.games.chess import FIFTY, ChessPosition

ENOUGH = 6_000
"""Positions looked at where no limit is given."""
DEEPEST = 40
SCALE = 190.0
"""Hundredths of a pawn for which the odds of winning grow by a factor of e. Not fitted: it lies between what
Stockfish 15.1 means (91, among equals of its own strength) and what people's games on lichess show (271)."""
_PLIES = 64
_ENDLESS = 2 * WON
_VARIETY, _OPENING = 8, 12
"""The noise with which a seed makes the first plies of games differ, and how many."""


class OwnChess:
    """Chess by our own search; see `engine.SquaresEngine`."""

    name = "alpha-beta"

    def lines(self, position: BoardPosition, limits: Limits, most: int = 1) -> list[Variation]:
        """The best moves, the best first; see `SquaresEngine.lines`."""
        assert isinstance(position, ChessPosition)
        noise = limits.noise
        if limits.seed and not noise and position.plies < _OPENING:
            noise = _VARIETY
        return _Search(position, limits, noise).ranked(most)

    def chance(self, value: int) -> float:
        """The chance of the side to move to win, 0 to 1, a draw being half a win."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, value / SCALE))))


class _Search:
    """One search of one position."""

    def __init__(self, position: ChessPosition, limits: Limits, noise: int) -> None:
        nodes, self.deepest = limits.bounds(ENOUGH, DEEPEST)
        self.budget = Budget(nodes, limits.seconds)
        self.noise, self.seed = noise, limits.seed
        self.board = position.game.library_board(position.fen)
        self.known: dict[Hashable, PositionEntry[chess.Move]] = {}
        self.killers: list[list[chess.Move]] = [[] for _ in range(_PLIES + 1)]
        self.history: dict[tuple[bool, int, int], int] = {}
        self.path: set[Hashable] = set()
        self.fixed = _fixed(position)
        self.start = balance(self.board)

    def ranked(self, most: int) -> list[Variation]:
        """The best moves; none where there is no legal one."""
        order = self._ordered(list(self.board.legal_moves), None, 0)
        self.path.add(_key(self.board))
        return deepen(self, order, most, self.deepest, hopes=True)

    def value_of(self, move: chess.Move, depth: int, floor: int, place: int, *, full: bool) -> int:
        """See `alphabeta.RootSearch`."""
        value = self.fixed.get(move.uci())
        if value is None:
            less = 1 if place > 10 and depth > 2 and not self.board.is_capture(move) else 0
            value = self._down(move, self.start, depth - 1 - less, floor, _ENDLESS, 0, narrow=full)
            if less and value > floor:
                value = self._down(move, self.start, depth - 1, floor, _ENDLESS, 0, narrow=False)
        return value

    def line(self, move: chess.Move, value: int, depth: int, *, alone: bool = False) -> Variation:
        """See `alphabeta.RootSearch`."""
        after = [] if alone else self._after(move, depth)
        return Variation(move.uci(), value, depth, (move.uci(), *after))

    def _after(self, move: chess.Move, depth: int) -> list[str]:
        """Return what is remembered as best after a move."""
        board = self.board.copy(stack=False)
        line: list[str] = []
        board.push(move)
        while len(line) < depth - 1:
            entry = self.known.get(_key(board))
            if entry is None or entry.move is None or not board.is_legal(entry.move):
                break
            line.append(entry.move.uci())
            board.push(entry.move)
        return line

    def _down(
        self,
        move: chess.Move,
        now: PhaseBalance,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        *,
        narrow: bool,
    ) -> int:
        """The value of a move, looked at with the narrowest window first if so wished."""
        after = now.after(self.board, move)
        self.board.push(move)
        if narrow and beta > alpha + 1:
            value = -self._look(after, depth, -alpha - 1, -alpha, ply + 1, may_pass=True)
            if value > alpha:
                value = -self._look(after, depth, -beta, -alpha, ply + 1, may_pass=True)
        else:
            value = -self._look(after, depth, -beta, -alpha, ply + 1, may_pass=True)
        self.board.pop()
        return value

    def _look(self, now: PhaseBalance, depth: int, alpha: int, beta: int, ply: int, *, may_pass: bool) -> int:
        """The value of the position to the side to move, exact between alpha and beta, else a bound."""
        board = self.board
        check = board.is_check()
        if check:
            depth += 1
        if depth <= 0 or ply >= _PLIES:
            return self._settle(now, alpha, beta, ply, check=check)
        self.budget.count()
        if _dead(board):
            return 0
        key = _key(board)
        if key in self.path:
            return 0
        entry = self.known.get(key)
        if entry is not None and entry.depth >= depth:
            value = nearer(entry.value, -ply)
            if entry.settles(value, alpha, beta):
                return value
        quiet = not check and abs(beta) < SURE
        glance = self._static_value(now) if quiet and depth < 8 else alpha
        if quiet and depth <= 2 and glance - 120 * depth >= beta:
            return glance
        if quiet and may_pass and depth > 2 and glance >= beta and _has_pieces(board):
            board.push(chess.Move.null())
            value = -self._look(now, depth - 3, -beta, 1 - beta, ply + 1, may_pass=False)
            board.pop()
            if value >= beta:
                return beta
        self.path.add(key)
        try:
            best, move = self._best(now, depth, alpha, beta, ply, check=check, glance=glance, entry=entry)
        finally:
            self.path.discard(key)
        self.known[key] = PositionEntry(depth, nearer(best, ply), bound_of(best, alpha, beta), move)
        return best

    def _best(
        self,
        now: PhaseBalance,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        *,
        check: bool,
        glance: int,
        entry: PositionEntry[chess.Move] | None,
    ) -> tuple[int, chess.Move | None]:
        """The value of the best move, and the move."""
        board = self.board
        moves = self._ordered(list(board.legal_moves), entry, ply)
        if not moves:
            return (ply - WON if check else 0), None
        best, best_move = -_ENDLESS, moves[0]
        hopeless = not check and depth == 1 and glance + 150 <= alpha
        for place, move in enumerate(moves):
            loud = board.is_capture(move) or move.promotion is not None
            if hopeless and place and not loud:
                best = max(best, glance)
                continue
            floor = max(alpha, best)
            less = 1 + (place > 12) if place > 3 and depth > 2 and not loud and not check else 0
            value = self._down(move, now, depth - 1 - less, floor, beta, ply, narrow=place > 0)
            if less and value > floor:
                value = self._down(move, now, depth - 1, floor, beta, ply, narrow=False)
            if value > best:
                best, best_move = value, move
            if best >= beta:
                if not loud:
                    self._reward(move, depth, ply)
                break
        return best, best_move

    def _settle(self, now: PhaseBalance, alpha: int, beta: int, ply: int, *, check: bool) -> int:
        """The value once captures are seen through; in check all ways out."""
        self.budget.count()
        board = self.board
        if _dead(board):
            return 0
        if check and ply < _PLIES:
            moves = self._ordered(list(board.legal_moves), None, ply)
            if not moves:
                return ply - WON
            best = -_ENDLESS
        else:
            best = self._static_value(now)
            if best >= beta or ply >= _PLIES:
                return best
            hope = alpha - best - 200
            moves = [move for move in board.generate_legal_captures() if _pays(board, move, hope)]
            moves.sort(key=lambda move: -_prey(board, move))
        for move in moves:
            after = now.after(board, move)
            board.push(move)
            value = -self._settle(after, -beta, -max(alpha, best), ply + 1, check=board.is_check())
            board.pop()
            best = max(best, value)
            if best >= beta:
                break
        return best

    def _ordered(
        self, moves: list[chess.Move], entry: PositionEntry[chess.Move] | None, ply: int
    ) -> list[chess.Move]:
        """Return the moves, the most promising first: the one in the table, captures, killers, history."""
        board, turn = self.board, self.board.turn
        first = entry.move if entry else None
        killers, history, tables = self.killers[ply], self.history, TABLES[self.board.turn]

        def promise(move: chess.Move) -> int:
            if move == first:
                return -1_000_000
            prey = _prey(board, move)
            if prey:
                return -100_000 - prey
            if move in killers:
                return -90_000
            table = tables[board.piece_type_at(move.from_square) or chess.PAWN]
            gain = table[move.to_square][0] - table[move.from_square][0]
            return -history.get((turn, move.from_square, move.to_square), 0) - gain

        moves.sort(key=promise)
        return moves

    def _reward(self, move: chess.Move, depth: int, ply: int) -> None:
        """Remember a quiet move that refuted the one before it."""
        if move not in self.killers[ply]:
            self.killers[ply] = [move, *self.killers[ply][:1]]
        at = self.board.turn, move.from_square, move.to_square
        self.history[at] = min(50_000, self.history.get(at, 0) + depth * depth)

    def _static_value(self, now: PhaseBalance) -> int:
        """The static evaluation; with noise wrong, but the same each time."""
        value = evaluate(self.board, now)
        if self.noise:
            value += round(Random(f"{self.seed} {self.board.board_fen()}").gauss(0, self.noise))
        return value


def _fixed(position: ChessPosition) -> dict[str, int]:
    """The moves that end the game, and what that is worth: the rules say so themselves."""
    values = {}
    for way in position.legal_moves():
        outcome = position.move(way.move).outcome()
        if outcome is not None:
            values[way.move] = 0 if outcome.winner is None else WON - 1
    return values


def _key(board: chess.Board) -> Hashable:
    """Men, the side to move and its rights."""
    return (
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        board.occupied_co[chess.WHITE], board.turn, board.castling_rights, board.ep_square,
    )  # fmt: skip


def _dead(board: chess.Board) -> bool:
    """Is it a draw by fifty moves, or with one minor piece at most?"""
    if board.halfmove_clock >= 2 * FIFTY:
        return True
    return not board.pawns | board.rooks | board.queens and (board.knights | board.bishops).bit_count() < 2


def _has_pieces(board: chess.Board) -> bool:
    """Has the side to move more than pawns? Without, having to move may be the worst of all."""
    return bool(board.occupied_co[board.turn] & ~board.pawns & ~board.kings)


def _prey(board: chess.Board, move: chess.Move) -> int:
    """The value of a capture or promotion for ordering, 0 for a quiet move."""
    taken = taken_piece(board, move)
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    if taken is None and kind == chess.PAWN and move.to_square == board.ep_square:
        taken = chess.PAWN
    value = 10 * WORTH[taken][0] - WORTH[kind][0] // 2 if taken else 0
    return value + (WORTH[move.promotion][0] if move.promotion else 0)


def _pays(board: chess.Board, move: chess.Move, hope: int) -> bool:
    """May a capture lift the value by that much, and is what is taken worth the taker, or not guarded?"""
    taken = board.piece_type_at(move.to_square) or chess.PAWN
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    worth = WORTH[taken][0]
    if worth + (WORTH[move.promotion][0] if move.promotion else 0) < hope:
        return False
    return worth >= WORTH[kind][0] - 20 or not board.is_attacked_by(not board.turn, move.to_square)
