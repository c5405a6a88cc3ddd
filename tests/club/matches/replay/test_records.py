"""Records on the site: files to take, replays, uploads that are shown and forgotten, positions."""

import re
from contextlib import closing, suppress
from html import unescape
from pathlib import Path
from sqlite3 import connect
from urllib.parse import quote

import httpx
import pytest

from tests.support.by_day import by_day
from tests.support.finished_matches import PLAYED, played
from tests.support.http_client import Page, Visitor
from tests.support.records.shelf import PLAYTHROUGHS
from tests.support.servers import Server
from zaria.club.matches.replay.views import MOST_SHOWN
from zaria.match.events import Event, ResignOffered, ResignRejected, Rolled, TurnPlayed
from zaria.records import convert
from zaria.records.formats.json import dump, load
from zaria.records.replay import replay

FILES = Path(__file__).parents[3] / "records" / "files"
REFUSED = {
    "en": ("t read this record", "not a legal turn of 4-1: 13/8 24/23"),
    "bg": ("не може да се прочете", "няма такъв ход при 4-1: 13/8 24/23"),
    "ru": ("нельзя прочитать", "нет такого хода при 4-1: 13/8 24/23"),
    "ro": ("Nu putem citi", "mutare nepermisă cu 4-1: 13/8 24/23"),
    "el": ("δεν διαβάζεται", "δεν επιτρέπεται με 4-1: 13/8 24/23"),
    "tr": ("okunamıyor", "4-1 zarıyla geçerli bir hamle değil: 13/8 24/23"),
}
SOMEBODY = "Zlatogor"
"""A name that no file and no match of the club has."""

pytestmark = pytest.mark.xdist_group("records")


def send(visitor: Visitor, body: bytes, game: str = "backgammon") -> Page:
    """Send a file to be shown."""
    token = visitor.get("/replay").token
    data = {"csrfmiddlewaretoken": token, "game": game}
    return visitor.send("POST", "/replay", data=data, files={"file": ("a", body)})


def kind(headers: httpx.Headers) -> str:
    return headers["Content-Type"].partition(";")[0]


