"""The layer with a match: what it shows, how late, and to which questions it has no answer."""

import asyncio
import json
from typing import Any

import pytest

from tests.support.club.socket_seat import resign_at_once, seat, sit
from tests.support.http_client import Visitor
from tests.support.servers import Server


async def begun(server: Server, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Two players and the path of their table."""
    host, guest = Visitor(server.url), Visitor(server.url)
    path = await asyncio.to_thread(host.set_table, **fields)
    await asyncio.to_thread(guest.get, path)
    await sit(server, host, path)
    await sit(server, guest, path)
    return host, guest, path


def moment(server: Server, path: str, query: str = "") -> dict[str, Any]:
    page = Visitor(server.url).get(f"{path}/overlay.json{query}")
    assert page.status == 200
    assert page.headers["Cache-Control"] == "no-store"
    answer: dict[str, Any] = json.loads(page.text)
    return answer


async def test_it_shows_the_table_and_says_nothing_twice(server: Server) -> None:
    host, guest, path = await begun(server, length="3")
    shown = moment(server, path)
    assert shown["view"]["length"] == 3
    assert [player["name"] for player in shown["view"]["players"]]
    assert "chances" not in shown
    again = moment(server, path, f"?n={shown['n']}")
    assert (again["n"], "view" in again) == (shown["n"], False)
    await asyncio.gather(resign_at_once(server, host, path), resign_at_once(server, guest, path))
    assert moment(server, path, f"?n={shown['n']}")["view"]["score"] != [0, 0]


async def test_what_is_late_shows_nothing_early(server: Server) -> None:
    _, _, path = await begun(server)
    for delay in ("1", "15", "99"):
        late = moment(server, path, f"?delay={delay}")
        assert (late["n"], "view" in late) == (-1, False)
    assert late["until"] == pytest.approx(moment(server, path)["until"] - 15 * 60_000, abs=60_000)


@pytest.mark.parametrize("delay", ["-1", "x", "", "٣", "1e3", "9" * 5000])
async def test_a_delay_that_is_no_number_is_none(server: Server, delay: str) -> None:
    path = Visitor(server.url).set_table()
    assert moment(server, path, f"?delay={delay}")["n"] >= 0


async def test_a_roll_at_a_delayed_table_is_shown_with_its_move(server: Server) -> None:
    host, guest, path = await begun(server, delayed="yes")
    async with seat(server, host, path) as first, seat(server, guest, path) as second:
        for at in (first, second):  # the one who is not on roll is refused
            await at.do(t="roll")
        async with seat(server, host, path) as watching:
            async for _you, view in watching.views():
                if view["phase"] == "move":
                    break
        shown = moment(server, path)["view"]
    assert (shown["phase"] == "move", shown["thrown"]) == (False, [])


async def test_the_chance_to_win_is_shown_where_it_is_wanted(server: Server) -> None:
    path = Visitor(server.url).set_table(game="tabla", opponent="computer")
    chances = moment(server, path, "?chance=1").get("chances")
    assert chances is None or sum(chances) == pytest.approx(1.0)
    assert "chances" not in moment(server, path, "?chance=0")


def test_the_page_makes_the_address_of_the_layer(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="tapa")
    page = visitor.get(f"{path}/broadcast?delay=5&board=on")
    assert page.status == 200
    assert f"{path}/overlay?delay=5&amp;board=1&amp;lang=en" in page.text
    wrong = visitor.get(f"{path}/broadcast?delay=4")
    assert (wrong.status, "delay=4&amp;board" in wrong.text) == (200, False)
    layer = visitor.get(f"{path}/overlay?board=1&lang=bg")
    assert 'lang="bg"' in layer.text
    assert 'id="board"' in layer.text
    assert 'id="board"' not in visitor.get(f"{path}/overlay").text


def test_there_is_none_of_a_table_that_is_not_there(server: Server) -> None:
    visitor = Visitor(server.url)
    for address in ("overlay", "overlay.json", "broadcast"):
        assert visitor.get(f"/t/nothing/{address}").status == 404
