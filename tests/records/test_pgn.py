"""PGN: what is written is read again the same; python-chess reads it, and what it writes is read here."""

import io

import chess.pgn
import pytest

from tests.support.match.board_matches import KNIGHTS
from tests.support.match.board_matches import chess as chess_table
from tests.support.records.board_records import ENDINGS, endings, moves, sat
from tests.support.records.histories import opened_terms
from zaria.match import events as ev
from zaria.records import convert
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.formats import pgn
from zaria.records.replay import replay

ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
MATE = "1. f3 e5 2. g4 Qh4# 0-1"


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_game_comes_back_as_it_was_played(ending: str) -> None:
    events = sat("chess", 1, 2 if ending == "void" else 40, ending)
    body = convert.write(events, "pgn")
    again = convert.read(body)
    assert opened_terms(again).game == "chess"
    assert moves(again) == moves(events)
    assert endings(again) == endings(events)
    untimed = b"".join(line for line in body.splitlines(True) if not line.startswith(b"[TimeControl"))
    assert convert.write(again, "pgn") == untimed
    assert replay(again).frames[-1].squares == replay(events).frames[-1].squares


@pytest.mark.parametrize("seed", range(4))
def test_python_chess_reads_what_is_written(seed: int) -> None:
    events = sat("chess", seed, 150, "resigned")
    body = convert.write(events, "pgn").decode()
    assert all(len(line) <= 80 for line in body.splitlines())
    game = chess.pgn.read_game(io.StringIO(body))
    assert game is not None
    assert not game.errors
    assert list(game.headers)[:7] == ROSTER
    assert game.headers["TimeControl"] == "300+5"
    assert [move.uci() for move in game.mainline_moves()] == [move for _, move, _ in moves(events)]
    shown = replay(events).frames[-1].squares
    assert shown is not None
    assert "".join(shown.board.split("/")) == "".join(
        (piece.symbol() if (piece := game.end().board().piece_at(square ^ 56)) else ".")
        for square in range(64)
    )


@pytest.mark.parametrize("seed", range(4))
def test_what_python_chess_writes_is_read(seed: int) -> None:
    events = sat("chess", seed, 60, "resigned")
    game = chess.pgn.read_game(io.StringIO(convert.write(events, "pgn").decode()))
    assert game is not None
    for place, node in enumerate(game.mainline()):
        node.comment = f"move ({place}"
        node.nags.add(place % 6 + 1)
        if place:
            node.parent.add_variation(next(iter(node.parent.board().legal_moves))).comment = "another"
    again = convert.read(str(game).encode())
    assert (moves(again), endings(again)) == (moves(events), endings(events))


def test_a_mate_is_a_mate_in_every_notation() -> None:
    events = convert.read(MATE.encode())
    assert endings(events) == [(1, 1, "single", "played", "mate"), (1, (0, 1))]
    assert endings(convert.read(MATE.replace("0-1", "*").encode())) == endings(events)
    with pytest.raises(InvalidRecordError, match="line 1: the other player has won this game"):
        convert.read(MATE.replace("0-1", "1-0").encode())


def test_castling_promotion_and_en_passant() -> None:
    text = (
        "1. e4 d5 2. exd5 e5 3. dxe6 Nc6 4. exf7+ Kd7 5. Nf3 b6 6. Bb5 h6 7. 0-0 h5 8. fxg8=N Rxg8 "
        "9. d4 h4 10. h3 g5 11. Nxg5 *"
    )
    events = convert.read(text.encode())
    assert [move for _, move, _ in moves(events)][12:15:2] == ["e1g1", "f7g8n"]
    assert "O-O" in [notation for _, _, notation in moves(events)]
    assert moves(convert.read(convert.write(events, "pgn"))) == moves(events)


def test_a_game_goes_on_past_our_draw() -> None:
    """Fifty quiet moves end a game here by themselves; elsewhere only if somebody asks."""
    table = chess_table(*[KNIGHTS[n % 4] for n in range(100)])
    assert endings(table.events)[0][-1] == "fifty"
    body = convert.write(table.events, "pgn")
    assert endings(convert.read(body)) == endings(table.events)
    won = body.replace(b"1/2-1/2", b"1-0")
    for text, count in ((won, 0), (won.rstrip().removesuffix(b"1-0") + b"51. e4 e5 1-0", 2)):
        again = convert.read(text)
        assert len(moves(again)) == 100 + count
        assert endings(again)[0] == (0, 1, "single", "resigned", "")
        assert replay(again).frames[-1].how == "resigned"
        assert convert.read(convert.write(again, "json")) == again


