"""Files as other programs write them, each of which an earlier release refused or read wrongly."""

import io
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.records.board_records import endings, moves
from tests.support.records.histories import first_player
from tests.support.records.recorded_matches import FILES, kept
from zaria.bots.analysis import analyse
from zaria.match import events as ev
from zaria.records import convert
from zaria.records.contents import SeveralMatchesError
from zaria.records.errors import InvalidRecordError
from zaria.records.replay import replay

FOREIGN = FILES / "foreign"
REFUSED = {
    "illegal-play-note.mat": "line 5: the position was set up by hand here, and the game cannot go on",
}
"""Files that are refused, with the reason."""
RESULTS: dict[str, tuple[int | None, int]] = {
    "crawford-off.mat": (0, 1),
    "english-result.pdn": (0, 1),
    "half-result.pgn": (None, 0),
    "hash-comment.mat": (0, 1),
    "impossible-date.mat": (0, 1),
    "jacoby-on.mat": (0, 1),
    "nackgammon.mat": (0, 1),
    "names-windows-1251.mat": (0, 1),
    "one-game-of-a-match.mat": (0, 1),
    "one-space-between-names.mat": (0, 1),
    "problem-10x10-without-type.pdn": (0, 1),
    "question-marks-after-roll.mat": (1, 1),
    "resign-after-roll.mat": (1, 1),
    "resign-after-roll.sgf": (1, 1),
    "resign-while-doubled.sgf": (1, 1),
    "two-captures-one-fits.pdn": (1, 1),
    "win-capped-by-match-length.mat": (0, 3),
}
"""The winner and the points of a file's only game; the other files are open games."""


def _read(name: str) -> list[Any]:
    return convert.read((FOREIGN / name).read_bytes(), name.rpartition(".")[2])


def _terms(events: list[Any]) -> Any:
    return events[0].terms


@pytest.mark.parametrize("path", sorted(FOREIGN.iterdir()), ids=lambda path: path.name)
def test_every_file_is_read_and_written_again(path: Path) -> None:
    if path.name in REFUSED:
        with pytest.raises(InvalidRecordError) as raised:
            _read(path.name)
        assert str(raised.value) == REFUSED[path.name]
        return
    events = _read(path.name)
    assert replay(events).frames
    form = path.suffix[1:]
    again = convert.read(convert.write(events, form), form)
    played = moves if form in ("pdn", "pgn") else kept
    assert played(again) == played(events)
    ended = [(event.winner, event.points) for event in events if isinstance(event, ev.GameEnded)]
    assert ended == ([RESULTS[path.name]] if path.name in RESULTS else [])
    assert [(e.winner, e.points) for e in again if isinstance(e, ev.GameEnded)] == ended


def test_the_head_of_a_mat_names_the_rules() -> None:
    assert (_terms(_read("jacoby-on.mat")).jacoby, _terms(_read("jacoby-on.mat")).beaver) == (True, True)
    assert not _terms(_read("crawford-off.mat")).crawford
    for name in ("jacoby-on.mat", "crawford-off.mat"):
        events = _read(name)
        assert _terms(convert.read(convert.write(events, "mat"), "mat")) == _terms(events)


@pytest.mark.parametrize("name", ["HyperGammon2"])
def test_another_starting_position_is_refused_by_its_name(name: str) -> None:
    tree = f"(;FF[4]GM[6]MI[length:3]RU[Crawford:{name}]PW[Anna]PB[Boris];W[31hefe])"
    text = (FOREIGN / "nackgammon.mat").read_text().replace("NackGammon", name)
    for body, form in ((tree.encode(), "sgf"), (text.encode(), "mat")):
        with pytest.raises(InvalidRecordError, match=name):
            convert.read(body, form)


@pytest.mark.parametrize(
    "name",
    [
        "resign-after-roll.mat",
        "resign-after-roll.sgf",
        "unfinished-after-roll.sgf",
        "unfinished-after-roll.mat",
    ],
)
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_the_last_roll_is_read_and_written(name: str, form: str) -> None:
    events = convert.read(convert.write(_read(name), form), form)
    rolls = [event.dice for event in events if isinstance(event, ev.Rolled)]
    assert [tuple(sorted(dice)) for dice in rolls] == [(2, 4), (4, 6)]
    assert sum(isinstance(event, ev.TurnPlayed) for event in events) == 2


