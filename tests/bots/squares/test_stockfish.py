"""The real Stockfish: it finds mates, plays weaker on request, is replaced if killed, never left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from tests.support.bots.chess_programs import stockfish
from tests.support.by_day import by_day
from tests.support.patience import PATIENCE
from zaria.bots.levels.skill import look
from zaria.bots.squares import Limits
from zaria.bots.squares.alphabeta import WON
from zaria.bots.squares.chess.engine import AT_ONCE, FEW, ChessEngine
from zaria.games import chess, chess960

pytestmark = pytest.mark.service

CHESS = chess.game()
START = CHESS.start()
PARENT = """
import sys, time
from zaria.bots.squares.chess.uci import Uci
engine = Uci([sys.argv[1]])
print(engine.pid, flush=True)
if sys.argv[2] == "search":
    until = time.monotonic() + 60.0
    engine.ready(until)
    engine.ask("startpos", "movetime 60000", until, 1.0)
"""


@pytest.fixture
def program() -> Iterator[ChessEngine]:
    engine = ChessEngine(stockfish())
    yield engine
    engine.close()


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ],
)
def test_mates(program: ChessEngine, fen: str, moves: int) -> None:
    position = CHESS.parse(fen)
    best = program.lines(position, Limits(nodes=50_000))[0]
    assert best.value == WON - (2 * moves - 1)
    assert len(best.moves) == 2 * moves - 1
    for move in best.moves:
        position = position.move(move)
    assert position.reason() == "mate"


@pytest.mark.parametrize(
    ("fen", "level"),
    by_day(
        [("3k4/8/3K4/8/8/8/8/R7", 4)],
        [("3k4/8/3K4/8/8/8/8/R7", 4), ("8/8/3k4/8/8/3K4/3R4/8", 5), ("8/8/3k4/8/8/3K4/3Q4/8", 3)],
    ),
)
def test_levels_mate_a_bare_king(program: ChessEngine, fen: str, level: int) -> None:
    """With their few positions, but not by the clock, in time before fifty moves make a draw."""
    position, able = CHESS.parse(f"{fen} w - - 0 60"), look("chess", level)
    while position.outcome() is None:
        limits = Limits(nodes=1500)
        if position.turn == 0:
            limits = Limits(able.nodes, None, able.depth, able.noise, seed=1 + position.plies)
        position = position.move(program.lines(position, limits)[0].move)
    assert position.reason() == "mate"


@pytest.mark.parametrize(
    ("limits", "hunts"),
    [(Limits(nodes=700, noise=54, seed=3), True), (Limits(nodes=FEW), False), (Limits(depth=3), False)],
)
def test_an_analysis_of_a_bare_king_is_its_own(program: ChessEngine, limits: Limits, hunts: bool) -> None:
    """A search of few positions hunts the king by our own search, on either side of it."""
    for turn in "wb":
        program.lines(CHESS.parse(f"8/8/3k4/8/8/3K4/3R4/8 {turn} - - 0 60"), limits)
        assert bool(program._spare) != hunts


def test_the_same_question_has_the_same_answer(program: ChessEngine) -> None:
    first = program.lines(START, Limits(nodes=3000), 3)
    program.lines(START.move("e2e4"), Limits(nodes=3000))
    assert program.lines(START, Limits(nodes=3000), 3) == first
    assert len({line.move for line in first}) == 3


def test_seeds_vary_the_opening(program: ChessEngine) -> None:
    moves = {program.lines(START, Limits(nodes=3000, seed=seed))[0].move for seed in range(1, 9)}
    assert len(moves) > 1


def test_it_says_who_it_is_and_plays_weaker(program: ChessEngine) -> None:
    assert program.name.startswith("Stockfish")
    misled = [program.lines(START, Limits(nodes=2000, noise=60, seed=seed), 2) for seed in range(8)]
    assert len({lines[0].move for lines in misled}) > 1
    assert all(len(lines) == 2 and lines[0].value >= lines[1].value for lines in misled)


def test_no_move_is_named_twice_where_the_search_was_cut_off(program: ChessEngine) -> None:
    position = chess.game().parse("r3kbnr/p1pq2pp/bp1p4/1N1Ppp2/Pn6/5N2/1PP1PPPP/R1BQKB1R w KQkq e6 0 9")
    for nodes in range(3000, 5000, 100):
        moves = [line.move for line in program.lines(position, Limits(nodes=nodes), 8)]
        assert len(set(moves)) == len(moves)


def test_it_does_not_repeat_a_won_position_a_third_time(program: ChessEngine) -> None:
    position = chess.game(safety_draw=True).parse("8/8/8/3k4/8/8/2K5/1Q6 w - - 0 1")
    for move in ["c2b2", "d5d6", "b2a1", "d6d5", "a1b2", "d5d6", "b2a1", "d6d5"]:
        position = position.move(move)
    assert position.outcome() is None
    assert position.move("a1b2").reason() == "repetition"
    best = program.lines(position, Limits(nodes=20_000))[0]
    assert best.value > 500
    assert position.move(best.move).outcome() is None


def test_it_plays_chess960_and_chess_in_turn(program: ChessEngine) -> None:
    """It castles by king takes rook, and by e1g1 again in chess."""
    castling = {
        chess960.game(): ("4k3/8/8/8/8/8/5PPP/5KR1 w K - 0 1", "f1g1"),
        CHESS: ("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1"),
    }
    for _ in range(2):
        for game, (fen, move) in castling.items():
            lines = program.lines(game.parse(fen), Limits(nodes=4000), 40)
            assert move in [line.move for line in lines if line.depth]


def test_when_it_is_killed_it_is_replaced(program: ChessEngine) -> None:
    program.lines(START, Limits(nodes=100))
    first = program._spare[0]
    killer = threading.Timer(0.1, os.kill, (first.pid, signal.SIGKILL))
    killer.start()
    legal = {way.move for way in START.legal_moves()}
    assert program.lines(START, Limits(seconds=0.8))[0].move in legal
    killer.join()
    first._process.wait()  # on a busy machine it is killed after its search
    assert program.lines(START, Limits(nodes=100))[0].move in legal
    assert program._spare[0].pid != first.pid


def test_one_that_died_meanwhile_is_not_asked(program: ChessEngine, caplog: pytest.LogCaptureFixture) -> None:
    program.lines(START, Limits(nodes=100))
    os.kill(program._spare[0].pid, signal.SIGKILL)
    program._spare[0]._process.wait()
    assert program.lines(START, Limits(nodes=100))
    assert not caplog.records


def test_there_are_never_many(program: ChessEngine) -> None:
    asking = [
        threading.Thread(target=program.lines, args=(START, Limits(nodes=20_000))) for _ in range(2 * AT_ONCE)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert 1 <= len(program._spare) <= AT_ONCE


@pytest.mark.parametrize("meanwhile", ["search", "end"])
def test_it_does_not_outlive_who_started_it(meanwhile: str) -> None:
    """Neither when that is killed in the middle of a search nor when it ends by itself."""
    command = [sys.executable, "-c", PARENT, stockfish(), meanwhile]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        if meanwhile == "search":
            parent.kill()
        parent.wait()
    until = time.monotonic() + PATIENCE
    while _runs(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return bool(done.stdout.strip()) and not done.stdout.strip().startswith("Z")
