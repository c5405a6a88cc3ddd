"""Chess openings have the names of the table, by position."""

import io

import chess
import chess.pgn
import pytest

from tests.support.match.board_matches import chess as chess_table
from zaria.games.protocols import IllegalTurnError
from zaria.records import convert
from zaria.records.openings import chess as openings
from zaria.records.openings.chess import ChessOpening

BERLIN = "e4 e5 Nf3 Nc6 Bb5 Nf6"


def test_a_game_has_the_name_of_its_last_named_position() -> None:
    assert openings.of_words(BERLIN.split()) == ChessOpening("C65", "Ruy Lopez: Berlin Defense", 6)
    unnamed = [*BERLIN.split(), "a3", "h6"]
    assert openings.of_words(unnamed) == openings.of_words(BERLIN.split())
    assert openings.of_words([]) is None


def test_another_order_of_moves_has_the_same_name() -> None:
    queens_gambit = openings.of_words(["d4", "d5", "c4", "e6", "Nc3", "Nf6"])
    assert queens_gambit is not None
    assert "Queen's Gambit Declined" in queens_gambit.name
    english_first = openings.of_words(["c4", "Nf6", "Nc3", "e6", "d4", "d5"])
    assert english_first == queens_gambit


def test_all_ways_to_ask_agree() -> None:
    board, fens, moves = chess.Board(), [], []
    for word in BERLIN.split():
        moves.append(board.push_san(word))
        fens.append(board.fen())
    assert openings.of_moves(moves) == openings.of_positions(fens) == openings.of_words(BERLIN.split())


def test_a_game_may_come_back_to_the_table_until_its_opening_is_over() -> None:
    aside = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert openings.in_book(aside * 3)
    back = openings.of_words([*aside, *aside, *BERLIN.split()])
    assert back == ChessOpening("C65", "Ruy Lopez: Berlin Defense", 14)
    assert openings.in_book([])
    assert openings.in_book((aside * 10)[:39])
    assert not openings.in_book(aside * 10)


@pytest.mark.parametrize("word", ["Ke2", "e5x", "--", "x" * 50])
def test_an_illegal_move_is_refused(word: str) -> None:
    with pytest.raises(IllegalTurnError):
        openings.of_words([word])


def test_no_name_is_looked_for_behind_the_opening() -> None:
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"] * 20
    opening = openings.of_words(shuffle)
    assert opening is not None
    assert opening.plies <= openings.LONGEST


def test_the_record_names_site_opening_and_clock() -> None:
    events = convert.read(f"1. {BERLIN} *".encode())
    game = chess.pgn.read_game(io.StringIO(convert.write(events, "pgn", "https://club.example/t/1").decode()))
    assert game is not None
    assert game.headers["Site"] == "https://club.example/t/1"
    assert (game.headers["ECO"], game.headers["Opening"]) == ("C65", "Ruy Lopez: Berlin Defense")
    assert "TimeControl" not in game.headers  # that of a file is unknown


def test_a_match_without_a_clock_says_so() -> None:
    record = convert.write(chess_table("e2e4").events, "pgn").decode()
    assert '[TimeControl "-"]' in record
    assert '[Site "?"]' in record
    assert '[Opening "King\'s Pawn Game"]' in record
