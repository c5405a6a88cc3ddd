"""Rated tables at the real server: who may sit, and what comes of them."""

import asyncio
import json
import secrets

import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.server.test_sockets import dial, people
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import Json, hear, tell
from tests.support.servers import Server
from zaria.club.play.base_form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.play.tables_game_form import CLOCKS

MOVES = ("g1f3", "g8f6", "f3g1", "f6g8") * 4
CHESS = {"game": "chess", "clock": "game", "colour": "light"}


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return Somebody(server.url).join(), Somebody(server.url).join()


async def done(socket: ClientConnection, match_id: str, action: Json) -> Json:
    """Watch a match and do something in it; the answer."""
    await tell(socket, t="watch", m=match_id)
    seal = (await hear(socket, "state"))["v"]["seal"]
    if action["t"] == "sit":
        action |= {"seed": SEED, "seal": seal}
    await tell(socket, t="do", m=match_id, c=secrets.token_hex(8), k=action)
    return await hear(socket, "ack", "no")


async def fight(
    match_id: str,
    light: ClientConnection,
    dark: ClientConnection,
    sits: tuple[ClientConnection, ...] = (),
) -> None:
    """Sit down (both, if nothing is said), move so often that it counts, and let dark give up."""
    for socket in sits or (dark, light):
        assert (await done(socket, match_id, {"t": "sit"}))["t"] == "ack"
    for number, move in enumerate(MOVES):
        socket = dark if number % 2 else light
        assert (await done(socket, match_id, {"t": "move", "move": move, "n": number}))["t"] == "ack"
    assert (await done(dark, match_id, {"t": "resign"}))["t"] == "ack"


