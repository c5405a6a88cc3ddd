"""The page for spectators: the best matches that anybody may watch, in order."""

import asyncio
import inspect
import json
import re
from typing import Any

from tests.support.club.socket_seat import resign_at_once, sit
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.lobby.watch import WatchRow, featured, ranked, watch

QUICK = {"game": "tapa", "clock": "quick"}


def row(strength: int, watching: int) -> WatchRow:
    card: Any = None
    return WatchRow(card, "Tapa", (strength, None), watching)


def test_the_strongest_come_first_then_the_most_watched() -> None:
    weak, strong, watched = row(500, 9), row(900, 0), row(900, 2)
    assert ranked([weak, strong, watched]) == [watched, strong, weak]


def test_the_large_board_has_the_most_spectators() -> None:
    rows = [row(900, 0), row(800, 3), row(700, 3)]
    assert featured(rows) == [rows[1], rows[0], rows[2]]
    quiet = [row(900, 0), row(800, 0)]
    assert featured(quiet) == quiet
    assert featured([]) == []


def test_the_page_is_made_where_the_lists_change() -> None:
    """A thread of its own could find a match in a list that is over by then."""
    assert inspect.iscoroutinefunction(watch)


async def begun(server: Server, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Two players and the path of their table."""
    host, guest = Visitor(server.url), Visitor(server.url)
    path = await asyncio.to_thread(host.set_table, **QUICK, **fields)
    await asyncio.to_thread(guest.get, path)
    await sit(server, host, path)
    await sit(server, guest, path)
    return host, guest, path


async def test_public_matches_have_boards_and_those_of_friends_have_none(server: Server) -> None:
    _host, _guest, public = await begun(server, opponent="anyone")
    _host, _guest, private = await begun(server, opponent="friend")
    page = Visitor(server.url, "ro").get("/watch")  # nobody else asks for this list in Romanian
    assert page.status == 200
    shown = re.findall(r'data-board="([^"]+)"', page.text)
    assert public.rpartition("/")[2] in shown
    assert private.rpartition("/")[2] not in shown
    part = Visitor(server.url).get("/watch?part=1&lang=ro").text
    assert re.findall(r'data-board="([^"]+)"', part) == shown
    assert "<main" not in part


async def test_the_last_position_is_there_once_the_match_is_over(server: Server) -> None:
    host, guest, path = await begun(server, opponent="friend")
    reader = Visitor(server.url)
    assert reader.get(f"{path}/board.json").status == 404
    await asyncio.gather(resign_at_once(server, host, path), resign_at_once(server, guest, path))
    answer = reader.get(f"{path}/board.json")
    board = json.loads(answer.text)
    assert (board["now"], board["phase"], [sum(men) for men in board["men"]]) == ("tapa", "over", [15, 15])
    assert "immutable" in answer.headers["Cache-Control"]
    assert not {"players", "secret", "seeds"} & set(board)
    assert reader.get("/t/nothing/board.json").status == 404
