"""Records of games on squares on the site: PDN and PGN to take and to open, replays, positions."""

import html
import re
from urllib.parse import quote

import pytest

from tests.club.matches.replay.test_records import send
from tests.support.by_day import by_day
from tests.support.http_client import Visitor
from tests.support.records.board_records import FORMS, moves
from tests.support.records.recorded_matches import FILES
from tests.support.records.shelf import ON_SQUARES, on_squares
from tests.support.servers import Server
from zaria import games
from zaria.records import convert

pytestmark = pytest.mark.xdist_group("records")


@pytest.mark.parametrize("game", by_day(("chess", "russian-draughts"), FORMS))
def test_a_game_can_be_taken_and_opened_again(shelved: Server, game: str) -> None:
    visitor = Visitor(shelved.url)
    page = visitor.get(f"/t/{game}.{FORMS[game]}")
    assert page.status == 200
    assert page.headers["Content-Type"] == convert.TYPES[FORMS[game]]
    assert moves(convert.read(page.text.encode())) == moves(on_squares(game))
    assert f'data-formats="json {FORMS[game]}"' in visitor.get(f"/t/{game}").text
    assert f'href="/t/{game}.{FORMS[game]}"' in visitor.get(f"/t/{game}/replay").text
    shown = send(visitor, page.text.encode())
    assert shown.status == 200
    frames, original = shown.json("data")["frames"], visitor.get(f"/t/{game}/replay").json("data")["frames"]
    assert [frame["squares"] for frame in frames] == [frame["squares"] for frame in original]


def test_a_game_of_chess_has_the_name_of_its_opening(shelved: Server) -> None:
    shown = send(Visitor(shelved.url), b"1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. a3 *")
    assert '<a href="?at=5" data-at="5" lang="en">C60 Ruy Lopez</a>' in shown.text
    set_up = b'[SetUp "1"]\n[FEN "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 e5 *'
    assert 'data-at="1" lang="en"' not in send(Visitor(shelved.url), set_up).text


