"""Chess with an engine that is missing or misbehaves: there is a legal answer all the same, in time."""

import logging
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.support.bots.chess_programs import BODIES, SILENT, fake
from tests.support.by_day import by_day
from tests.support.patience import PATIENCE
from zaria import bots
from zaria.bots import levels
from zaria.bots.levels.skill import look
from zaria.bots.player import ThinkRequest
from zaria.bots.squares import Limits, Variation, registry
from zaria.bots.squares.alphabeta import SURE, WON
from zaria.bots.squares.chess import engine
from zaria.bots.squares.chess.engine import AT_THE_TABLE, BRIEF, ChessEngine, position_command
from zaria.bots.squares.chess.uci import MATE
from zaria.games import chess, chess960
from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessPosition

pytestmark = pytest.mark.service

START = chess.game().start()
GLANCE = Limits(nodes=200)
LEGAL = {way.move for way in START.legal_moves()}
NOT_THERE = "#!/no/such/interpreter"
MUTE = f"#!/bin/sh\n{SILENT}"
HANGS = 3.0
"""Seconds for an engine that hangs: more than a busy machine takes to start a process."""


@pytest.fixture
def chess_engine() -> Iterator[Callable[..., ChessEngine]]:
    """Makes engines, which are closed when the test is over: one may still be starting then."""
    with ExitStack() as stack:
        yield lambda *arguments, **named: stack.enter_context(closing(ChessEngine(*arguments, **named)))


@pytest.mark.parametrize("fault", by_day(("stopped", "crashes in its search", "illegal move"), BODIES))
def test_our_own_search_answers_for_one_that_misbehaves(
    fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, chess_engine: Callable[..., ChessEngine]
) -> None:
    program = chess_engine(fake(tmp_path, BODIES[fault]), HANGS)
    assert program.name == "Fake 1.0"
    lines = program.lines(START, GLANCE, 2)
    assert len(lines) == 2
    assert {line.move for line in lines} <= LEGAL
    assert "own search answers" in caplog.text
    assert not program._spare


@pytest.mark.parametrize(
    "start",
    by_day((NOT_THERE, MUTE), [NOT_THERE, "#!/bin/cat", MUTE, "#!/bin/sh\nexit 3", "not a program"]),
)
def test_one_that_cannot_be_started(
    start: str, tmp_path: Path, chess_engine: Callable[..., ChessEngine]
) -> None:
    """No patience is needed for what never gets ready."""
    path = tmp_path / "engine"
    path.write_text(start)
    path.chmod(0o755)
    program = chess_engine(str(path), HANGS / 10)
    assert program.name == "alpha-beta"
    assert program.lines(START, GLANCE)[0].move in LEGAL


@pytest.mark.parametrize("path", ["no/such/file", "."])
def test_one_that_is_not_there(path: str, tmp_path: Path, chess_engine: Callable[..., ChessEngine]) -> None:
    program = chess_engine(str(tmp_path / path))
    assert program.lines(START, GLANCE)[0].move in LEGAL


def test_the_next_question_starts_another(tmp_path: Path, chess_engine: Callable[..., ChessEngine]) -> None:
    """It fails the first time only."""
    mark = tmp_path / "failed"
    body = f"if [ -e {mark} ]; then echo bestmove h2h4; else touch {mark}; exit 1; fi"
    program = chess_engine(fake(tmp_path, body), PATIENCE)
    assert program.lines(START, GLANCE)[0].move != "h2h4"
    assert [program.lines(START, GLANCE)[0].move for _ in range(2)] == ["h2h4", "h2h4"]
    assert program.name == "Fake 1.0"


