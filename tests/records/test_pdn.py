"""PDN: what is written is read again the same; pydraughts reads it and sees the same boards."""

import re

import pytest
from draughts import Board, Move
from draughts.PDN import PDNReader, PDNWriter

from tests.support.by_day import by_day
from tests.support.match.dice_matches import Table
from tests.support.records.board_records import DRAUGHTS, ENDINGS, endings, kings, moves, sat
from tests.support.records.histories import opened_terms
from tests.support.search_budget import times
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records import convert
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.formats import pdn
from zaria.records.replay import replay

pytestmark = pytest.mark.proof

VARIANTS = {
    "russian-draughts": "russian",
    "giveaway": "russian",
    "english-draughts": "english",
    "draughts": "standard",
}
SEEDS = range(times(2))
PLIES = times(480, least=120)
"""Enough for kings."""


def men(fen: str) -> set[str]:
    """The pieces of a FEN, whoever is to move: side, king and number of the square."""
    pieces = set()
    for side in fen.split(";")[0].split(":")[-2:]:
        for part in filter(None, side[1:].split(",")):
            king, square = part[0] == "K", part.lstrip("K")
            if square[0].isalpha():
                column, rank = ord(square[0]) - ord("a"), int(square[1])
                square = str((8 - rank) * 4 + column // 2 + 1)
            low, _, high = square.partition("-")
            pieces |= {f"{side[0]}{king}{number}" for number in range(int(low), int(high or low) + 1)}
    return pieces


def lettered(move: str) -> str:
    """A move of pydraughts, which numbers the squares of Russian draughts from a1."""
    squares = re.split(r"([-x])", move)
    for place in range(0, len(squares), 2):
        row, number = divmod(int(squares[place]) - 1, 4)
        squares[place] = "abcdefgh"[2 * number + row % 2] + str(row + 1)
    return "".join(squares)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("game", DRAUGHTS)
def test_a_game_comes_back_as_it_was_played(game: str, ending: str) -> None:
    events = sat(game, 1, 2 if ending == "void" else 40, ending)
    body = convert.write(events, "pdn")
    again = convert.read(body)
    assert opened_terms(again).game == game
    assert moves(again) == moves(events)
    assert endings(again) == endings(events)
    assert convert.write(again, "pdn").replace(b'"Ada"', b"") == _untimed(body).replace(b'"Ada"', b"")
    assert convert.read(body, "pdn", game) == again
    assert replay(again).frames[-1].squares == replay(events).frames[-1].squares


def _untimed(body: bytes) -> bytes:
    """Imported matches have no clock."""
    return b"".join(line for line in body.splitlines(True) if not line.startswith(b"[TimeControl"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", DRAUGHTS)
def test_a_game_played_to_its_end(game: str, seed: int) -> None:
    events = sat(game, seed, 300)
    assert endings(events)[0][3] == "played"
    again = convert.read(convert.write(events, "pdn"))
    assert (moves(again), endings(again)) == (moves(events), endings(events))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", by_day(("russian-draughts", "draughts"), DRAUGHTS))
def test_pydraughts_sees_the_same_game(game: str, seed: int) -> None:
    events = sat(game, seed, PLIES, "resigned")
    parsed = PDNReader(pdn_text=convert.write(events, "pdn").decode()).games
    assert len(parsed) == 1
    assert parsed[0].variant == VARIANTS[game]
    assert parsed[0].game_ending == parsed[0].tags["Result"]
    board, position = Board(variant=VARIANTS[game]), games.board_game(game).start()
    for text, (_, move, _) in zip(parsed[0].moves, moves(events), strict=True):
        board.push(Move(board, pdn_move=text))
        position = position.move(move)
        assert men(board.fen) == men(position.to_text())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "game", by_day(("english-draughts",), ("russian-draughts", "english-draughts", "draughts"))
)
def test_what_pydraughts_writes_is_read(game: str, seed: int) -> None:
    events = sat(game, seed, 300)
    board = Board(variant=VARIANTS[game])
    for text in PDNReader(pdn_text=convert.write(events, "pdn").decode()).games[0].moves:
        board.push(Move(board, pdn_move=text))
    ending = re.findall("1-0|0-1|1/2-1/2", convert.write(events, "pdn").decode())[-1]
    body = PDNWriter("", board=board, game_ending=ending).pdn_text.encode()
    again = convert.read(body)
    assert opened_terms(again).game == game
    assert (moves(again), endings(again)) == (moves(events), endings(events))


@pytest.mark.parametrize(
    ("game", "seeds"), [("russian-draughts", times(20, least=10)), ("draughts", times(16, least=8))]
)
def test_captures_that_begin_and_end_alike_are_distinguished(game: str, seeds: int) -> None:
    alike = 0
    for seed in range(seeds):
        fen = kings(game, seed)
        position = games.board_game(game).parse(fen)
        board = Board(variant=VARIANTS[game], fen=fen)
        written = {way.move: pdn.written(position, way.move) for way in position.legal_moves()}
        assert len(set(written.values())) == len(written)
        for move, text in written.items():
            assert pdn.find(position, text) == (move,)
            alike += text.count("x") > 1
            ends = text.split("x")
            if (
                len(ends) == 2
                and sum(move.startswith(ends[0]) and move.endswith(ends[1]) for move in written) > 1
            ):
                continue  # a single capture has no square between, and pydraughts takes another for it
            oracle = Board(variant=VARIANTS[game], fen=fen)
            oracle.push(Move(board, pdn_move=text))
            assert men(oracle.fen) == men(position.move(move).to_text())
        for oracle_move in board.legal_moves():
            oracle = Board(variant=VARIANTS[game], fen=fen)
            oracle.push(oracle_move)
            text = oracle_move.pdn_move if game == "draughts" else lettered(oracle_move.pdn_move)
            assert men(oracle.fen) == men(position.move(pdn.find(position, text)[0]).to_text())
    assert alike


def _file(text: str, *tags: str) -> bytes:
    return ("".join(f"[{tag}]\n" for tag in tags) + "\n" + text).encode()


RUSSIAN = 'GameType "25"'


def test_comments_variations_and_marks_are_passed_over() -> None:
    text = (
        "{first} 1. c3-d4! $1 (1. a3-b4 {worse (by far)} (1. e3-f4)) d6-c5 ; to the end ( {\n"
        "% an escape\n2.b2-c3?! f6-g5 2... {x} 3. c3-e5 {[%clock w 0:10]} 1/2-1/2"
    )
    with pytest.raises(InvalidRecordError, match="line 6: not a legal move: 'c3-e5'"):
        pdn.load(_file(text, RUSSIAN, 'White "A"'))
    events = pdn.load(_file(text.replace("3. c3-e5", "3.g3-h4"), RUSSIAN, 'White "A"'))
    assert [text for _, _, text in moves(events)] == ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "g3-h4"]
    assert endings(events)[0] == (None, 0, "draw", "draw", "")


def test_other_ways_to_write_squares() -> None:
    letters = pdn.load(_file("1. C3:d4 h6-g5 2. b2xc3 g7-h6 *", RUSSIAN))
    numbers = pdn.load(_file("1.22-18 12-16 2.25-22 8-12 *", RUSSIAN))
    assert moves(numbers) == moves(letters)
    assert [move for _, move, _ in moves(letters)] == ["c3-d4", "h6-g5", "b2-c3", "g7-h6"]
    english = pdn.load(_file("1. 11-15 23-19 2. 8-11 22-17 1-0", 'GameType "21"'))
    assert [side for side, _, _ in moves(english)] == [1, 0, 1, 0]
    assert endings(english)[0][:4] == (1, 1, "single", "resigned")


def test_squares_between_lie_on_the_way() -> None:
    """A king may land anywhere behind what it takes, and a file may name such a square or none."""
    position = games.board_game("russian-draughts").parse("W:WKa1:Bc3,f6")
    for word in ("a1xh8", "a1xd4xh8", "a1:e5:h8"):
        assert pdn.find(position, word) == ("a1:d4:h8",)
    for word in ("a1:b2:h8", "a1:d4:g7:h8", "a1:a3:h8"):
        with pytest.raises(ValueError, match="it takes nothing between these squares"):
            pdn.find(position, word)


@pytest.mark.parametrize(
    ("first", "game"),
    [("32-28", "draughts"), ("11-15", "english-draughts"), ("c3-d4", "russian-draughts")],
)
def test_a_file_that_names_no_game(first: str, game: str) -> None:
    assert convert.guess(f"1. {first} *".encode()) == "pdn"
    assert opened_terms(convert.read(f"1. {first} *".encode())).game == game


def test_the_game_asked_for() -> None:
    assert opened_terms(pdn.load(_file("1. c3-d4 *", RUSSIAN), "giveaway")).game == "giveaway"
    for game in ("draughts", "english-draughts"):
        with pytest.raises(InvalidRecordError, match="line 1: the file holds Russian draughts"):
            pdn.load(_file("1. c3-d4 *", RUSSIAN), game)
    with pytest.raises(InvalidRecordError, match="holds Giveaway"):
        pdn.load(_file("1. c3-d4 *", RUSSIAN, 'Variant "giveaway"'), "russian-draughts")
    for game in ("chess", "ugolki", "tabla"):
        with pytest.raises(InvalidRecordError, match="format knows"):
            convert.read(b"1. c3-d4 *", "pdn", game)


def test_results_of_other_places() -> None:
    for text, winner in (("2-0", 0), ("0-2", 1), ("1-1", None)):
        events = pdn.load(_file(f"1. 32-28 {text}", 'GameType "20"'))
        assert endings(events)[0][0] == winner
    forfeit_events = pdn.load(
        _file("1. 32-28 *", 'GameType "20"', 'Result "0-1"', 'Termination "Time forfeit"')
    )
    assert endings(forfeit_events)[0] == (1, 1, "single", "time", "")
    assert endings(pdn.load(_file("1. 32-28", 'GameType "20"'))) == []


FEN = "W:W21-32:B1-12"
WRONG = {
    "nothing": (b"", "line 1: no game"),
    "which": (_file("1. 21-17 *"), "line 2: which game is it"),
    "no move": (_file("1. hello *", RUSSIAN), "line 3: not a move: 'hello'"),
    "no square": (_file("1. 51-52 *", 'GameType "20"'), "line 3: not a move: '51-52'"),
    "light square": (_file("1. c4-d5 *", RUSSIAN), "line 3: not a move"),
    "illegal": (_file("1. c3-d4 b6-c5\n2. d4-e5 *", RUSSIAN), "line 4: not a legal move: 'd4-e5'"),
    "way": (_file("1. c3-d4 b6-a5 2. d4-e5 f6xh8xd4 *", RUSSIAN), "line 3: it takes nothing between"),
    "quiet way": (_file("1. c3-b4-d4 *", RUSSIAN), "line 3: it takes nothing between these squares: 'c3-"),
    "not enough": (_file("1. c3-d4 d4-c3 *", RUSSIAN), "line 3: not a legal move"),
    "type": (_file("1. c3-d4 *", 'GameType "32,W,8,8,A0,0"'), "line 1: GameType '32' is not played"),
    "set up": (_file("*", RUSSIAN, 'FEN "W:Wc3:B"'), "line 2: FEN: the side that moved last"),
    "over": (_file("*", RUSSIAN, 'FEN "W:Wa5:Bb6,c7"'), "line 2: the game is over in the position"),
    "no FEN": (_file("*", RUSSIAN, 'FEN "W:Wc9"'), "line 2: FEN: not a"),
    "second": (_file("1. c3-d4 * \n\n1. c3-d4 *", RUSSIAN), "2 games: choose one"),
    "second tags": (_file("1. c3-d4\n[Event]", RUSSIAN), "line 4: unexpected"),
    "results": (_file("1. c3-d4 1-0", RUSSIAN, 'Result "0-1"'), "line 4: the result in the tags differs"),
    "open": (_file("1. c3-d4 (1. a3-b4\n", RUSSIAN), "line 3: the file is cut off: “\\)”"),
    "close": (_file("1. c3-d4 )", RUSSIAN), "line 3: unexpected: '\\)'"),
    "comment": (_file("1. c3-d4 {oh\n\n", RUSSIAN), "line 3: the file is cut off: “}”"),
    "brace": (_file("1. c3-d4 }", RUSSIAN), "line 3: unexpected"),
    "tag": (b'[GameType "25]\n', "line 1: unexpected"),
    "tags": (b"".join(b'[A%d "b"]\n' % n for n in range(300)), "line 201: more or longer tags"),
    "long tag": (b'[A "' + b"b" * 2000 + b'"]\n', "line 1: more or longer tags"),
    "long": (b" " * 1_100_000, "longer than 1000000 characters"),
    "moves": (_file("1. c3-d4 " * 5000, RUSSIAN), "line 3: more than 4000 moves"),
    "deep": (_file("(" * 100_000, RUSSIAN), "line 3: the file is cut off"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said_with_its_line(fault: str) -> None:
    body, reason = WRONG[fault]
    with pytest.raises(InvalidRecordError, match=reason) as raised:
        convert.read(body, "pdn")
    assert "\n" not in str(raised.value)


def test_the_starting_position_may_be_written() -> None:
    for fen in (FEN, FEN + ":H0:F1", "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:B1-12."):
        assert pdn.load(_file("1. c3-d4 *", RUSSIAN, 'SetUp "1"', f'FEN "{fen}"'))


def test_the_result_that_the_board_contradicts() -> None:
    events = next(events for seed in SEEDS if endings(events := sat("draughts", seed, 300))[0][0] is not None)
    winner = endings(events)[0][0]
    wrong = b"0-1" if winner == 0 else b"1-0"
    body = convert.write(events, "pdn").replace(b"1-0" if winner == 0 else b"0-1", wrong)
    with pytest.raises(InvalidRecordError, match="the other player has won"):
        convert.read(body)


def test_what_the_format_cannot_say() -> None:
    with pytest.raises(UnsupportedRecordError, match="Ugolki is not a game of draughts"):
        convert.write(sat("ugolki", 1), "pdn")
    with pytest.raises(UnsupportedRecordError, match="is played on squares"):
        convert.write(sat("draughts", 1), "mat")
    cleared = Table(Terms("draughts"), seated=False)
    cleared.do(0, cmd.Cancel())
    with pytest.raises(UnsupportedRecordError, match="no game was played"):
        convert.write(cleared.events, "pdn")
    assert convert.formats("draughts") == convert.formats("giveaway") == ("json", "pdn")
    assert convert.formats("ugolki") == ("json",)


def test_a_name_with_marks_of_quotation() -> None:
    events = list(sat("draughts", 1))
    seats = [event for event in events if isinstance(event, ev.Seated)]
    assert seats
    body = convert.write(events, "pdn").replace(b'"Ada"', b'"A \\"B\\" [C] {D}; E"')
    names = [event.player.name for event in convert.read(body) if isinstance(event, ev.Seated)]
    assert names == ['A "B" [C] {D}; E', "Boris"]
    written = convert.write(convert.read(body), "pdn")
    assert b"[White \"A 'B' [C] {D}; E\"]" in written
    assert PDNReader(pdn_text=written.decode()).games[0].tags["White"] == "A 'B' [C] {D}; E"