def test_a_game_out_of_a_match_begins_at_its_score() -> None:
    events = _read("one-game-of-a-match.mat")
    assert _terms(events).start_score == (2, 1)
    assert replay(events).match.score == (3, 1)


def test_the_only_reading_of_a_date() -> None:
    assert _read("date-day-first.pdn")[0].at == 975_110_400_000
    assert _read("impossible-date.mat")[0].at == 0


def test_names_in_a_code_page() -> None:
    names = [event.player.name for event in _read("names-windows-1251.mat") if isinstance(event, ev.Seated)]
    assert names == ["Боря", "Вера"]


@pytest.mark.parametrize(
    ("page", "language", "name"),
    [
        ("cp1251", "", "Димитър Йорданов"),
        ("cp1253", "el", "Κώστας"),
        ("cp1253", "", "Γιάννης Παπαδόπουλος"),
        ("cp1254", "tr", "Gülşen Yıldız"),
        ("cp1250", "ro", "Ioana Brătescu"),
        ("cp866", "", "Вера Иванова"),
    ],
)
def test_the_code_page_of_a_name(page: str, language: str, name: str) -> None:
    body = (FOREIGN / "hash-comment.mat").read_text().replace("Anna", name).encode(page)
    events = convert.read(body, "mat", language=language)
    assert first_player(events).name == name


ENGLISH = "1. 10-15 23-19 2. 6-10 22-17"
TYPE = '[GameType "21,B,8,8,N1,0"]\n'


@pytest.mark.parametrize(
    ("result", "winner"), [("1-0", 1), ("0-1", 0), ("2-0", 1), ("0-2", 0), ("1/2-1/2", None)]
)
def test_the_result_of_english_draughts_names_the_side_that_begins(result: str, winner: int | None) -> None:
    events = convert.read(f"{TYPE}\n{ENGLISH} {result}".encode())
    assert endings(events)[0][0] == winner
    again = convert.write(events, "pdn")
    written = {"2-0": "1-0", "0-2": "0-1"}.get(result, result)
    assert f'[Result "{written}"]'.encode() in again
    assert again.rstrip().endswith(written.encode())
    assert endings(convert.read(again)) == endings(events)


def test_files_of_an_earlier_release_keep_their_winner() -> None:
    old = f'[Event "Zaria"]\n[Result "1-0"]\n[Termination "normal"]\n{TYPE}\n{ENGLISH} 1-0'
    assert endings(convert.read(old.encode()))[0][0] == 0


SET_UP = {
    "pgn": '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 2. e4 Kd6 1/2-1/2',
    "pdn": '[GameType "20"]\n[FEN "B:W31,K40:B18,K20"]\n\n1... 18-22 1-0',
    "sgf": "(;FF[4]GM[6]MI[length:5][game:0][ws:1][bs:2]PW[Anna]PB[Boris]RU[Crawford]RE[B+1R]\n"
    ";CP[c]\n;CV[1]\n;PL[B]AE[a:y]AW[f][f][f][d:e][y]AB[s][s][a][a][l];B[31loop];W[21yxfd])",
}
"""Games that begin from a position that was set up, in every format that can say so."""


@pytest.mark.parametrize("form", SET_UP)
def test_a_game_from_a_position_that_was_set_up(form: str) -> None:
    events = convert.read(SET_UP[form].encode(), form)
    assert _terms(events).position
    first = replay(events).frames[0]
    assert first.turn == 1
    body = convert.write(events, form)
    again = convert.read(body, form)
    assert _terms(again) == _terms(events)
    assert kept(again) == kept(events)
    assert convert.write(again, form) == body
    assert convert.read(convert.write(events, "json"), "json") == events
    assert form in convert.formats(_terms(events).game, _terms(events).position)


SEVERAL = {
    "pgn": '[White "Anna"]\n\n1. e4 {(} e5 1-0\n\n[White "Boris"]\n[Black "Vera"]\n\n1. d4 d5 *\n',
    "pdn": '[GameType "20"]\n1. 32-28 *\n[White "Boris"]\n[Black "Vera"]\n[GameType "20"]\n1. 31-27 *\n',
    "mat": " 1 point match\n\n Game 1\n Anna : 0      Boris : 0\n  1) 31: 8/5 6/5\n      Wins 1 point\n\n"
    '; [Site "x"]\n 3 point match\n\n Game 1\n Boris : 0      Vera : 0\n  1) 42: 8/4 6/4\n',
    "sgf": "(;GM[6]MI[length:1][game:0]PW[Anna]PB[Boris];W[31hefe])\n"
    "(;GM[6]MI[length:3][game:0]PW[Boris]PB[Vera];W[42hdfd])",
}
"""Two matches in one file, the second of Boris and Vera."""