async def test_a_rated_match_changes_both_ratings(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    host, opponent = pair
    path = await asyncio.to_thread(lambda: host.set_table(opponent="anyone", **CHESS))
    match_id = path.rpartition("/")[2]
    listed = (await asyncio.to_thread(Visitor(server.url).get, "/?game=chess")).text
    assert f'<a href="/@{host.login}">{host.login}</a>' in listed
    assert "10 min + 5 s per move · rated" in listed
    assert "<dd>rated</dd>" in (await asyncio.to_thread(host.get, f"{path}/terms")).text
    guest = Visitor(server.url)
    assert " data-member" not in (await asyncio.to_thread(guest.get, path)).text
    async with dial(server.url, guest.cookies) as socket:
        refused = await done(socket, match_id, {"t": "sit"})
        assert refused["code"] == "members_only"
    before = (await asyncio.to_thread(host.get, f"{path}/ratings")).text
    assert json.loads(before) == {"now": [None, None], "changes": [None, None], "early": False, "left": None}
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        await fight(match_id, hosts, opponents)
        assert (await hear(hosts, "rated"))["ratings"] == {"chess": 510.0, "": 510.0}
        assert (await hear(opponents, "rated"))["ratings"] == {"chess": 490.0, "": 490.0}
        seen = await people(hosts)
        assert (seen[host.login]["rating"], seen[opponent.login]["rating"]) == (510, 490)
    after = json.loads((await asyncio.to_thread(host.get, f"{path}/ratings")).text)
    assert after == {
        "now": [51000, 49000],
        "changes": [[50000, 51000], [50000, 49000]],
        "early": False,
        "left": 4,
    }
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        for socket in (
            hosts,
            opponents,
        ):  # what they are is found out again, and a search makes it a rated game
            await tell(socket, t="seek", game="tapa", speed="fast")
        message = await hear(hosts, "go")
    terms = (await asyncio.to_thread(host.get, f"/t/{message['m']}/terms")).text
    assert "<dd>rated</dd>" in terms


async def test_a_rematch_is_as_rated(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    host, opponent = pair
    path = await asyncio.to_thread(lambda: host.set_table(opponent="friend", **CHESS))
    match_id = path.rpartition("/")[2]
    async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
        await fight(match_id, hosts, opponents)
        await tell(hosts, t="again", m=match_id)
        await hear(opponents, "again")
        await tell(opponents, t="again", m=match_id)
        message = await hear(hosts, "go")
        await tell(hosts, t="watch", m=message["m"])
        assert (await hear(hosts, "state"))["v"]["rated"] is True


def test_who_may_choose_it(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    form = pair[0].get("/new/tabla").text
    assert 'name="rated" value="yes"' in form
    for path in ("/new/tabla", "/new/chess"):
        page = Visitor(server.url).get(path).text
        assert 'name="rated"' not in page
        assert f"/account/login/?next={path}" in page
    assert "rated" not in Visitor(server.url).get(Visitor(server.url).set_table(rated="yes") + "/terms").text
    computer = pair[0].set_table(opponent="computer", rated="yes")
    assert "<dd>rated</dd>" not in pair[0].get(f"{computer}/terms").text
    plain = pair[0].set_table(opponent="friend", rated="no")
    assert "<dd>rated</dd>" not in pair[0].get(f"{plain}/terms").text


async def test_a_guest_is_invited_to_a_plain_table(server: Server, pair: tuple[Somebody, Somebody]) -> None:
    host, opponent = pair
    guest = Visitor(server.url)
    await asyncio.to_thread(guest.set_table)
    async with (
        dial(server.url, guest.cookies) as guest_socket,
        dial(server.url, opponent.cookies) as opponents,
    ):
        seen = await people(opponents)
        guest_player = (await asyncio.to_thread(guest.get, "/")).json("boot")["me"]
        member = seen[opponent.login]["handle"]
        assert (
            'name="rated" value="yes"'
            not in (await asyncio.to_thread(host.get, f"/new/tabla?to={guest_player}")).text
        )
        assert 'name="rated"' in (await asyncio.to_thread(host.get, f"/new/tabla?to={member}")).text
        await asyncio.to_thread(lambda: host.set_table(opponent="person", to=guest_player, clock="quick"))
        await asyncio.to_thread(lambda: host.set_table(opponent="person", to=member, clock="quick"))
        assert "rated" not in (await hear(guest_socket, "call"))["card"]
        call = (await hear(opponents, "call"))["card"]
        assert call["rated"] is True
        assert [side["member"] for side in call["players"]] == [True, True]


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_nothing_said_is_rated_for_a_member(game: str) -> None:
    from django.http import QueryDict

    for opponent, rated in (("friend", True), ("anyone", True), ("computer", False)):
        form = form_for(game, QueryDict(f"opponent={opponent}"), member=True)
        assert form.is_valid()
        assert form.terms().rated is rated
    form = form_for(game, QueryDict("opponent=friend&rated=yes"))
    assert form.is_valid()
    assert form.terms().rated is False


def test_a_rated_table_needs_a_clock() -> None:
    from django.http import QueryDict

    def form(query: str, member: bool = True) -> TableForm:
        return form_for("tabla", QueryDict(query), member=member)

    refused = form("opponent=friend&rated=yes&clock=none")
    assert not refused.is_valid()
    assert list(refused.errors) == ["clock"]
    for query, clock in (("clock=quick", CLOCKS["quick"]), ("", CLOCKS["calm"]), ("rated=no", None)):
        table_form = form(f"opponent=friend&{query}")
        assert table_form.is_valid()
        assert table_form.terms().clock == clock
    for query, member in (("opponent=friend&rated=no&clock=none", True), ("opponent=friend", False)):
        table_form = form(query, member)
        assert table_form.is_valid()
        assert (table_form.terms().clock, table_form.terms().rated) == (None, False)
    computer = form("opponent=computer")
    assert computer.is_valid()
    assert computer.terms().clock is None
    assert form_for("tabla", None, member=True)["clock"].initial == "calm"
    assert form_for("tabla", None)["clock"].initial == "none"


def test_the_page_says_that_a_rated_table_needs_a_clock(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host = pair[0]
    refused = host.post("/new", game="tabla", opponent="anyone", rated="yes", clock="none")
    assert refused.status == 422
    assert "A rated match needs a clock: choose one, or play unrated." in refused.text
    assert host.post("/new", game="tabla", opponent="friend", rated="no", clock="none").status == 302
