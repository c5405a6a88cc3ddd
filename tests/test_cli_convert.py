"""`zaria convert`: files in, files out, one line when something is wrong."""

import os
from pathlib import Path

import pytest

from zaria.cli.main import main

HERE = Path(__file__).parent
MATCH = HERE / "records" / "files" / "gnubg-7.mat"


def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    native, sgf, mat = tmp_path / "m.json", tmp_path / "m.sgf", tmp_path / "m.mat"
    for source, target in ((MATCH, native), (native, sgf), (sgf, mat)):
        assert main(["convert", str(source), str(target)]) == 0
    assert mat.read_text().split("Game 1")[1].splitlines()[3].rstrip() == (
        "  2) 41: 13/9 24/23              11: 6/5 6/5 5/4 5/4"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.json", "m.mat", "m.sgf"]
    assert main(["convert", str(MATCH), "-", "--to", "sgf", "--game", "tabla"]) == 0
    assert "GM[6]" in capsys.readouterr().out
    assert main(["verify", str(native)]) == 1
    assert "imported" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nothing.mat", "x.json"], "No such file"),
        ([str(MATCH), "x.txt"], "unknown format of x.txt"),
        ([str(MATCH), "x.json", "--game", "halma"], "unknown game 'halma'"),
        ([str(MATCH), "x.json", "--game", "chess"], "Chess is played on squares"),
        (["bad.pgn", "x.json"], "bad.pgn: line 2: not a legal move: 'Ke3'"),
        (["bad.pgn", "x.pdn"], "bad.pgn: line 2"),
        ([str(MATCH), "x.json", "--game", "tapa"], "Tapa is not a game of hitting"),
        ([str(HERE / "playthroughs" / "tapa-single.json"), "x.mat"], "cannot be written as .mat: Tapa"),
        ([str(MATCH), "nowhere/x.json"], "No such file"),
        ([str(MATCH), "/", "--to", "sgf"], "'/' is not a file name"),
        ([str(MATCH), "", "--to", "sgf"], "'' is not a file name"),
        ([str(MATCH), "bad.pgn/x.json"], "Not a directory"),
        ([str(MATCH), "x" * 300 + ".json"], "File name too long"),
        (["bad.mat", "x.json"], "bad.mat: line 8: not a legal turn of 4-1"),
    ],
)
def test_one_line_and_nothing_written(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.mat").write_bytes(MATCH.read_bytes().replace(b"41: 13/9 24/23", b"41: 13/8 24/23"))
    Path("bad.pgn").write_bytes(b"1. e4 e5\n2. Ke3 *")
    assert main(["convert", *arguments]) == 2
    output = capsys.readouterr()
    assert reason in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.mat", "bad.pgn"]


def test_it_writes_where_a_name_leads(tmp_path: Path) -> None:
    """Through a link, into a pipe; and its draft is nobody's file."""
    real, link, pipe = (tmp_path / name for name in ("m.json", "link.json", "pipe"))
    draft = tmp_path / f".zaria-{os.getpid()}.draft"
    real.write_text("old")
    link.symlink_to(real)
    draft.write_text("somebody's")
    assert main(["convert", str(MATCH), str(link)]) == 2
    assert (real.read_text(), draft.read_text()) == ("old", "somebody's")
    draft.unlink()
    assert main(["convert", str(MATCH), str(link)]) == 0
    assert link.is_symlink()
    assert real.read_text().startswith("{")

    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert main(["convert", str(MATCH), str(pipe), "--to", "mat"]) == 0
    assert b"7 point match" in os.read(reader, 1 << 20)
    os.close(reader)
    assert pipe.is_fifo()
    assert len(list(tmp_path.iterdir())) == 3

    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    assert main(["convert", str(MATCH), str(loop)]) == 0
    assert not loop.is_symlink()


@pytest.mark.parametrize(
    ("text", "form", "game"),
    [
        ("1. e4 e5 2. Nf3 1/2-1/2\n", "pgn", "chess"),
        ('[GameType "25"]\n\n1. c3-d4 d6-c5 1-0\n', "pdn", "russian-draughts"),
        ("1. 32-28 19-23 2. 28x19 14x23 *\n", "pdn", "draughts"),
    ],
)
def test_games_on_squares(
    text: str, form: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, native, again = (tmp_path / name for name in (f"a.{form}", "a.json", f"b.{form}"))
    source.write_text(text)
    assert main(["convert", str(source), str(native)]) == 0
    assert f'"game":"{game}"' in native.read_text()
    assert main(["convert", str(native), str(again)]) == 0
    assert text.splitlines()[-1] in again.read_text()
    assert main(["convert", str(native), str(tmp_path / "a.mat")]) == 2
    assert "cannot be written as .mat" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_file_that_names_no_game_is_written_with_a_warning(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tabla, backgammon = (HERE / "playthroughs" / f"{name}-single.json" for name in ("tabla", "backgammon"))
    target = tmp_path / f"m.{form}"
    assert main(["convert", str(tabla), str(target)]) == 0
    warning = f"{target}: .{form} does not name the game: read it with --game tabla\n"
    assert capsys.readouterr().err == warning
    assert main(["convert", str(target), str(tmp_path / "again.json"), "--game", "tabla"]) == 0
    assert '"game":"tabla"' in (tmp_path / "again.json").read_text()
    assert main(["convert", str(backgammon), str(target)]) == 0
    assert capsys.readouterr().err == ""


def test_one_of_several_matches_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "two.pgn"
    source.write_text('[White "Anna"]\n\n1. e4 e5 1-0\n\n[White "Boris"]\n\n1. d4 d5 0-1\n')
    assert main(["convert", str(source), "-", "--to", "pgn"]) == 2
    error = capsys.readouterr().err
    assert "    2  Boris – ?\n" in error
    assert "2 games: choose one with --game N" in error
    assert main(["convert", str(source), "-", "--to", "pgn", "--game", "2"]) == 0
    assert "1. d4 d5" in capsys.readouterr().out
    assert main(["convert", str(source), "-", "--to", "pgn", "--game", "3"]) == 2
    assert "no game 3: the file holds 2" in capsys.readouterr().err


def test_the_code_page_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = HERE / "records" / "files" / "foreign" / "names-windows-1251.mat"
    assert main(["convert", str(source), str(tmp_path / "x.json")]) == 0
    assert "not UTF-8; read as Windows-1251" in capsys.readouterr().err