def test_a_match_can_be_taken_in_every_format_that_holds_it(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    for form in ("json", "mat", "sgf"):
        page = visitor.get(f"/t/tabla-match.{form}")
        assert (page.status, kind(page.headers)) == (200, convert.TYPES[form].partition(";")[0])
        assert f'filename="zaria-tabla-match.{form}"' in page.headers["Content-Disposition"]
        assert convert.read(page.text.encode(), form, "" if form == "json" else "tabla")
    taken = load(visitor.get("/t/tapa-restart.json").text.encode())
    assert taken[3:] == played("tapa-restart")[3:]
    page = visitor.get("/t/tapa-restart.mat")
    assert page.status == 404
    assert "JSON" in page.text
    assert 'data-formats="json mat sgf"' in visitor.get("/t/tabla-match").text
    assert 'data-formats="json"' in visitor.get("/t/tapa-restart").text


def test_the_first_turns_of_backgammon_have_their_names(shelved: Server) -> None:
    game = b" 1 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n"
    page = send(Visitor(shelved.url), game).text
    turns = re.sub(r"\s+", " ", page.partition('id="turns"')[2])
    assert [turns.count(f"<small>{name}</small>") for name in ("31P", "42P")] == [1, 1]
    assert re.search(r'data-at="\d+" lang="en">31P-42P</a>', page)
    doublet = game.replace(b"42: 8/4 6/4", b"66: 24/18(2) 13/7(2)")
    assert re.search(r'data-at="\d+" lang="en">31P</a>', send(Visitor(shelved.url), doublet).text)
    match = game.replace(b"1 point", b"3 point") + b"\n Game 2\n A : 1    B : 0\n  1) 31: 8/5 6/5\n"
    assert 'lang="en">31P' not in send(Visitor(shelved.url), match).text, (
        "several games have no name together"
    )
    assert "<small>31P" not in send(Visitor(shelved.url), game, "tabla").text


def test_a_record_names_no_player(shelved: Server) -> None:
    events = load(Visitor(shelved.url).get("/t/tabla-match.json").text.encode())
    assert [event.player.id for event in events if hasattr(event, "player")] == ["0", "1"]


@pytest.mark.parametrize("name", by_day(("tapa-restart",), PLAYTHROUGHS))
def test_every_position_of_a_replay_has_an_address(shelved: Server, name: str) -> None:
    visitor = Visitor(shelved.url)
    for at in ("", "?at=0", "?at=25", "?at=100000", "?at=x"):
        page = visitor.get(f"/t/{name}/replay{at}")
        assert page.status == 200
        data = page.json("data")
        assert 0 <= data["at"] < len(data["frames"])
    frame = data["frames"][25]
    shown = visitor.get(frame["link"])
    assert shown.status == 200
    assert shown.json("data")["frames"][0]["men"] == frame["men"]


@pytest.mark.parametrize("match_id", ["tabla-match", "chess"])
def test_a_replay_leads_to_what_was_played_in_its_position(shelved: Server, match_id: str) -> None:
    visitor = Visitor(shelved.url)
    page = visitor.get(f"/t/{match_id}/replay?at=3")
    frame = page.json("data")["frames"][3]
    (address,) = re.findall(r'id="library" href="([^"]+)"', page.text)
    path, _, query = frame["link"].partition("?")
    assert unescape(address) == f"/library?game={path.rpartition('/')[2]}&{query}"
    shown = visitor.get(unescape(address))
    assert shown.status == 200
    assert "This is not a position" not in shown.text


@pytest.mark.parametrize(
    ("match_id", "game", "has_puzzles"),
    [
        ("tabla-single", "tabla", True),
        ("indiyka-single", "indiyka", False),
    ],
)
def test_a_replay_leads_to_puzzles_and_the_lesson_of_its_game(
    shelved: Server, match_id: str, game: str, has_puzzles: bool
) -> None:
    page = Visitor(shelved.url).get(f"/t/{match_id}/replay").text
    assert f'href="/learn/{game}">Lesson</a>' in page
    assert (f'href="/puzzles?game={game}">Puzzles</a>' in page) == has_puzzles


def test_a_match_being_played_has_no_replay(shelved: Server) -> None:
    visitor, friend = Visitor(shelved.url), Visitor(shelved.url)
    path = visitor.set_table()
    for address in (f"{path}/replay", f"{path}.mat", f"{path}.json", f"{path}.sgf"):
        assert friend.get(address).status == 409
    assert f'href="{path}">The table</a>' in friend.get(f"{path}/replay").text
    assert friend.get("/t/nothing/replay").status == 404


def test_a_table_that_was_cancelled_has_no_record(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    assert visitor.get("/t/cleared").status == 200
    for address in ("/t/cleared/replay", "/t/cleared.json", "/t/cleared.mat"):
        page = visitor.get(address)
        assert page.status == 404
        assert "No game was played" in page.text


def test_a_replay_tells_who_left(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    page = visitor.get("/t/left/replay")
    assert page.status == 200
    assert "Ada left the table" in page.text
    assert visitor.get("/t/left.mat").status == visitor.get("/t/left.json").status == 200


def test_a_file_is_shown_and_not_kept(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    before = stored(shelved.data)
    files = {
        FILES / "gnubg-7.mat": b"gnubg",
        FILES / "gnubg-7.sgf": b"gnubg",
        PLAYED / "gulbara-single.json": b"Ada",
    }
    for file, player in files.items():
        page = send(visitor, file.read_bytes().replace(player, SOMEBODY.encode()))
        assert page.status == 200, page.text
        assert SOMEBODY in page.text
        data = page.json("data")
        assert data["address"] == ""
        assert player == b"Ada" or data["frames"][-1]["score"] == [4, 7]
    assert stored(shelved.data) == before


def test_another_app_shares_a_file_without_a_token_of_the_club(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    before = stored(shelved.data)
    body = (FILES / "gnubg-7.mat").read_bytes().replace(b"gnubg", SOMEBODY.encode())
    page = visitor.send(
        "POST", "/replay/shared", data={"game": "backgammon"}, files={"file": ("match.mat", body)}
    )
    assert page.status == 200, page.text
    assert SOMEBODY in page.text
    assert stored(shelved.data) == before
    assert not any(SOMEBODY.encode() in path.read_bytes() for path in before[1])


def stored(data: Path) -> tuple[int, set[Path]]:
    """The number of matches of a club, and its files."""
    with closing(connect(data / "live.sqlite3")) as journal:
        ((matches,),) = journal.execute("SELECT count(*) FROM match")
    return matches, {path for path in data.rglob("*") if path.is_file()}


@pytest.mark.parametrize("language", by_day(("el",), REFUSED))
def test_a_file_that_is_none_is_refused_with_line_and_reason(shelved: Server, language: str) -> None:
    visitor = Visitor(shelved.url, language)
    body = (FILES / "gnubg-7.mat").read_bytes().replace(b"41: 13/9 24/23", b"41: 13/8 24/23")
    page = send(visitor, body)
    assert page.status == 422
    refusal, reason = REFUSED[language]
    assert refusal in page.text
    assert re.search(r"<b>[^<\d]*8\b[^<\d]*</b>", page.text)  # the line
    assert reason in page.text
    assert "<script>" not in send(visitor, b" 3 point match\n<script>").text
    assert send(visitor, b"").status == 422


def test_a_pdn_file_without_a_type_is_played_by_the_rules_that_the_reader_names(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    visitor.get("/replay")
    body = b"1. 22-17 9-14 *\n"
    assert send(visitor, body).status == 422  # nothing says which game it is
    assert send(visitor, body, "russian-draughts").status == 200
    assert send(visitor, body, "english-draughts").status == 422  # Black begins there
    for game in ("russian-draughts", "giveaway"):
        assert f'<option value="{game}"' in visitor.get("/replay").text
    named = b'[GameType "25"]\n1. c3-d4 d6-c5 *\n'
    assert send(visitor, named, "draughts").status == 200  # the file's own word counts


def test_a_file_that_is_too_large_is_turned_away(shelved: Server) -> None:
    with suppress(OSError):  # the line may be closed before all of it was sent
        assert send(Visitor(shelved.url), b" " * 1_500_000).status == 413


def test_a_file_without_end_stops_no_table(shelved: Server) -> None:
    """Thousands of refused resignations: small to send, and much to show."""
    visitor = Visitor(shelved.url)
    first = played("tabla-single")
    start = next(at for at, event in enumerate(first) if isinstance(event, Rolled | TurnPlayed))
    side = replay(first[:start]).match.turn
    refused: list[Event] = [ResignOffered(at=0, side=side, points=1), ResignRejected(at=0, side=1 - side)]
    again = refused * (MOST_SHOWN // len(refused) + 1)
    page = send(visitor, dump([*first[:start], *again]))
    assert page.status == 422
    assert str(MOST_SHOWN) in page.text


POSITIONS = {
    "backgammon": "XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10",
    "tabla": "b9sBCIC5bYDQAA:QYnoAGAAGAAE",
    "short-nardy": "4HPwATDgc/ABMA",
    "tapa": "X=24:15;O=24:15",
    "long-nardy": "",
    "indiyka": "",
    "three-games": "",
}


@pytest.mark.parametrize("game", POSITIONS)
def test_a_position_under_an_address(shelved: Server, game: str) -> None:
    page = Visitor(shelved.url).get(f"/position/{game}?p={quote(POSITIONS[game])}")
    assert page.status == 200
    assert sum(page.json("data")["frames"][0]["men"][0]) == 15
    assert ("XGID=" in page.text) == (game in ("backgammon", "tabla", "short-nardy", "three-games"))


def test_no_position(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    assert visitor.get("/position/go").status == 404
    for text in ("<b>", "X=24:99;O=", "XGID=" + "-" * 26, "a" * 2000, "%00"):
        page = visitor.get(f"/position/tabla?p={quote(text, safe='%')}")
        assert page.status == 422
        assert "<b></small>" not in page.text
