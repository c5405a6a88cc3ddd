"""The sheet of agreements, the API, and all that others see of a table: nothing sealed is in it."""

import html
import json
import secrets
from typing import Any
from urllib.parse import quote

import pytest

from tests.club.server.test_sockets import dial
from tests.support.club.day_tables import store_day_table
from tests.support.club.member_client import Somebody
from tests.support.http_client import Page, Visitor
from tests.support.live.socket_players import hear, tell
from tests.support.match.board_matches import give
from tests.support.match.dice_matches import Table
from tests.support.servers import Server
from zaria.match.ahead import MOST_PLIES
from zaria.match.terms import ClockTerms, Terms

CLOCK = ClockTerms.by_days(2)
Seats = tuple[Somebody, Somebody]


@pytest.fixture(scope="module")
def members(server: Server) -> Seats:
    return Somebody(server.url).join(), Somebody(server.url).join()


def chess_table(server: Server, members: Seats) -> tuple[str, Somebody, Somebody]:
    """A game of chess after 1. e4: its id, the player of white, and that of dark."""
    first: list[int] = []

    def begin(table: Table) -> None:
        first.append(table.match.turn)
        give(table, "e2e4")

    match_id = store_day_table(server, Terms("chess", clock=CLOCK), members, begin)
    return match_id, members[first[0]], members[1 - first[0]]


def cube_table(server: Server, members: Seats) -> str:
    terms = Terms("backgammon", length=3, cube=True, clock=CLOCK)
    return store_day_table(server, terms, members, lambda table: table.play())


def send(member: Somebody, match_id: str, **fields: str) -> Page:
    path = f"/t/{match_id}/agreement"
    data = {"csrfmiddlewaretoken": member.get(path).token, **fields}
    return member.send("POST", path, data=data, headers={"Referer": member.url + path})


