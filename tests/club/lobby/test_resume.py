"""A member who opens the site comes to the table where their clocked game runs, and can leave it again."""

import asyncio

import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.ratings.test_rated_tables import CHESS, done
from tests.club.server.test_sockets import dial, people
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.socket_players import hear
from tests.support.servers import Server

TYPED = {"Sec-Fetch-Site": "none"}


@pytest.fixture(scope="module")
def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return Somebody(server.url).join(), Somebody(server.url).join()


async def begun(server: Server, host: Somebody, opponent: Somebody, **terms: str) -> str:
    """A table where both have sat down, and have closed the site since; its address."""
    path = await asyncio.to_thread(lambda: host.set_table(opponent="friend", **terms))
    match_id = path.rpartition("/")[2]
    onlooker = Visitor(server.url)
    await asyncio.to_thread(onlooker.set_table)
    async with dial(server.url, onlooker.cookies) as onlooker_socket:
        async with dial(server.url, host.cookies) as hosts, dial(server.url, opponent.cookies) as opponents:
            for socket in (hosts, opponents):
                assert (await done(socket, match_id, {"t": "sit"}))["t"] == "ack"
        await gone(onlooker_socket, host, opponent)
    return path


async def gone(socket: ClientConnection, *members: Somebody) -> None:
    """Wait until nobody of these is online."""
    logins = {member.login for member in members}
    while logins & (await people(socket)).keys():
        await hear(socket, "page")


async def resign(server: Server, somebody: Somebody, path: str) -> None:
    """End the match."""
    async with dial(server.url, somebody.cookies) as socket:
        answer = await done(socket, path.rpartition("/")[2], {"t": "resign"})
        assert answer["t"] == "ack", answer


async def test_a_running_clocked_game_opens_by_itself(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host, opponent = pair
    path = await begun(server, host, opponent, **CHESS)

    def looks() -> None:
        for come in (TYPED, {"Sec-Fetch-Site": "cross-site"}, {"Referer": "https://example.org/"}, {}):
            page = host.get("/", **come)
            assert (page.status, page.headers["Location"]) == (302, path), come
        assert opponent.get("/", **TYPED).headers["Location"] == path
        # The table links to the lobby, and whoever follows the link stays there.
        assert 'href="/"' in host.get(path).text
        for inside in ({"Sec-Fetch-Site": "same-origin"}, {"Referer": f"{server.url}{path}"}):
            assert host.get("/", **inside).status == 200, inside
        assert host.get("/?list=playing", **TYPED).status == 200
        assert host.get("/rules", **TYPED).status == 200
        assert Visitor(server.url).get("/", **TYPED).status == 200

    await asyncio.to_thread(looks)
    async with dial(server.url, host.cookies) as socket:
        await people(socket)
        assert (await asyncio.to_thread(lambda: host.get("/", **TYPED))).status == 200, "a page is open"
    await asyncio.to_thread(lambda: opponent.fill("/me", country=""))
    assert (await asyncio.to_thread(lambda: opponent.get("/", **TYPED))).status == 200, "off"
    await resign(server, opponent, path)
    assert (await asyncio.to_thread(lambda: host.get("/", **TYPED))).status == 200, "it is over"


@pytest.mark.slow
async def test_a_game_without_a_clock_waits_in_its_banner(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    host, opponent = pair
    path = await begun(server, host, opponent, rated="no", clock="none")
    page = await asyncio.to_thread(lambda: host.get("/", **TYPED))
    assert page.status == 200
    assert f'href="{path}"' in page.text
