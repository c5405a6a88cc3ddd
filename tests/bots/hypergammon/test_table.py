"""The table of hypergammon as a file, the command that makes it, and the evaluator that reads it."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from zaria import games
from zaria.bots.hypergammon import solving, table
from zaria.bots.hypergammon.evaluator import HypergammonEvaluator, placements
from zaria.bots.hypergammon.layout import PLACEMENTS, places
from zaria.bots.hypergammon.turns import number
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.cli.main import main
from zaria.games.protocols import Position
from zaria.games.tables.kernel.kernel import kernel_is_compiled

PLACES = places()
STAND_IN = OutcomeProbabilities(0.25)


def stand_in(positions: Sequence[Position], ply: int) -> list[OutcomeProbabilities]:
    return [STAND_IN] * len(positions)


def position(text: str) -> Position:
    """A position by the rules of backgammon, of which all but three checkers a side are off."""
    return games.dice_game("backgammon").parse(text, 0)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of endings with one checker a side, made in two goes."""
    if not kernel_is_compiled():
        pytest.skip("solving needs the compiled kernels")
    path = tmp_path_factory.mktemp("hypergammon") / "one.table"
    lines: list[str] = []

    def stop(line: str) -> None:
        lines.append(line)
        if len(lines) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solving.solve(path, 2, stop, checkers=1, every_s=0)
    again: list[str] = []
    solving.solve(path, 2, again.append, checkers=1)
    assert len([line for line in again if line.startswith("equities")]) <= 5  # it went on, and did not begin
    assert [file.name for file in path.parent.iterdir()] == ["one.table"]
    return path


def test_the_last_checkers_are_in_the_table(solved: Path) -> None:
    chances = table.Table(solved).chances
    assert chances(number(0, 0, 6), number(0, 0, 1)).win == pytest.approx(27 / 36, abs=1e-4)
    assert chances(number(0, 0, 3), number(0, 0, 1)) == OutcomeProbabilities(1.0)


def test_the_evaluator_reads_positions(solved: Path) -> None:
    evaluator = HypergammonEvaluator(stand_in, solved)
    assert evaluator.name == "exact"
    (chances,) = evaluator.evaluate([position("X=6:1,off:14;O=1:1,off:14")], 2)
    assert chances.win == pytest.approx(27 / 36, abs=1e-4)


def test_boards_are_seen_by_the_side_on_roll() -> None:
    board = position("X=bar:1,6:2,off:12;O=24:2,3:1,off:12")
    on_roll, opponent = placements(board.board)  # type: ignore[attr-defined]
    assert (PLACES[on_roll], PLACES[opponent]) == ((6, 6, 25), (3, 24, 24))


def test_the_stand_in_evaluates_until_the_table_is_there(tmp_path: Path, solved: Path) -> None:
    path = tmp_path / "late.table"
    evaluator = HypergammonEvaluator(stand_in, path)
    endings = [position("X=6:1,off:14;O=1:1,off:14")]
    assert evaluator.name == "plain"
    assert evaluator.evaluate(endings, 0) == [STAND_IN]
    path.hardlink_to(solved)
    assert evaluator.name == "exact"
    assert evaluator.evaluate(endings, 0) != [STAND_IN]


def test_a_damaged_table_is_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "short.table"
    path.write_bytes(table.HEAD + b"\0" * 100)
    evaluator = HypergammonEvaluator(stand_in, path)
    with caplog.at_level(logging.WARNING):
        assert evaluator.evaluate([position("X=6:1,off:14;O=1:1,off:14")], 0) == [STAND_IN]
        assert evaluator.name == "plain"
    assert [record.getMessage() for record in caplog.records] == [
        "hypergammon: evaluated by heuristics: short.table is no table of hypergammon, or is damaged"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hypergammon", "--cores", "0"], "zaria: cores is a number from 1 to 64\n"),
        (["hypergammon", "--out", "nowhere/file"], "zaria: no table can be written to nowhere/file\n"),
    ],
)
def test_what_cannot_be_solved_is_said_in_a_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if not kernel_is_compiled():
        pytest.skip("solving needs the compiled kernels")
    assert main(["solve", *arguments]) == 2
    assert capsys.readouterr().err == message


def test_the_command_writes_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[tuple[Path, int]] = []
    monkeypatch.setattr(solving, "solve", lambda path, cores, report: calls.append((path, cores)))
    monkeypatch.setenv("ZARIA_DATA", str(tmp_path))
    assert main(["solve", "hypergammon", "--cores", "2"]) == 0
    assert calls == [(tmp_path / table.NAME, 2)]
    assert capsys.readouterr().out == f"{tmp_path / table.NAME}: the table of hypergammon\n"
    assert table.SIZE == 20 + 10 * PLACEMENTS**2
