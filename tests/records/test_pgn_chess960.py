"""PGN of Chess960: written with Variant, SetUp and FEN, read under each of its names."""

import io

import chess.pgn
import pytest

from tests.support.match.board_matches import give, position
from tests.support.match.dice_matches import Table
from tests.support.records.histories import opened_terms
from zaria.games.chess960 import start_number_of
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records import convert
from zaria.records.errors import InvalidRecordError

CASTLING = ("g2g3", "g7g6", "f1g1", "f8g8")
"""King and rook change places on both sides."""


def played(terms: Terms, *moves: str) -> list[ev.Event]:
    table = Table(terms)
    for move in moves:
        give(table, move)
    table.do(0, cmd.Resign())
    return table.events


def moves_of(events: list[ev.Event]) -> list[str]:
    return [event.move for event in events if isinstance(event, ev.Moved)]


def with_variant(name: str) -> bytes:
    return f'[Variant "{name}"]\n[SetUp "1"]\n[FEN "{FEN}"]\n\n1. g3 g6 2. O-O O-O *'.encode()


FEN = "rnqbbkrn/pppppppp/8/8/8/8/PPPPPPPP/RNQBBKRN w KQkq - 0 1"


def test_it_is_written_and_read_again() -> None:
    number = start_number_of(position(Table(Terms("chess960", position=FEN))))
    events = played(Terms("chess960", {"start_number": number or 0}), *CASTLING)
    text = convert.write(events, "pgn")
    assert b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + FEN.encode() in text
    assert b"O-O" in text
    again = convert.read(text)
    assert opened_terms(again).game == "chess960"
    assert opened_terms(again).options["start_number"] == number
    assert moves_of(again) == list(CASTLING)
    library = chess.pgn.read_game(io.StringIO(text.decode()))
    assert library is not None
    assert not library.errors
    assert [move.uci() for move in library.mainline_moves()] == list(CASTLING)


def test_the_position_of_chess_is_written_too() -> None:
    events = played(Terms("chess960", {"start_number": 518}), "e2e4", "e7e5", "g1f3", "b8c6")
    assert b'[SetUp "1"]\n[FEN "rnbqkbnr/' in convert.write(events, "pgn")
    assert opened_terms(convert.read(convert.write(events, "pgn"))).options["start_number"] == 518


def test_a_drawn_number_is_read_as_an_agreed_one() -> None:
    table = Table(Terms("chess960"))
    for _ in range(4):
        give(table, position(table).legal_moves()[0].move)
    table.do(0, cmd.Resign())
    again = convert.read(convert.write(table.events, "pgn"))
    assert opened_terms(again).options["start_number"] == table.match.start_number
    assert moves_of(again) == moves_of(table.events)


@pytest.mark.parametrize("name", ["Chess960", "Fischerandom", "Fischer Random", "chess 960"])
def test_its_names(name: str) -> None:
    events = convert.read(with_variant(name))
    assert opened_terms(events).game == "chess960"
    assert moves_of(events) == list(CASTLING)


def test_a_game_from_the_middle_keeps_its_position() -> None:
    fen = "4k3/8/8/8/8/8/5PPP/1K5R w K - 0 1"
    events = convert.read(f'[Variant "Chess960"]\n[FEN "{fen}"]\n\n1. O-O Kd7 *'.encode())
    assert opened_terms(events).position == fen
    assert moves_of(events) == ["b1h1", "e8d7"]


def test_without_a_position_it_is_that_of_chess() -> None:
    assert opened_terms(convert.read(b'[Variant "Chess960"]\n\n1. e4 *')).options["start_number"] == 518


def test_what_cannot_be() -> None:
    with pytest.raises(InvalidRecordError):
        convert.read(b'[Variant "Chess960"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
    assert convert.formats("chess960") == ("json", "pgn")