def test_a_draw_that_our_rules_do_not_know_was_agreed() -> None:
    events = convert.read(b'[Result "1/2-1/2"]\n[Termination "threefold repetition"]\n\n1. e4 e5 1/2-1/2')
    assert endings(events)[0] == (None, 0, "draw", "draw", "")
    assert endings(convert.read(b'[Result "1-0"]\n[Termination "Time forfeit"]\n\n1. e4'))[0][3] == "time"


WRONG = {
    "nothing": (b"\n\n", "line 1: no game"),
    "no move": (b"1. e4\ne5 2. Ke9", "line 2: not a move: 'Ke9'"),
    "null": (b"1. e4 -- *", "line 1: not a move: '--'"),
    "illegal": (b"1. e4 e5 2. Ke3 *", "line 1: not a legal move: 'Ke3'"),
    "unclear": (b"1. Nc3 e5 2. Nf3 d5 3. Nb1 d4 4. Nc3 e4 5. Nd5 Nc6 6. Nf4 Nb8 7. N4 *", "not a move: 'N4'"),
    "two": (b"1. d3 d6 2. Nd2 e6 3. Nf3 *", "line 1: ambiguous move: 'Nf3'"),
    "variant": (b'[Variant "Atomic"]\n\n1. e4 *', "line 1: not the kind of chess"),
    "set up": (b'[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4K2R w K - 0 1"]\n\n*', "line 2: FEN: not a FEN"),
    "draughts": (b'[GameType "25"]\n\n1. c3-d4 *', "line 1: a game of draughts: this is PDN"),
    "second": (b"1. e4 *\n\n[Event \"b\"]\n1. d4 *", "2 games: choose one"),
    "open": (b"1. e4 (1. d4 (1. c4) e5 2. d4", "line 1: the file is cut off"),
    "comment": (b"1. e4 {never closed\n", "line 1: the file is cut off"),
    "long word": (b"1. " + b"e4" * 3000, "line 1: not a move"),
    "moves": (b"1. Nf3 " * 5000, "line 1: more than 4000 moves"),
    "stars": (b"{}" * 300_000 + b"<", "line 1: not a move"),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said_with_its_line(fault: str) -> None:
    body, reason = WRONG[fault]
    with pytest.raises(InvalidRecordError, match=reason) as raised:
        convert.read(body, "pgn")
    assert "\n" not in str(raised.value)


def test_what_is_passed_over() -> None:
    start = f'[FEN "{chess.STARTING_FEN}"]\n[Variant "Standard"]\n[Date "????.??.??"]\n'
    text = start + "\n1. e4! {(} $14 e5?? (1... c5 2. Nf3 (2. c3)) 2.Nf3 ; Nc3 {\n% 3. d4\n2... Nc6 *\n"
    assert [notation for _, _, notation in moves(convert.read(text.encode()))] == ["e4", "e5", "Nf3", "Nc6"]


def test_tags_may_stand_on_one_line_with_the_moves() -> None:
    events = convert.read(b'[White "Anna"] [Black "Boris"] 1. e4 e5 *')
    assert [event.player.name for event in events if isinstance(event, ev.Seated)] == ["Anna", "Boris"]
    assert [notation for _, _, notation in moves(events)] == ["e4", "e5"]


def test_which_games_the_format_holds() -> None:
    assert convert.formats("chess") == ("json", "pgn")
    with pytest.raises(UnsupportedRecordError, match="Chess is not a game of draughts"):
        convert.write(sat("chess", 1, 10), "pdn")
    with pytest.raises(UnsupportedRecordError, match="Ugolki is not a game of chess"):
        convert.write(sat("ugolki", 1, 10), "pgn")
    with pytest.raises(InvalidRecordError, match="has dice"):
        convert.read(b"1. e4 *", "pgn", "tabla")
    events = pgn.load(b"1. e4 *", "chess", {"safety_draw": True})
    assert opened_terms(events).options == {"safety_draw": True}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1. e4 e5", "pgn"),
        ('[Event "?"]\n\n1. e4', "pgn"),
        ('[Event "?"]\n[GameType "20"]\n', "pdn"),
        ("1. 32-28", "pdn"),
        ("1. c3-d4 d6-c5", "pdn"),
        ("% an escape\n; a remark; and more\r\n1. e4 e5", "pgn"),
        ("; " * 2000, "mat"),
        (" 3 point match", "mat"),
        ("(;GM[6]", "sgf"),
        ("{}", "json"),
    ],
)
def test_how_a_format_is_found_out(text: str, form: str) -> None:
    assert convert.guess(text.encode()) == form
