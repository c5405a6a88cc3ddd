"""Playing on from a position: its page, the options, and the table against the computer."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest

from tests.club.play.test_training import do, due, state
from tests.club.server.test_sockets import dial
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import SEED
from tests.support.servers import Server

pytestmark = pytest.mark.xdist_group("from a position")

ENDING = "X=6:2,5:1,off:12;O=22:1,12:3,off:11"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("from_position"), module="tests.support.fast_engines")
    yield server
    server.stop()


def play_link(html: str) -> str | None:
    found = re.search(r'<a id="play" href="([^"]+)"', html)
    return found and unescape(found[1])


async def test_a_game_is_played_on_from_a_position_page(server: Server) -> None:
    visitor = Visitor(server.url)
    page = visitor.get(f"/position/tabla?p={quote(ENDING + ';due=31')}&side=1")
    link = play_link(page.text)
    assert link == f"/new/tabla?position={ENDING}&side=1"
    options = visitor.get(link)
    assert options.status == 200
    hidden = dict(re.findall(r'<input type="hidden" name="(position|starter)" value="([^"]*)"', options.text))
    assert hidden == {"position": ENDING, "starter": "1"}
    assert 'value="friend"' not in options.text
    path = await asyncio.to_thread(
        visitor.set_table, game="tabla", opponent="computer", colour="dark", level="1", **hidden
    )
    match_id = path.rpartition("/")[2]
    async with dial(server.url, visitor.cookies) as socket:
        seal = (await state(socket, match_id))["v"]["seal"]
        assert (await do(socket, match_id, t="sit", seed=SEED, seal=seal))["t"] == "ack"
        seen = await due(socket, match_id, "roll", "move")
        assert seen["v"]["turn"] == seen["you"] == 1
        assert seen["v"]["men"][1][:7] == [12, 0, 0, 0, 0, 1, 2]
        await do(socket, match_id, t="resign", points=1)


def test_a_position_from_which_none_can_be_played_has_no_link(server: Server) -> None:
    visitor = Visitor(server.url)
    assert play_link(visitor.get("/position/chess").text)
    assert play_link(visitor.get("/position/three-games").text) is None
    over = visitor.get(f"/position/chess?p={quote('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}")
    assert over.status == 200
    assert play_link(over.text) is None


@pytest.mark.parametrize("language", ["en", "el"])
def test_what_is_no_position_is_said_and_nothing_is_opened(server: Server, language: str) -> None:
    visitor = Visitor(server.url, language)
    page = visitor.get("/new/chess?position=rubbish")
    assert page.status == 422
    token = visitor.get("/new/chess").token
    sent = visitor.post(
        "/new", csrfmiddlewaretoken=token, game="chess", opponent="computer", position="rubbish"
    )
    assert sent.status == 422
    friend = visitor.post("/new", csrfmiddlewaretoken=token, game="chess", opponent="friend", position="x")
    assert friend.status == 422