def test_what_no_format_holds(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    for name in ("ugolki.pdn", "ugolki.pgn", "chess.pdn", "draughts.pgn", "draughts.mat", "chess.sgf"):
        page = visitor.get(f"/t/{name}")
        assert page.status == 404
        assert "JSON" in page.text
    assert convert.read(visitor.get("/t/ugolki.json").text.encode())[3:] == list(on_squares("ugolki")[3:])


@pytest.mark.parametrize("name", by_day(("ugolki",), ON_SQUARES))
def test_every_position_of_a_replay_has_an_address(shelved: Server, name: str) -> None:
    visitor = Visitor(shelved.url)
    for at in ("", "?at=2", "?at=1000", "?at=x"):
        page = visitor.get(f"/t/{name}/replay{at}")
        assert page.status == 200
        data = page.json("data")
        frame = data["frames"][data["at"]]
        shown = visitor.get(frame["link"])
        assert shown.status == 200, frame["link"]
        there = shown.json("data")["frames"][0]
        assert (there["squares"]["board"], there["turn"]) == (frame["squares"]["board"], frame["turn"])
        assert there["squares"]["plies"] == frame["squares"]["plies"]


def test_the_list_tells_moves_in_the_notation_of_the_game(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    for game in ("russian-draughts", "draughts", "chess"):
        text = visitor.get(f"/t/{game}/replay").text
        for _, _, notation in moves(on_squares(game)):
            assert f">{notation}</a>" in text
    text = visitor.get("/t/drawn/replay").text
    assert "Ada offers a draw" in text
    assert "Draw. By agreement" in text
    assert visitor.get("/t/drawn/replay").json("data")["frames"][-1]["marks"] == ["½", "½"]
    assert "The game doesn't count" in visitor.get("/t/void/replay").text


def test_a_file_that_is_none_is_refused_with_line_and_reason(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    page = send(visitor, b"1. e4 e5\n2. Ke3 *")
    assert page.status == 422
    assert "Line 2" in page.text
    assert "not a legal move: &#x27;Ke3&#x27;" in page.text
    assert send(visitor, b'[GameType "32"]\n\n1. c3-d4 *').status == 422


POSITIONS = {
    "russian-draughts": "W:Wc3,Kd2:Bb6,d6",
    "giveaway": "B:W22:B9,10",
    "english-draughts": "B:W21-32:B1-12",
    "draughts": "W:W31,32,K40:B1-20;plies=40;quiet=3",
    "chess": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "ugolki": "",
}


@pytest.mark.parametrize("game", POSITIONS)
def test_a_position_under_an_address(shelved: Server, game: str) -> None:
    page = Visitor(shelved.url).get(f"/position/{game}?p={quote(POSITIONS[game])}")
    assert page.status == 200
    rules = games.board_game(game)
    position = rules.parse(POSITIONS[game]) if POSITIONS[game] else rules.start()
    frame = page.json("data")["frames"][0]
    assert (frame["squares"]["board"], frame["turn"]) == (position.board(), position.turn)
    assert 'data-fact="pips"' not in page.text


def test_an_agreed_house_is_kept(shelved: Server) -> None:
    page = Visitor(shelved.url).get("/position/ugolki?set=house=3x3")
    assert page.json("data")["house"] == "3x3"
    assert page.json("data")["frames"][0]["squares"]["board"].count("w") == 9


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("draughts", "W:W1:B50"),
        ("russian-draughts", "W:W1-32:B"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("chess", "<b>"),
        ("ugolki", "8/8/8/8/8/8/8/8 w 0 0"),
    ],
)
def test_no_position(shelved: Server, game: str, text: str) -> None:
    page = Visitor(shelved.url).get(f"/position/{game}?p={quote(text)}")
    assert page.status == 422
    assert "<b></small>" not in page.text


def test_a_file_with_several_games_gives_a_list(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    games_text = '[White "Anna & <Co>"]\n\n1. e4 e5 *\n\n[White "Boris"]\n[Black "Vera"]\n\n1. d4 d5 *\n'
    page = send(visitor, games_text.encode())
    assert page.status == 200
    assert "This file has several games. Choose one." in page.text
    values = [html.unescape(value) for value in re.findall(r'name="text" value="([^"]*)"', page.text)]
    assert "".join(values) == games_text
    assert "Boris – Vera" in page.text
    shown = send(visitor, values[1].encode())
    assert shown.status == 200
    assert "Vera" in shown.text


def test_the_code_page_of_a_file_is_named(shelved: Server) -> None:
    body = (FILES / "foreign" / "names-windows-1251.mat").read_bytes()
    page = send(Visitor(shelved.url), body)
    assert "The file is not in UTF-8. Its names were read as Windows-1251." in page.text
    assert "Боря" in page.text


@pytest.mark.parametrize(
    "body",
    [
        b'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Kd7 2. e4 *',
        b'[GameType "20"]\n[FEN "B:W31,K40:B18,K20"]\n\n1... 18-22 *',
        b"(;GM[6]MI[length:3];PL[B]AE[a:y]AW[f][f][f][e]AB[s][s][a][a];B[31adde])",
    ],
)
def test_a_game_from_a_set_up_position_is_shown(shelved: Server, body: bytes) -> None:
    page = send(Visitor(shelved.url), body)
    assert page.status == 200, page.text
    assert page.json("data")["frames"]


@pytest.mark.parametrize(
    "text",
    [
        "xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\nX:Anna   O:Boris",
        "Position ID: 4HPwATDgc/ABMA\n Match ID   : cAkAAAAAAAAA",
    ],
)
def test_a_pasted_position_is_shown(shelved: Server, text: str) -> None:
    assert Visitor(shelved.url).get(f"/position/backgammon?p={quote(text)}").status == 200
