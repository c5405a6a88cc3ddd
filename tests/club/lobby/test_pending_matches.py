"""Pending matches on every page until they are hidden, and invitations."""

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from tests.support.club.socket_seat import sit
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.lobby.pending_matches import COOKIE, own_table
from zaria.live.sockets.protocol.cards import Card
from zaria.match.player_info import PlayerInfo


async def _playing(server: Server) -> tuple[Visitor, str]:
    visitor = Visitor(server.url)
    visitor.get("/")
    path = visitor.set_table(opponent="computer")
    await sit(server, visitor, path)
    return visitor, path.rpartition("/")[2]


def _known(visitor: Visitor) -> dict[str, int]:
    """The matches that the page knows of, with the number of the last event of each card."""
    text = visitor.get("/waiting").text
    entries = text.partition('data-waits="')[2].partition('"')[0].split()
    return {entry.partition(".")[0]: int(entry.partition(".")[2]) for entry in entries}


async def test_a_match_that_is_hidden_comes_back_when_something_happens_in_it(server: Server) -> None:
    visitor, match_id = await _playing(server)
    for path in ("/", "/rules", "/ranking", "/replay", "/waiting"):
        assert f'id="back-{match_id}"' in visitor.get(path).text, path
    n = _known(visitor)[match_id]
    answer = visitor.post("/waiting/close", match=match_id, next="/rules")
    assert (answer.status, answer.headers["Location"]) == (302, "/rules")
    for path in ("/", "/rules", "/waiting"):
        assert f'id="back-{match_id}"' not in visitor.get(path).text, path
    assert f'id="m-{match_id}"' not in visitor.get("/").text
    visitor.cookies[COOKIE] = f"{match_id}.{n - 1}"
    assert f'id="back-{match_id}"' in visitor.get("/").text


def test_to_close_a_table_of_ones_own_that_waits_is_to_clear_it(server: Server) -> None:
    host = Visitor(server.url)
    host.get("/")
    match_id = host.set_table(opponent="friend").rpartition("/")[2]
    page = host.get("/rules").text
    assert f'id="back-{match_id}"' in page
    assert "Cancel this table" in page
    host.post("/waiting/close", match=match_id)
    assert f'id="back-{match_id}"' not in host.get("/rules").text
    assert match_id not in _known(host)


async def test_nobody_closes_what_is_another_ones(server: Server) -> None:
    _, match_id = await _playing(server)
    host = Visitor(server.url)
    waits = host.set_table(opponent="friend").rpartition("/")[2]
    stranger = Visitor(server.url)
    stranger.post("/waiting/close", match=match_id)
    stranger.post("/waiting/close", match=waits)
    assert COOKIE not in stranger.cookies or match_id not in stranger.cookies[COOKIE]
    assert waits in _known(host)


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org", "javascript:alert(1)"])
def test_one_is_led_to_no_other_site(server: Server, target: str) -> None:
    assert Visitor(server.url).post("/waiting/close", next=target).headers["Location"] == "/"


@pytest.mark.parametrize("cookie", ["", "!", "a.b", "x" * 9000, "é", "id.99999999999999999999", "../../.1"])
async def test_whatever_the_cookie_holds_the_page_comes(server: Server, cookie: str) -> None:
    visitor, match_id = await _playing(server)
    carried = "; ".join(f"{name}={value}" for name, value in {**visitor.cookies, COOKIE: cookie}.items())
    page = visitor.send("GET", "/", headers={"Cookie": carried.encode("latin-1")})
    assert page.status == 200
    assert f'id="back-{match_id}"' in page.text


def test_nobody_in_particular_has_nothing_waiting(server: Server) -> None:
    page = Visitor(server.url).get("/waiting")
    assert page.status == 200
    assert 'data-waits=""' in page.text
    assert page.headers["Cache-Control"] == "no-store"


def test_a_match_of_a_tournament_can_be_neither_cancelled_nor_hidden() -> None:
    players = (PlayerInfo("Ann", "#777777"), PlayerInfo("Bob", "#777777"))
    card = Card("m1", "chess", "open", 0, players, "fast", you=0, tournament="t1")
    called, sits, plays = (
        own_table(variant)
        for variant in (card, replace(card, seated=(True, False)), replace(card, state="playing"))
    )
    assert [table.called for table in (called, sits, plays)] == [True, False, False]
    page = render_to_string("zaria/_back.html", {"table": called, "alone": True})
    assert "Tournament: Chess against Bob" in page
    assert "Your tournament match is ready" in page
    for table in (called, sits, plays):
        page = render_to_string("zaria/_waiting.html", {"mine": [table, table], "calls": []})
        assert 'name="match"' not in page
    html = render_to_string("zaria/_back.html", {"table": own_table(replace(card, tournament=""))})
    assert "<b>Bob</b>" in html
    assert 'name="match"' in html