@pytest.mark.parametrize("form", SEVERAL)
def test_a_file_with_several_matches_offers_each(form: str) -> None:
    body = SEVERAL[form].encode()
    with pytest.raises(SeveralMatchesError) as raised:
        convert.read(body, form)
    assert len(raised.value.parts) == 2
    assert raised.value.parts[1].title.startswith("Boris – Vera")
    for number in (1, 2):
        events = convert.read(body, form, number=number)
        assert first_player(events).name == {1: "Anna", 2: "Boris"}[number] or (form, number) == ("pdn", 1)
        part = raised.value.parts[number - 1]
        assert convert.read(part.text.encode(), form) == events
    wrong = body.replace(b"d4 d5", b"d4 Ke4").replace(b"31-27", b"31-20").replace(b"8/4 6/4", b"8/5 6/4")
    wrong = wrong.replace(b"hdfd", b"hdfc")
    line = {"pgn": 8, "pdn": 6, "mat": 13, "sgf": 2}[form]
    with pytest.raises(InvalidRecordError, match=f"line {line}: "):
        convert.read(wrong, form, number=2)


def test_two_of_our_records_in_one_file() -> None:
    body = convert.write(_read("english-result.pdn"), "json")
    assert convert.read(body + body, "json", number=2) == convert.read(body, "json")


CONSTRUCTS = {
    "tags and the result in one line": ('[White "Anna"][Round "?.6"][Result "*"] *', 0),
    "a tag before a move without a number": ('[White "Anna"] e4 e5', 2),
    "an escaped quotation mark": ('[White "An \\"A\\" na"] 1. e4 *', 1),
    "an escaped backslash": ('[White "An\\\\na"]\n\n1. e4 *', 1),
    "an unknown tag": ('[Colour "red"]\n\n1. e4 *', 1),
    "empty lines in a comment": ("1. e4 {one\n\n\ntwo} e5 *", 2),
    "nested variations": ("1. e4 (1. d4 (1. c4 (1. b3))) e5 *", 2),
    "an empty variation": ("1. e4 () e5 *", 2),
    "a comment before the first move": ("{before} 1. e4 *", 1),
    "commands in a comment": ("1. e4 {[%clk 0:05:00] [%csl Ge4][%cal Ge2e4]} e5 *", 2),
    "numeric glyphs": ("1. e4 $1 $14 $255 e5 $6 *", 2),
    "verdicts in signs": ("1. e4 +/= e5 =+ 2. d4 +- *", 3),
    "marks at a move": ("1. e4!! e5?? 2. Qh5!? Ke7?! *", 4),
    "castling with letters and noughts": ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O 0-0 *", 8),
    "moves in long notation": ("1. e2-e4 e7-e5 2. Ng1-f3 *", 3),
    "promotion without a sign": ("1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. a7 Bc6 5. axb8Q *", 9),
    "no numbers": ("e4 e5 Nf3", 3),
    "numbers without blanks": ("1.e4 e5 2.Nf3 2...Nc6", 4),
    "a number and three full stops": ("1. e4 1... e5 *", 2),
    "a line that is escaped": ("% not read\n1. e4 e5 *", 2),
    "a comment to the end of the line": ("1. e4 ; good ( {\ne5 *", 2),
    "a draw in other words": ("1. e4 e5 1/2", 2),
    "a byte order mark": ("\ufeff1. e4 e5 *", 2),
    "carriage returns": ("1. e4\re5\r\n*", 2),
    "tabs": ("1.\te4\te5 *", 2),
    "a date without a day": ('[Date "2001.??.??"]\n\n1. e4 *', 1),
    "a month that does not exist": ('[Date "2001.13.01"]\n\n1. e4 *', 1),
}
"""Constructs of the test files of python-chess and kokopu, and the moves of each text."""


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_construct_of_pgn(name: str) -> None:
    text, count = CONSTRUCTS[name]
    assert len(moves(convert.read(text.encode(), "pgn"))) == count