def test_one_that_got_ready_while_nobody_asked_is_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chess_engine: Callable[..., ChessEngine]
) -> None:
    """The first question does not wait for it; the next one comes after its time to get ready."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    path = Path(fake(tmp_path, "echo bestmove h2h4"))
    path.write_text(path.read_text().replace("uci) echo", f"uci) read -r go < {gate}; echo", 1))
    program = chess_engine(str(path), 0.5)
    hurried = Limits(seconds=BRIEF)
    assert program.lines(START, hurried)[0].move != "h2h4"
    assert len(program._spare) == 1
    process = program._spare[0]
    with gate.open("w") as out:
        out.write("go\n")
    until = time.monotonic() + PATIENCE
    while process._lines.qsize() < 3 and time.monotonic() < until:
        time.sleep(0.01)
    process._limit = time.monotonic() - 1.0
    assert program.lines(START, Limits(seconds=HANGS))[0].move == "h2h4"
    assert not caplog.records


def test_after_two_failures_it_rests(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chess_engine: Callable[..., ChessEngine]
) -> None:
    program = chess_engine(fake(tmp_path, "exit 1"), PATIENCE)
    for _ in range(4):
        assert program.lines(START, GLANCE)[0].move in LEGAL
    failures = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(failures) == 2
    assert program.name == "alpha-beta"


def test_one_that_is_slow_is_stopped(tmp_path: Path, chess_engine: Callable[..., ChessEngine]) -> None:
    body = "while read -r word; do if [ $word = stop ]; then echo bestmove h2h4; break; fi; done"
    program = chess_engine(fake(tmp_path, body), HANGS)
    assert program.lines(START, GLANCE)[0].move == "h2h4"


def test_its_input_and_output(tmp_path: Path, chess_engine: Callable[..., ChessEngine]) -> None:
    log = tmp_path / "heard"
    script = (
        'echo "$line" >> ' + str(log) + "; echo info string hello; "
        "echo info depth 3 seldepth 4 multipv 1 score cp 35 lowerbound nodes 5 pv d2d4; "
        "echo info depth 3 multipv 1 score cp 31 nodes 9 pv e2e4 e7e5 e4e6; "
        "echo info depth 3 multipv 2 score mate -2 pv f2f3; echo info depth 9 score cp pv; echo bestmove e2e4"
    )
    program = chess_engine(fake(tmp_path, script), PATIENCE)
    best, second = program.lines(START, Limits(nodes=7, seconds=20, depth=3), 2)
    assert best == ("e2e4", 31, 3, ("e2e4", "e7e5"))
    assert (second.move, second.value) == ("f2f3", -999_996)
    assert log.read_text() == "go nodes 7 depth 3 movetime 20000\n"


@pytest.mark.parametrize(
    ("score", "value"),
    [
        ("mate 999999999", WON - 2 * MATE + 1),
        ("mate -999999999", 2 * MATE - WON),
        ("mate 0", 2 - WON),
        (f"cp {10**30}", SURE),
        (f"cp -{10**30}", -SURE),
        (f"cp 1{'0' * 9000}", 0),
    ],
)
def test_what_cannot_be_is_the_nearest_that_can(
    score: str, value: int, tmp_path: Path, chess_engine: Callable[..., ChessEngine]
) -> None:
    """A win stays a win, and numbers are such as can be kept."""
    program = chess_engine(
        fake(tmp_path, f"echo info depth 3 score {score} pv e2e4; echo bestmove e2e4"), PATIENCE
    )
    best = program.lines(START, GLANCE)[0]
    assert (best.move, best.value, best.depth) == ("e2e4", value, 3)
    assert (value > SURE) == (score == "mate 999999999")


def test_with_noise_what_it_says_of_each_move_is_misjudged(
    tmp_path: Path, chess_engine: Callable[..., ChessEngine]
) -> None:
    log = tmp_path / "heard"
    script = (
        "echo info depth 3 multipv 1 score cp 31 pv e2e4; echo info depth 3 multipv 2 score cp 20 pv d2d4; "
        "echo info depth 3 multipv 3 score mate -2 pv f2f3; echo bestmove e2e4"
    )
    body = Path(fake(tmp_path, script))
    note = f'    setoption*) echo "$line" >> {log};;\n    quit)'
    body.write_text(body.read_text().replace("    quit)", note, 1))
    program = chess_engine(str(body), PATIENCE)
    answers = [program.lines(START, Limits(nodes=100, noise=30, seed=seed), 3) for seed in range(20)]
    assert {lines[0].move for lines in answers} == {"e2e4", "d2d4"}
    assert {(lines[2].move, lines[2].value) for lines in answers} == {("f2f3", -999_996)}
    assert all(lines == sorted(lines, key=lambda line: -line.value) for lines in answers)
    assert program.lines(START, Limits(nodes=100, noise=30, seed=7), 3) == answers[7]
    assert set(log.read_text().splitlines()) == {"setoption name MultiPV value 8"}


def test_without_it_levels_look_as_far_and_misjudge_as_much(
    monkeypatch: pytest.MonkeyPatch, chess_engine: Callable[..., ChessEngine]
) -> None:
    program = chess_engine(None)
    own_lines, searches = program._own.lines, list[tuple[Limits, int]]()

    def lines(position: BoardPosition, limits: Limits, most: int) -> list[Variation]:
        searches.append((limits, most))
        return own_lines(position, limits, most)

    monkeypatch.setattr(program._own, "lines", lines)
    for level in levels.LEVELS[0], levels.LEVELS[-2]:
        able = look("chess", level)
        level_limits = Limits(able.nodes, None, able.depth, able.noise, seed=level)
        variations = program.lines(START, level_limits, 3)
        positions = min(able.nodes, AT_THE_TABLE)
        assert searches.pop() == (Limits(positions), 8)
        true = {line.move: line.value for line in own_lines(START, Limits(positions), 8)}
        assert any(line.value != true[line.move] for line in variations)
        assert all(abs(line.value - true[line.move]) < 5 * able.noise for line in variations)


def test_what_was_not_looked_at_is_no_choice(chess_engine: Callable[..., ChessEngine]) -> None:
    program = chess_engine(None)
    lost = chess.game().parse("7k/8/8/7p/7P/8/qr6/4K3 w - - 0 1")
    for seed in range(20):
        lines = program.lines(lost, Limits(nodes=1, noise=30, seed=seed), 8)
        looked = [bool(line.depth) for line in lines]
        assert looked == [True, False]


def test_a_player_who_misjudges_sees_the_nearest_mate(chess_engine: Callable[..., ChessEngine]) -> None:
    """A mate in one, and others that take longer."""
    program = chess_engine(None)
    mate = chess.game().parse("7k/8/5K2/8/8/8/6Q1/8 w - - 0 1")
    sure = [line for line in program.lines(mate, Limits(nodes=3_000), 8) if line.value > 999_900]
    assert sure[0].value == 999_999
    assert len({line.value for line in sure}) > 1
    for seed in range(6):
        assert program.lines(mate, Limits(nodes=3_000, noise=500, seed=seed))[0].value == 999_999


@pytest.mark.parametrize(
    ("limits", "looked"),
    [
        (Limits(), Limits(nodes=engine.OURS)),
        (Limits(nodes=10**9), Limits(nodes=engine.OURS)),
        (Limits(seconds=0.5), Limits(nodes=engine.OURS, seconds=0.5)),
        (Limits(nodes=700), Limits(nodes=700)),
        (Limits(nodes=0), Limits(nodes=0)),
        (Limits(nodes=100_000, seconds=1.5), Limits(nodes=100_000, seconds=1.5)),
        (Limits(nodes=1_000_000, seconds=8.0), Limits(nodes=1_000_000, seconds=2.0)),
    ],
)
def test_without_it_we_look_as_far_as_was_said(
    limits: Limits, looked: Limits, monkeypatch: pytest.MonkeyPatch, chess_engine: Callable[..., ChessEngine]
) -> None:
    """An analysis says how many positions it looks at: so many if there is time for them."""
    search_limits: list[Limits] = []

    def lines(position: BoardPosition, limits: Limits, most: int) -> list[Variation]:
        search_limits.append(limits)
        return []

    program = chess_engine(None)
    monkeypatch.setattr(program._own, "lines", lines)
    program.lines(chess.game().start(), limits)
    assert search_limits == [looked]


def test_there_is_nothing_to_say_of_a_game_that_is_over(
    tmp_path: Path, chess_engine: Callable[..., ChessEngine]
) -> None:
    over = chess.game().parse("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert chess_engine(fake(tmp_path, "exit 1")).lines(over, GLANCE) == []
    assert chess_engine(None).lines(over, GLANCE) == []


def test_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(engine.VARIABLE, "off")
    assert engine.stockfish() is None
    monkeypatch.setenv(engine.VARIABLE, "some/where")
    assert engine.stockfish() == "some/where"
    monkeypatch.setenv(engine.VARIABLE, "")
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "stockfish").write_text("")
    (tmp_path / "stockfish").chmod(0o755)
    assert engine.stockfish() == str(tmp_path / "stockfish")


def test_games_with_other_options_share_it() -> None:
    assert registry.engine_for(chess.game(safety_draw=True)) is registry.engine_for(chess.game())


@pytest.mark.parametrize("fault", ["crashes in its search", "illegal move"])
def test_a_table_goes_on(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chess_engine: Callable[..., ChessEngine]
) -> None:
    """The master answers with a legal move, whatever became of the program it asks."""
    monkeypatch.setenv(engine.VARIABLE, fake(tmp_path, BODIES[fault]))
    program = chess_engine(engine.stockfish(), PATIENCE)
    monkeypatch.setattr(engine, "shared", lambda: program)
    registry._engine_for.cache_clear()
    try:
        position: BoardPosition = START
        for _ in range(4):
            position = position.move(bots.on_squares("level5").think(position, ThinkRequest(1, 0.2)).choice)
        assert position.plies == 4
        assert program._failures > 1
    finally:
        registry._engine_for.cache_clear()


def test_one_that_is_still_starting_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chess_engine: Callable[..., ChessEngine]
) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    path = Path(fake(tmp_path, "echo bestmove h2h4"))
    path.write_text(path.read_text().replace("#!/bin/sh\n", f"#!/bin/sh\nread -r word < {go}\n"))
    program = chess_engine(str(path), patience=60.0)
    assert program.lines(START, Limits(nodes=200, seconds=BRIEF))[0].move in LEGAL - {"h2h4"}
    (starting,) = program._spare
    go.write_text("now\n")
    assert program.lines(START, GLANCE)[0].move == "h2h4"
    assert list(program._spare) == [starting]
    assert not caplog.records


def test_where_there_is_no_time_it_is_not_asked(
    tmp_path: Path, chess_engine: Callable[..., ChessEngine]
) -> None:
    program = chess_engine(fake(tmp_path, "echo bestmove h2h4"), PATIENCE)
    assert program.lines(START, Limits(nodes=200, seconds=BRIEF / 2))[0].move != "h2h4"
    assert not program._spare


_PARENT = """
import sys, time
from zaria.bots.squares.chess.uci import Uci
engine, until = Uci([sys.argv[1]]), time.monotonic() + 60.0
engine.ready(until)
print(engine.pid, flush=True)
engine.ask("startpos", "nodes 1", until, 1.0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills it")
def test_one_that_hangs_does_not_outlive_who_started_it(tmp_path: Path) -> None:
    hung = tmp_path / "hung"
    command = [sys.executable, "-c", _PARENT, fake(tmp_path, f"touch {hung}; exec sleep 600")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        ended = os.pidfd_open(int(parent.stdout.readline()))
        while not hung.exists():
            time.sleep(0.02)
        parent.kill()
    # A file descriptor of a process can be read once the process has ended.
    assert select.select([ended], [], [], PATIENCE)[0]
    os.close(ended)


def played(start: str, moves: str) -> ChessPosition:
    """A position of a game that a third repetition draws."""
    position = chess.game(safety_draw=True).parse(start)
    for move in moves.split():
        position = position.move(move)
    return position


@pytest.mark.parametrize(
    ("start", "moves", "command"),
    [
        ("8/8/8/3k4/8/8/8/KQ6 w - - 4 9", "", "fen 8/8/8/3k4/8/8/8/KQ6 w - - 4 9"),
        (
            "8/8/8/3k4/8/8/8/KQ6 w - - 4 9",
            "a1b2 d5d6 b2a1",
            "fen 8/8/8/3k4/8/8/8/KQ6 w - - 4 9 moves a1b2 d5d6 b2a1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "g1f3 g8f6 e2e4",
            "fen rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2",
        ),
        (
            "r3k2r/p7/8/8/8/8/7P/R3K2R w KQkq - 0 1",
            "h2h3 e8g8 e1c1",
            "fen r3k2r/p7/8/8/8/7P/8/R3K2R b KQkq - 0 1 moves e8g8 e1c1",
        ),
    ],
)
def test_it_gets_the_positions_that_were_on_the_board(start: str, moves: str, command: str) -> None:
    assert position_command(played(start, moves)) == command


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("4k3/8/8/8/8/8/5PPP/5KR1 w K - 0 1", "f1g1"),  # they change places
        ("4k3/8/8/8/8/8/5PPP/5K1R w K - 0 1", "f1h1"),  # where the king was the rook is
        ("4k3/8/8/8/8/8/5PPP/6KR w K - 0 1", "g1h1"),
        ("4k3/8/8/8/8/8/5PPP/4KR2 w K - 0 1", "e1f1 e8d7 f1e1"),
        ("4k3/8/8/8/8/8/5PPP/5K1R w K - 0 1", "h1g1"),
    ],
)
def test_the_moves_of_chess960_that_were_on_the_board(start: str, moves: str) -> None:
    position = chess960.game(safety_draw=True).parse(start)
    for move in moves.split():
        position = position.move(move)
    assert position_command(position).endswith(f" moves {moves}")


def test_chess960_is_asked_of_no_program_that_does_not_know_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, chess_engine: Callable[..., ChessEngine]
) -> None:
    program = chess_engine(fake(tmp_path, "echo bestmove h2h4"), PATIENCE)
    start = chess960.game(start_number=0).start()
    assert program.lines(start, GLANCE)[0].move in {way.move for way in start.legal_moves()} - {"h2h4"}
    assert program.lines(START, GLANCE)[0].move == "h2h4"
    assert not caplog.records


def test_a_past_that_no_moves_lead_through_is_not_shown() -> None:
    odd = ChessPosition(
        chess.game(safety_draw=True), "8/8/8/3k4/8/8/8/KQ6 w - - 9 9", ("8/8/8/8/8/8/8/KQ5k b - -",)
    )
    assert position_command(odd) == f"fen {odd.fen}"
