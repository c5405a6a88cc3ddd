"""Chess with an engine that is missing or misbehaves: there is a legal answer all the same, in time."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.squares.engines import BODIES, SILENT, fake
from zaria import bots
from zaria.bots.player import Asked
from zaria.bots.squares import Limits, chess_engine, engine
from zaria.bots.squares.chess_engine import ChessEngine
from zaria.games import chess
from zaria.games.squares import SquaresPosition

START = chess.game().start()
GLANCE = Limits(nodes=200)
LEGAL = {way.move for way in START.ways()}
PATIENCE = 0.3


@pytest.fixture
def engines() -> Iterator[list[ChessEngine]]:
    """Engines that are closed when the test is over."""
    found: list[ChessEngine] = []
    yield found
    for each in found:
        each.close()


@pytest.mark.parametrize("fault", BODIES)
def test_our_own_search_answers_for_one_that_misbehaves(
    fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    program = ChessEngine(fake(tmp_path, BODIES[fault]), PATIENCE)
    assert program.name == "Fake 1.0"
    began = time.monotonic()
    lines = program.lines(START, GLANCE, 2)
    assert time.monotonic() - began < 5
    assert len(lines) == 2
    assert {line.move for line in lines} <= LEGAL
    assert "our own search answers" in caplog.text
    assert not program._spare


@pytest.mark.parametrize(
    "start",
    ["#!/no/such/interpreter", "#!/bin/cat", f"#!/bin/sh\n{SILENT}", "#!/bin/sh\nexit 3", "not a program"],
)
def test_one_that_cannot_be_started(start: str, tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_text(start)
    path.chmod(0o755)
    program = ChessEngine(str(path), PATIENCE)
    assert program.name == "alpha-beta"
    assert program.lines(START, GLANCE)[0].move in LEGAL


@pytest.mark.parametrize("path", ["no/such/file", "."])
def test_one_that_is_not_there(path: str, tmp_path: Path) -> None:
    program = ChessEngine(str(tmp_path / path))
    assert program.lines(START, GLANCE)[0].move in LEGAL


def test_the_next_question_starts_another(tmp_path: Path, engines: list[ChessEngine]) -> None:
    """It fails the first time only."""
    mark = tmp_path / "failed"
    body = f"if [ -e {mark} ]; then echo bestmove h2h4; else touch {mark}; exit 1; fi"
    program = ChessEngine(fake(tmp_path, body), PATIENCE)
    engines.append(program)
    assert program.lines(START, GLANCE)[0].move != "h2h4"
    assert [program.lines(START, GLANCE)[0].move for _ in range(2)] == ["h2h4", "h2h4"]
    assert program.name == "Fake 1.0"


def test_after_two_failures_it_rests(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    program = ChessEngine(fake(tmp_path, "exit 1"), PATIENCE)
    for _ in range(4):
        assert program.lines(START, GLANCE)[0].move in LEGAL
    failures = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(failures) == 2
    assert program.name == "alpha-beta"


def test_one_that_is_slow_is_told_to_stop(tmp_path: Path, engines: list[ChessEngine]) -> None:
    body = "while read -r word; do if [ $word = stop ]; then echo bestmove h2h4; break; fi; done"
    program = ChessEngine(fake(tmp_path, body), PATIENCE)
    engines.append(program)
    assert program.lines(START, GLANCE)[0].move == "h2h4"


def test_what_it_is_told_and_says(tmp_path: Path, engines: list[ChessEngine]) -> None:
    heard = tmp_path / "heard"
    said = (
        'echo "$line" >> ' + str(heard) + "; echo info string hello; "
        "echo info depth 3 seldepth 4 multipv 1 score cp 35 lowerbound nodes 5 pv d2d4; "
        "echo info depth 3 multipv 1 score cp 31 nodes 9 pv e2e4 e7e5 e4e6; "
        "echo info depth 3 multipv 2 score mate -2 pv f2f3; echo info depth 9 score cp pv; echo bestmove e2e4"
    )
    program = ChessEngine(fake(tmp_path, said), PATIENCE)
    engines.append(program)
    best, second = program.lines(START, Limits(nodes=7, seconds=0.5, depth=3), 2)
    assert best == ("e2e4", 31, 3, ("e2e4", "e7e5"))
    assert (second.move, second.value) == ("f2f3", -999_996)
    assert heard.read_text() == "go nodes 7 depth 3 movetime 500\n"


def test_with_noise_it_is_not_asked(tmp_path: Path) -> None:
    program = ChessEngine(fake(tmp_path, "echo bestmove h2h4"), PATIENCE)
    assert program.lines(START, Limits(nodes=100, noise=1))[0].move != "h2h4"


def test_there_is_nothing_to_say_of_a_game_that_is_over(tmp_path: Path) -> None:
    over = chess.game().parse("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert ChessEngine(fake(tmp_path, "exit 1")).lines(over, GLANCE) == []
    assert ChessEngine(None).lines(over, GLANCE) == []


def test_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(chess_engine.VARIABLE, "off")
    assert chess_engine.stockfish() is None
    monkeypatch.setenv(chess_engine.VARIABLE, "some/where")
    assert chess_engine.stockfish() == "some/where"
    monkeypatch.setenv(chess_engine.VARIABLE, "")
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "stockfish").write_text("")
    (tmp_path / "stockfish").chmod(0o755)
    assert chess_engine.stockfish() == str(tmp_path / "stockfish")


def test_games_with_other_options_share_it() -> None:
    assert engine.engine_for(chess.game(True)) is engine.engine_for(chess.game())


@pytest.mark.parametrize("fault", ["crashes in its search", "illegal move"])
def test_a_table_goes_on(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The master answers with a legal move, whatever became of the program it asks."""
    monkeypatch.setenv(chess_engine.VARIABLE, fake(tmp_path, BODIES[fault]))
    program = ChessEngine(chess_engine.stockfish(), PATIENCE)
    monkeypatch.setattr(chess_engine, "shared", lambda: program)
    engine._kept.cache_clear()
    try:
        position: SquaresPosition = START
        for _ in range(4):
            position = position.move(bots.on_squares("level5").think(position, Asked(1, 0.2)).choice)
        assert position.plies == 4
        assert program._failures > 1
    finally:
        engine._kept.cache_clear()