def call(member: Visitor, match_id: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """Read the own agreement through the API, or set it."""
    path = f"/api/v1/tables/{match_id}/agreement"
    if body is None:
        page = member.get(path)
    else:
        token = member.get("/", **{"Sec-Fetch-Site": "same-origin"}).token
        headers = {"Content-Type": "application/json", "X-CSRFToken": token, "Referer": member.url + "/"}
        page = member.send("POST", path, content=json.dumps(body).encode(), headers=headers)
    return {"status": page.status, **json.loads(page.text)}


def line_after(player: Somebody, match_id: str, moves: list[str]) -> dict[str, Any]:
    """The board after these moves of a line."""
    query = "&".join(f"move={quote(move)}" for move in moves)
    answer: dict[str, Any] = json.loads(player.get(f"/t/{match_id}/agreement/line?{query}").text)
    return answer


def test_choices_are_kept_for_their_player_alone(server: Server, members: Seats) -> None:
    match_id = cube_table(server, members)
    ann, bob = members
    assert "Saved." in send(ann, match_id, roll="window", take="4", drop="on", accept="2").text
    sheet = ann.get(f"/t/{match_id}/agreement").text
    for choice in ('value="window" checked', 'name="drop" checked', '<option value="4" selected>'):
        assert choice in sheet
    assert call(ann, match_id)["accept"] == 2
    assert "selected" not in bob.get(f"/t/{match_id}/agreement").text
    assert call(bob, match_id) == {
        "status": 200, "roll": "", "take": 0, "drop": False, "accept": 0, "lines": [], "plies": 0,
    }  # fmt: skip


def test_terms_decide_what_is_offered(server: Server, members: Seats) -> None:
    match_id = store_day_table(server, Terms("tabla", clock=CLOCK), members, lambda table: table.play())
    sheet = members[0].get(f"/t/{match_id}/agreement").text
    assert 'name="roll"' not in sheet
    assert 'name="accept"' in sheet
    refused = send(members[0], match_id, roll="always")
    assert (refused.status, "allow that" in refused.text) == (422, True)
    assert send(members[0], match_id, roll="never").status == 422
    assert send(members[0], match_id, accept="x").status == 422


def test_nobody_else_has_a_sheet(server: Server, members: Seats) -> None:
    match_id, *_ = chess_table(server, members)
    eve = Somebody(server.url).join()
    for visitor in (eve, Visitor(server.url)):
        assert visitor.get(f"/t/{match_id}/agreement").status == 404
        assert visitor.get(f"/t/{match_id}/agreement/line").status == 404
        assert 'id="in-advance"' not in visitor.get(f"/t/{match_id}").text
    assert call(eve, match_id)["code"] == "unknown_match"
    assert call(Visitor(server.url), match_id)["status"] == 401
    assert 'id="in-advance"' in members[0].get(f"/t/{match_id}").text


def test_a_line_is_made_move_by_move(server: Server, members: Seats) -> None:
    match_id, white, dark = chess_table(server, members)
    path = f"/t/{match_id}/agreement/line"
    start = json.loads(white.get(path).text)
    assert "e7e5" in [way["move"] for way in start["ways"]]
    assert (start["text"], start["is_whole"], start["side"]) == ("", False, 1)
    line = json.loads(white.get(f"{path}?move=e7e5&move=g1f3").text)
    assert (line["text"], line["is_whole"]) == ("e5 → Nf3", True)
    assert white.get(f"{path}?move=e7e6&move=e1e4").status == 409
    assert dark.get(path).status == 409, "it is dark's turn"
    assert "Make your own move first." in dark.get(f"/t/{match_id}/agreement").text


def test_lines_of_draughts_take_as_the_game_does(server: Server, members: Seats) -> None:
    """In a line the capture that follows is the only move, written as the table writes it."""
    first: list[int] = []

    def begin(table: Table) -> None:
        first.append(table.match.turn)
        give(table, table.match.board_position().legal_moves()[0].move)

    match_id = store_day_table(server, Terms("russian-draughts", clock=CLOCK), members, begin)
    player = members[first[0]]
    moves: list[str] = []
    while ways := line_after(player, match_id, moves)["ways"]:
        moves.append(max(ways, key=lambda way: len(way["takes"]))["move"])
    assert len(moves) == MOST_PLIES
    send(player, match_id, plies="1", line=" ".join(moves))
    assert call(player, match_id)["lines"] == [moves]


def test_lines_are_added_and_deleted(server: Server, members: Seats) -> None:
    match_id, white, _ = chess_table(server, members)
    assert "e5 → Nf3" in send(white, match_id, plies="1", line="e7e5 g1f3").text
    both = send(white, match_id, plies="1", line="c7c5 b1c3").text
    assert "e5 → Nf3" in both
    assert "c5 → Nc3" in both
    assert call(white, match_id)["lines"] == [["e7e5", "g1f3"], ["c7c5", "b1c3"]]
    assert send(white, match_id, plies="0", line="e7e6 d2d4").status == 422
    assert "e5 → Nf3" not in send(white, match_id, plies="1", without="e7e5 g1f3").text
    assert call(white, match_id)["lines"] == [["c7c5", "b1c3"]]


def test_a_program_agrees_through_the_api(server: Server, members: Seats) -> None:
    match_id, white, dark = chess_table(server, members)
    lines = [["e7e5", "g1f3", "b8c6", "f1b5"]]
    assert call(white, match_id, {"lines": lines, "plies": 1})["lines"] == lines
    assert call(white, match_id, {"lines": [["e7e5"]], "plies": 1})["status"] == 422
    assert call(white, match_id, {"lines": [["e7e5", "e1e8"]], "plies": 1})["code"] == "illegal_line"
    assert call(white, match_id, {"take": 2})["code"] == "not_agreed_on"
    assert call(white, match_id, {"song": 2})["code"] == "bad_field"
    assert call(dark, match_id, {"lines": lines, "plies": 1})["code"] == "gone_on"
    assert call(white, match_id)["lines"] == lines
    assert call(white, match_id, {})["lines"] == []


async def test_nothing_sealed_is_in_what_others_see(server: Server, members: Seats) -> None:
    match_id, white, dark = chess_table(server, members)
    send(white, match_id, plies="1", line="e7e5 g1f3 b8c6 f1b5")
    eve = Somebody(server.url).join()
    texts = [html.unescape(text) for text in _pages(match_id, dark, eve, Visitor(server.url))]
    for who in (dark, eve, white):
        async with dial(server.url, who.cookies) as socket:
            await tell(socket, t="watch", m=match_id, n=-1)
            texts.append(json.dumps(await hear(socket, "state")))
    assert len(texts) > 20
    for text in texts:
        assert not [part for part in ("g1f3", "Nf3", "f1b5", "Bb5", '"agreed"') if part in text], text


async def test_nothing_sealed_is_in_events(server: Server, members: Seats) -> None:
    """The events that follow, for the opponent and for the player's own socket."""
    match_id, white, dark = chess_table(server, members)
    send(white, match_id, plies="1", line="c7c5 g1f3")
    async with dial(server.url, dark.cookies) as socket, dial(server.url, white.cookies) as own_page:
        for page in (socket, own_page):
            await tell(page, t="watch", m=match_id, n=-1)
            await hear(page, "state")
        move = {"t": "move", "move": "e7e6", "n": 1}
        await tell(socket, t="do", m=match_id, c=secrets.token_hex(8), k=move)
        for page in (socket, own_page):
            event = await hear(page, "ev")
            ways = event.pop("ways", None)
            assert "g1f3" not in json.dumps(event)
            assert ways is None or page is own_page


def _pages(match_id: str, *visitors: Visitor) -> list[str]:
    """All that the site and the API say about a table."""
    paths = [
        *(
            "",
            "/replay",
            "/embed",
            "/positions.json",
            "/agreement",
            "/agreement/line",
            "/ratings",
            "/analysis.json",
        ),
        *("/attempt.json?frame=1", "/offers", "/picture.png", "/replay.json"),
    ]
    api = ("matches/{}", "matches/{}/record", "matches/{}/state", "tables", "tables/{}/agreement", "matches")
    addresses = [f"/t/{match_id}{path}" for path in paths]
    addresses += [f"/api/v1/{path.format(match_id)}" for path in api]
    addresses += ["/", "/watch", "/notices", "/matches"]
    return [visitor.get(address).text for visitor in visitors for address in addresses]
