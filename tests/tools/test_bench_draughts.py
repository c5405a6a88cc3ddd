"""Other programs' answers are taken for the right moves of ours, and for none where there is none."""

from contextlib import closing
from pathlib import Path

import pytest
from tools.bench import draughts as bench_draughts
from tools.bench import draughts_opponents

from tests.support.games.draughts_positions import draughts


def answered(game: str, text: str, begin: int, end: int, captured: list[int]) -> str:
    def ask(position: str) -> tuple[int, int, list[int]]:
        assert position == text
        return begin, end, captured

    return draughts_opponents._answer(ask, draughts(game).parse(text))


@pytest.mark.parametrize(
    ("game", "text", "begin", "end", "captured", "move"),
    [
        ("russian-draughts", "W:W22:B4", 22, 18, [], "c3-d4"),
        ("russian-draughts", "W:W22:B11,18", 22, 8, [11, 18], "c3:e5:g7"),
        ("russian-draughts", "B:WK32:B1", 1, 5, [], "b8-a7"),
        ("draughts", "W:W31:B5", 31, 27, [], "31-27"),
        ("draughts", "B:W22:B18,K50", 18, 27, [22], "18x27"),
    ],
)
def test_numbers_become_our_moves(
    game: str, text: str, begin: int, end: int, captured: list[int], move: str
) -> None:
    assert answered(game, text, begin, end, captured) == move


def test_what_is_no_move_is_reported() -> None:
    with pytest.raises(AssertionError, match="no move by our rules"):
        answered("draughts", "W:W31:B5", 31, 32, [])


def test_it_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(draughts_opponents, "FOLDER", tmp_path)
    with pytest.raises(draughts_opponents.MissingEngineError, match=r"bootstrap\.py judges"):
        draughts_opponents.opponent("dame", draughts("draughts"), 1.0, None)


@pytest.mark.parametrize(
    ("text", "turn", "pieces"),
    [
        ("W:W31-33:B1,K5", "w", {31: "w", 32: "w", 33: "w", 1: "b", 5: "B"}),
        ("B:WK50:B18", "b", {50: "W", 18: "b"}),
        ("B:W:B18", "b", {18: "b"}),
    ],
)
def test_scan_gets_the_position(text: str, turn: str, pieces: dict[int, str]) -> None:
    position = draughts_opponents.hub_position(text)
    assert position[0] == turn
    assert {number: letter for number, letter in enumerate(position) if number and letter != "e"} == pieces
    assert len(position) == 51


def test_scan_is_asked_and_its_move_understood(tmp_path: Path) -> None:
    program = tmp_path / "scan"
    program.write_text(
        "#!/bin/sh\n"
        "while read -r command rest; do\n"
        'if [ "$command" = go ]; then echo input; echo move 18x27x22 1-2; fi\n'
        "done\n"
    )
    program.chmod(0o755)
    with closing(draughts_opponents.Scan(tmp_path, 0.1, None)) as scan:
        assert scan.ask("B:W22:B18,K50") == (18, 27, [22])


def test_it_says_that_scan_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(draughts_opponents, "FOLDER", tmp_path)
    with pytest.raises(draughts_opponents.MissingEngineError, match="Scan is missing"):
        draughts_opponents.opponent("scan", draughts("draughts"), 1.0, None)


def test_who_does_not_play_a_game_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bench_draughts", "judges", "giveaway"])
    with pytest.raises(SystemExit, match="dame does not play giveaway"):
        bench_draughts.main()
