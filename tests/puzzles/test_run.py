"""A search in several processes: its files can be continued, and are readable however it was stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.puzzles import CUBE, TURN
from zaria.cli.main import main
from zaria.puzzles.files import PuzzleFile
from zaria.puzzles.puzzle import InvalidPuzzleError, encode, read_file
from zaria.puzzles.run import PuzzleSearch
from zaria.puzzles.shipped import FOLDER

MATCH = Path(__file__).parents[1] / "records" / "files" / "gnubg-7.mat"


def test_a_file_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "backgammon.jsonl"
    assert PuzzleFile(path).append(TURN)
    path.write_bytes(path.read_bytes() + encode(CUBE)[:50])
    file = PuzzleFile(path)
    assert (file.ids, file.greatest_seed) == ({TURN.id}, TURN.source.seed)
    assert not file.append(TURN)
    assert file.append(CUBE)
    assert list(read_file(path)) == [TURN, CUBE]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tabla.jsonl"
    path.write_bytes(b"{}\n")
    with pytest.raises(InvalidPuzzleError, match="line 1"):
        PuzzleSearch(["tabla"], tmp_path, 0)


def test_games_with_few_puzzles_come_first(tmp_path: Path) -> None:
    PuzzleFile(tmp_path / "backgammon.jsonl").append(TURN)
    search = PuzzleSearch(["backgammon", "tabla"], tmp_path, 2)
    totals = search.totals
    assert totals["backgammon"].next_seed == TURN.source.seed + 1
    assert totals["tabla"].next_seed == 2
    assert totals["tabla"].urgency() < totals["backgammon"].urgency()
    totals["tabla"].seconds = 10.0
    assert totals["tabla"].urgency() > totals["backgammon"].urgency()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["find", "halma", "--out", "."], "no game with puzzles"),
        (["find", "indiyka", "--out", "."], "no game with puzzles"),
        (["find", "tabla", "--out", "nowhere"], "nowhere is no folder"),
        (["find", "tabla", "--out", ".", "--minutes", "0"], "minutes"),
        (["find", "tabla", "--out", ".", "--jobs", "0"], "jobs"),
        (["find", "tabla", "--out", ".", "--match", "nothing.mat"], "No such file"),
        (["check", "nothing.jsonl"], "No such file"),
        (["check", "tabla", "--sample", "-1"], "sample"),
    ],
)
def test_one_line_for_a_wrong_wish(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["puzzles", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_check_says_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(encode(CUBE).replace(CUBE.id.encode(), b"aaaaaaaa") + b"\n")
    assert main(["puzzles", "check", str(path)]) == 1
    output = capsys.readouterr().out
    assert "backgammon aaaaaaaa: the identifier of this decision is" in output
    assert output.endswith("1 checked, 1 failed\n")


def test_check_takes_a_sample(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.jsonl"
    lines = (FOLDER / "russian-draughts.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    assert main(["puzzles", "check", str(path), "--sample", "5"]) == 0
    assert "1 checked, 0 failed" in capsys.readouterr().out


def test_a_match_is_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["puzzles", "find", "backgammon", "--out", str(tmp_path), "--minutes", "0.02"]
    assert main([*arguments, "--match", str(MATCH)]) == 0
    puzzles = list(read_file(tmp_path / "backgammon.jsonl")) if list(tmp_path.iterdir()) else []
    assert {puzzle.source.kind for puzzle in puzzles} <= {"match"}
    assert "backgammon: 1 games" in capsys.readouterr().out


@pytest.mark.slow
def test_a_killed_search_leaves_a_file_that_is_continued(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "zaria.cli.main", "puzzles", "find", "russian-draughts"]
    search = subprocess.Popen(
        [*command, "--out", str(tmp_path), "--minutes", "5"], stdout=subprocess.PIPE, text=True
    )
    assert search.stdout is not None
    try:
        assert search.stdout.readline().startswith("russian-draughts ")
    finally:
        os.kill(search.pid, signal.SIGKILL)
        search.communicate()
    file = PuzzleFile(tmp_path / "russian-draughts.jsonl")
    assert len(file.ids) >= 1