DRAUGHTS_CONSTRUCTS = {
    "marks and a comment": ('[GameType "20"]\n1. 32-28! {good} 18-23 *', 2),
    "a FEN with the numbers of moves": ('[GameType "20"]\n[FEN "B:W31,K40:B18,20:H0:F1"]\n1... 18-22 *', 1),
    "ranges in a FEN": ('[GameType "20"]\n[FEN "W:W31-50:B1-20."]\n1. 32-28 *', 1),
    "a colon for a capture": ('[GameType "25"]\n1. c3-d4 b6-c5 2. d4:b6 *', 3),
    "all squares of a capture": ('[GameType "25"]\n1. c3-d4 b6-c5 2. d4:b6 a7:c5 *', 4),
    "letters without a mark": ('[GameType "25"]\n1. c3d4 d6c5 *', 2),
    "short notation with a capture": ('[GameType "25"]\n1. cd4 bc5 2. d:b6 a:c5 *', 4),
    "a result with blanks": ('[GameType "20"]\n1. 32-28 1 - 0', 1),
    "two points for a win": ('[GameType "20"]\n1. 32-28 2-0', 1),
    "a blank in a move": ('[GameType "20"]\n1. 32 - 28 18 -23 *', 2),
    "names in several alphabets": ('[White "Иван 李"]\n[GameType "20"]\n1. 32-28 *', 1),
}
"""Constructs of the samples of PDN 3.0, and the moves of each text."""


@pytest.mark.parametrize("name", DRAUGHTS_CONSTRUCTS)
def test_a_construct_of_pdn(name: str) -> None:
    text, count = DRAUGHTS_CONSTRUCTS[name]
    assert len(moves(convert.read(text.encode(), "pdn"))) == count


def test_python_chess_sees_the_position_that_was_set_up() -> None:
    body = convert.write(convert.read(SET_UP["pgn"].encode(), "pgn"), "pgn").decode()
    game = chess.pgn.read_game(io.StringIO(body))
    assert game is not None
    assert not game.errors
    assert [move.uci() for move in game.mainline_moves()] == ["e8d7", "e2e4", "d7d6"]


@pytest.mark.parametrize("form", SET_UP)
def test_a_game_from_a_set_up_position_is_analysed(form: str) -> None:
    text = SET_UP[form].replace("[length:5][game:0][ws:1][bs:2]", "[length:1][game:0][ws:0][bs:0]")
    events = convert.read(text.encode(), form)
    analysis = analyse(events, "quick", evaluators=simple, engines=hasty)
    assert analysis.decisions


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("nackgammon", "NackGammon"),
        ("longgammon", "LongGammon"),
        ("hypergammon", "HyperGammon"),
        ("hypergammon", "Hypergammon3"),
    ],
)
def test_a_file_names_its_game(game: str, name: str) -> None:
    played = {
        "nackgammon": ("31", "hefe", "8/5 6/5"),
        "longgammon": ("31", "xuxw", "24/21 24/23"),
        "hypergammon": ("31", "xuvu", "24/21 22/21"),
    }[game]
    tree = f"(;FF[4]GM[6]MI[length:3]RU[Crawford:{name}]PW[Anna]PB[Boris];W[{played[0]}{played[1]}])"
    text = (
        f'; [Variation "{name}"]\n\n 3 point match\n\n Game 1\n Anna : 0   Boris : 0\n 1) 31: {played[2]}\n'
    )
    for body, form in ((tree.encode(), "sgf"), (text.encode(), "mat")):
        for wanted_game in ("", "backgammon", game):
            events = convert.read(body, form, wanted_game)
            assert _terms(events).game == game
            assert _terms(convert.read(convert.write(events, form), form)) == _terms(events)
        with pytest.raises(InvalidRecordError, match=f"a match of {game}, not of tabla"):
            convert.read(body, form, "tabla")


def test_a_position_that_a_file_changes_is_that_of_its_game() -> None:
    tree = b"(;FF[4]GM[6]MI[length:1]RU[Nackgammon]PW[Anna]PB[Boris];AE[x]AW[v]PL[W];W[31hefe])"
    assert _terms(convert.read(tree, "sgf")).position.startswith("X=23:2,22:1,13:4,8:3,6:4,off:1;O=24:2,23:2")
