"""The format of puzzles: lines and files, identifiers, first ratings, scores."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.puzzles import CUBE, MOVE, TURN
from zaria.puzzles import scores
from zaria.puzzles.puzzle import (
    GREATEST_RATING,
    ID_LENGTH,
    ID_LETTERS,
    LEAST_RATING,
    InvalidPuzzleError,
    Puzzle,
    decode,
    encode,
    first_rating,
    puzzle_id,
    read_file,
)
from zaria.puzzles.shipped import Shipped


@pytest.mark.parametrize("puzzle", [TURN, CUBE, MOVE], ids=lambda puzzle: puzzle.question)
def test_a_line_reads_as_it_was_written(puzzle: Puzzle) -> None:
    line = encode(puzzle)
    assert b"\n" not in line
    assert decode(line) == puzzle


@pytest.mark.parametrize("line", [b"", b"{}", b"\xff", b"[1]", encode(TURN)[:-1] + b',"extra":1}'])
def test_other_lines_are_refused(line: bytes) -> None:
    with pytest.raises(InvalidPuzzleError, match="not a puzzle"):
        decode(line)


def test_a_file_names_the_line_at_fault(tmp_path: Path) -> None:
    path = tmp_path / "tabla.jsonl"
    path.write_bytes(encode(TURN) + b"\n\n{}\n")
    with pytest.raises(InvalidPuzzleError, match="line 3"):
        list(read_file(path))


def test_an_unfinished_last_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "tabla.jsonl"
    path.write_bytes(encode(TURN) + b"\n" + encode(TURN)[:40])
    assert list(read_file(path)) == [TURN]


def test_shipped_puzzles_are_found_by_their_place(tmp_path: Path) -> None:
    path = tmp_path / "backgammon.jsonl"
    path.write_bytes(b"\n" + encode(TURN) + b"\n\n" + encode(CUBE) + b"\n")
    puzzles = Shipped(path)
    assert puzzles.ids == (TURN.id, CUBE.id)
    assert puzzles[CUBE.id] == CUBE
    assert list(puzzles) == [TURN, CUBE]
    assert "nothing" not in puzzles
    with pytest.raises(KeyError):
        puzzles["nothing"]
    assert len(Shipped(tmp_path / "none.jsonl")) == 0


def test_shipped_files_with_other_lines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tabla.jsonl"
    path.write_bytes(b"[]\n")
    with pytest.raises(InvalidPuzzleError, match=r"tabla\.jsonl, line 1"):
        Shipped(path)


def test_an_identifier_follows_from_the_decision_alone() -> None:
    name = puzzle_id("tabla", "X=1:1;O=1:1", (3, 1), "turn")
    assert len(name) == ID_LENGTH
    assert set(name) <= set(ID_LETTERS)
    assert name == puzzle_id("tabla", "X=1:1;O=1:1", (1, 3), "turn")
    decisions = [
        ("tapa", "X=1:1;O=1:1", (3, 1), "turn"),
        ("tabla", "X=2:1;O=1:1", (3, 1), "turn"),
        ("tabla", "X=1:1;O=1:1", (3, 2), "turn"),
        ("tabla", "X=1:1;O=1:1", (3, 1), "avoid"),
    ]
    assert len({name, *(puzzle_id(*decision) for decision in decisions)}) == 5


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_more_people_miss_is_rated_higher(share: float, greater: float) -> None:
    share, greater = sorted((share, greater))
    assert LEAST_RATING <= first_rating(share) <= first_rating(greater) <= GREATEST_RATING
    assert (first_rating(0.2), first_rating(0.55), first_rating(0.9)) == (1000, 1600, 2200)


@pytest.mark.parametrize(
    ("loss", "board", "expected", "word"),
    [
        (0.0, False, 1.0, "solved"),
        (0.02, False, 1.0, "solved"),
        (0.04, False, 0.75, "nearly"),
        (0.16, False, 0.0, "missed"),
        (1.0, False, 0.0, "missed"),
        (0.05, True, 1.0, "solved"),
        (0.15, True, 0.5, "nearly"),
        (0.3, True, 0.0, "missed"),
    ],
)
def test_scores(loss: float, board: bool, expected: float, word: str) -> None:
    assert scores.score(loss, board=board) == pytest.approx(expected)
    assert scores.verdict(scores.score(loss, board=board)) == word


@given(st.floats(0, 2), st.floats(0, 2), st.booleans())
def test_a_greater_loss_never_scores_more(loss: float, greater: float, board: bool) -> None:
    loss, greater = sorted((loss, greater))
    assert 0.0 <= scores.score(greater, board=board) <= scores.score(loss, board=board) <= 1.0
