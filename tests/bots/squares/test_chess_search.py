"""Our own search for chess: mates, what can be had, the same answer again, its limits."""

import time
from random import Random

import chess as library
import pytest

from tests.support.patience import PATIENCE
from zaria.bots.squares import Limits
from zaria.bots.squares.alphabeta import WON
from zaria.bots.squares.chess.evaluation import balance, evaluate
from zaria.bots.squares.chess.search import OwnChess
from zaria.games import chess, chess960
from zaria.games.board_games import BoardPosition

pytestmark = pytest.mark.proof

CHESS = chess.game()
OWN = OwnChess()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 99 90", 1),  # or it is a draw
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ],
)
def test_mates(fen: str, moves: int) -> None:
    position: BoardPosition = CHESS.parse(fen)
    best = OWN.lines(position, Limits(nodes=30_000))[0]
    assert best.value == WON - (2 * moves - 1)
    for move in best.moves:
        position = position.move(move)
    assert moves > 2 or position.reason() == "mate"


def test_being_mated_is_put_off() -> None:
    """Ka8 lasts two moves, Kc8 one."""
    best, worse = OWN.lines(CHESS.parse("1k6/8/1K6/8/8/8/8/3R4 b - - 0 1"), Limits(depth=4), 2)
    assert (best.value, worse.value) != (0, 0)
    assert best.value > worse.value


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"),  # a queen for a rook
        ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7"),  # king and rook at once
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        ("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1", "not d2d5"),  # a guarded pawn
    ],
)
def test_what_can_be_had(fen: str, move: str) -> None:
    best = OWN.lines(CHESS.parse(fen), Limits(nodes=3000))[0].move
    assert best != move[4:] if move.startswith("not ") else best == move


def test_the_balance_is_kept_move_by_move() -> None:
    """Through games at random with castling, promotions and captures in passing."""
    chance, kinds = Random(4), set()
    for _ in range(25):
        board = library.Board()
        now = balance(board)
        for _ in range(150):
            moves = list(board.legal_moves)
            if not moves:
                break
            rare = [
                move
                for move in moves
                if move.promotion or board.is_castling(move) or board.is_en_passant(move)
            ]
            move = chance.choice(rare or moves)
            kinds |= {(bool(move.promotion), board.is_castling(move), board.is_en_passant(move))}
            now = now.after(board, move)
            board.push(move)
            assert now == balance(board)
    assert len(kinds) == 4


def test_the_balance_is_kept_by_castling_in_chess960() -> None:
    """However far apart king and rook stand, or beside each other."""
    chance, castled = Random(6), 0
    for _ in range(40):
        board = library.Board.from_chess960_pos(chance.randrange(960))
        now = balance(board)
        for _ in range(60):
            moves = list(board.legal_moves)
            castling = [move for move in moves if board.is_castling(move)]
            if not moves:
                break
            move = chance.choice(castling or moves)
            castled += bool(castling)
            now = now.after(board, move)
            board.push(move)
            assert now == balance(board)
    assert castled > 20


def test_castling_is_no_capture() -> None:
    """The rook on which the king ends is not lost."""
    position = chess960.game().parse("4k3/8/8/8/8/8/5PPP/5KR1 w K - 0 1")
    lines = OWN.lines(position, Limits(nodes=3000), 40)
    assert {line.move for line in lines} == {way.move for way in position.legal_moves()}
    assert all(line.value > 300 for line in lines if line.move == "f1g1")


def test_both_colours_are_judged_alike() -> None:
    for fen in (
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/P4PPP/R1BQ1RK1 w - - 0 9",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
    ):
        board = library.Board(fen)
        turned = board.mirror()
        assert evaluate(board, balance(board)) == evaluate(turned, balance(turned))


@pytest.mark.parametrize("fen", ["8/8/8/8/8/2k5/7R/4K3 w - - 0 1", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"])
def test_it_mates_a_bare_king(fen: str) -> None:
    position: BoardPosition = CHESS.parse(fen)
    while position.outcome() is None:
        position = position.move(OWN.lines(position, Limits(nodes=700))[0].move)
    assert position.reason() == "mate"


def test_the_same_question_has_the_same_answer() -> None:
    position = CHESS.start().move("e2e4")
    for limits in (Limits(nodes=800), Limits(depth=2, noise=60, seed=5)):
        assert OWN.lines(position, limits, 3) == OWN.lines(position, limits, 3)
    noisy = {OWN.lines(position, Limits(nodes=400, noise=80, seed=seed))[0].move for seed in range(6)}
    assert len(noisy) > 1


def test_limits() -> None:
    start = CHESS.start()
    assert len(OWN.lines(start, Limits(depth=1), 50)) == 20
    assert OWN.lines(start, Limits(nodes=1))[0].move in {way.move for way in start.legal_moves()}
    began = time.monotonic()
    OWN.lines(start, Limits(seconds=0.1))
    assert time.monotonic() - began < PATIENCE  # else it would look for hours


def test_a_third_time_is_a_draw_where_that_is_agreed() -> None:
    """A rook up light does not repeat; dark, a rook down, would."""
    position: BoardPosition = chess.game(safety_draw=True).parse("6k1/8/8/8/8/8/6PP/R5K1 w - - 0 1")
    for move in ("a1a2", "g8g7", "a2a1", "g7g8", "a1a2", "g8g7", "a2a1"):
        position = position.move(move)
    best = OWN.lines(position, Limits(depth=2), 8)
    assert (best[0].move, best[0].value) == ("g7g8", 0)
    assert all(line.value < -300 for line in best[1:])
