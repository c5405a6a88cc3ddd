"""Playing on from a position: its page, the options, and the tables against the computer and a friend."""

import asyncio
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest
from django.http import QueryDict
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from tests.club.play.test_training import do, due, state
from tests.club.server.test_sockets import dial
from tests.support.by_day import by_day
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import SEED
from tests.support.servers import Server
from zaria.club.play.forms import form_for

pytestmark = pytest.mark.xdist_group("from a position")

ENDING = "X=6:2,5:1,off:12;O=22:1,12:3,off:11"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("from_position"), module="tests.support.fast_engines")
    yield server
    server.stop()


def play_link(html: str) -> str | None:
    link = re.search(r'<a id="play" href="([^"]+)"', html)
    return link and unescape(link[1])


async def test_a_game_is_played_on_from_a_position_page(server: Server) -> None:
    visitor = Visitor(server.url)
    page = visitor.get(f"/position/tabla?p={quote(ENDING + ';due=31')}&side=1")
    link = play_link(page.text)
    assert link == f"/new/tabla?position={ENDING}&side=1"
    options = visitor.get(link)
    assert options.status == 200
    hidden = dict(re.findall(r'<input type="hidden" name="(position|starter)" value="([^"]*)"', options.text))
    assert hidden == {"position": ENDING, "starter": "1"}
    assert 'value="friend"' in options.text
    assert 'value="anyone"' not in options.text
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


async def test_two_friends_play_on_from_a_position(server: Server) -> None:
    host, guest = Visitor(server.url), Visitor(server.url)
    hidden = {"position": ENDING, "starter": "1"}
    path = await asyncio.to_thread(host.set_table, game="tabla", opponent="friend", colour="dark", **hidden)
    match_id = path.rpartition("/")[2]
    facts = await asyncio.to_thread(guest.get, f"{path}/terms")
    assert "The game starts from a chosen position" in facts.text
    await asyncio.to_thread(guest.get, path)
    async with dial(server.url, host.cookies) as host_socket, dial(server.url, guest.cookies) as guest_socket:
        for socket in (host_socket, guest_socket):
            seen = (await state(socket, match_id))["v"]
            assert (seen["from_position"], seen["rated"], seen.get("training", False)) == (True, False, False)
            assert (await do(socket, match_id, t="sit", seed=SEED, seal=seen["seal"]))["t"] == "ack"
        begun = await due(host_socket, match_id, "roll", "move")
        assert begun["v"]["turn"] == begun["you"] == 1
        assert begun["v"]["men"][1][:7] == [12, 0, 0, 0, 0, 1, 2]
        assert (await do(host_socket, match_id, t="takeback", n=1))["code"] == "not_training"
        await do(host_socket, match_id, t="resign", points=1)
        assert (await do(guest_socket, match_id, t="accept"))["t"] == "ack"
    replay = await asyncio.to_thread(guest.get, f"{path}/replay")
    assert replay.status == 200
    assert replay.json("data")["frames"][0]["men"][1][:7] == [12, 0, 0, 0, 0, 1, 2]
    assert f'{path}.json"' in replay.text
    assert f'{path}.mat"' not in replay.text


def test_a_position_from_which_none_can_be_played_has_no_link(server: Server) -> None:
    visitor = Visitor(server.url)
    assert play_link(visitor.get("/position/chess").text)
    assert play_link(visitor.get("/position/three-games").text) is None
    over = visitor.get(f"/position/chess?p={quote('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}")
    assert over.status == 200
    assert play_link(over.text) is None


@pytest.mark.parametrize("language", by_day(("el",), ("en", "el")))
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
    with translation.override(language):
        assert escape(gettext("A game can't start from this position.")) in friend.text


@pytest.mark.parametrize("language", by_day(("ru",), ("en", "ru")))
@pytest.mark.parametrize("opponent", ["anyone", "person"])
def test_the_lobby_has_no_games_from_a_position(server: Server, language: str, opponent: str) -> None:
    visitor = Visitor(server.url, language)
    sent = visitor.post("/new", game="tabla", opponent=opponent, position=ENDING)
    assert sent.status == 422
    with translation.override(language):
        sentence = gettext(
            "From a chosen position you can play the computer, a friend with the link, or on this device."
        )
    assert escape(sentence).replace("\N{NO-BREAK SPACE}", " ") in sent.text


@pytest.mark.parametrize("member", [False, True])
def test_a_game_from_a_position_is_never_rated(member: bool) -> None:
    data = QueryDict(f"opponent=friend&position={quote(ENDING)}&rated=yes")
    form = form_for("tabla", data, member=member)
    assert form.is_valid(), form.errors
    terms = form.terms()
    assert (terms.rated, terms.training, terms.position) == (False, False, ENDING)


def test_a_stake_on_a_game_from_a_position_is_refused_beside_the_stake() -> None:
    data = QueryDict(f"opponent=friend&position={quote(ENDING)}&stake=5&delayed=yes&clock=quick")
    form = form_for("tabla", data, member=True)
    assert not form.is_valid()
    assert form.errors.keys() == {"stake"}


@pytest.mark.parametrize(
    ("address", "cube"),
    [
        ("tabla", False),
        ("long-nardy", False),
        (f"tabla?p={quote(ENDING)}", False),
        (f"tabla?p={quote(ENDING)}&cube=yes", True),
        ("tabla?p=XGID=-b----E-C---eE---c-e----B-:1:1:1:31:0:0:0:0:10", True),
        ("tabla-bg?cube=yes", False),
        ("backgammon", True),
        ("backgammon?cube=no", False),
    ],
)
def test_a_position_shows_a_cube_only_where_the_game_has_one(
    server: Server, address: str, cube: bool
) -> None:
    page = Visitor(server.url).get(f"/position/{address}")
    assert page.json("data")["cube"] is cube
    assert ("<dt>Doubling cube</dt>" in page.text) is cube
