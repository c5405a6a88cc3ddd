"""Identity at a socket of the real server, and its duration."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.http_client import Visitor
from tests.support.live.socket_players import hear, tell
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.accounts import players
from zaria.club.accounts.registry import TOKEN, Registry, token_hash
from zaria.live.sockets.connection import SHUT_OUT
from zaria.match.events import Player

MEMBER = Player("p1", "Ivan5", "#123456", member=True)


def dial(url: str, cookies: Mapping[str, str], **headers: str) -> connect:
    """A socket with these cookies."""
    carried = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
    address = url.replace("http", "ws") + "/ws"
    more = {"Cookie": carried, **headers}
    return connect(address, additional_headers=more, compression=None, open_timeout=PATIENCE)


async def people(socket: ClientConnection) -> dict[str, dict[str, Any]]:
    """Those who are online, by name."""
    await tell(socket, t="hall", what="people")
    return {person["name"]: person for person in (await hear(socket, "page"))["people"]}


async def closed(socket: ClientConnection) -> int | None:
    """Until the server closes it; the code."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await socket.recv()
            except ConnectionClosed as error:
                return error.rcvd.code if error.rcvd else None


async def test_a_member_is_one_until_signing_out(server: Server) -> None:
    somebody = await asyncio.to_thread(Somebody(server.url).join)
    async with (
        dial(server.url, somebody.cookies) as socket,
        dial(server.url, somebody.cookies) as second_socket,
    ):
        me = (await people(socket))[somebody.login]
        assert me["member"] is True
        assert "rating" not in me
        before = dict(somebody.cookies)
        await asyncio.to_thread(somebody.fill, "/account/logout/")
        assert await closed(socket) == SHUT_OUT
        assert await closed(second_socket) == SHUT_OUT
    async with dial(server.url, before) as socket:  # the cookie is as it was, the session is not
        await tell(socket, t="seek", game="tabla", speed="normal")
        assert (await hear(socket, "no"))["code"] == "no_identity"


async def test_another_password_ends_what_others_have_open(server: Server) -> None:
    somebody, elsewhere = Somebody(server.url), Somebody(server.url)
    await asyncio.to_thread(somebody.join)
    await asyncio.to_thread(elsewhere.sign_in, somebody.login)
    async with dial(server.url, elsewhere.cookies) as gone:
        new = {"password1": "Gulbara3Tapa", "password2": "Gulbara3Tapa"}
        path = "/account/password/change/"
        answer = await asyncio.to_thread(lambda: somebody.fill(path, oldpassword=PASSWORD, **new))
        assert answer.status == 302
        assert await closed(gone) == SHUT_OUT
    async with dial(server.url, somebody.cookies) as socket:
        assert somebody.login in await people(socket)


async def test_sockets_of_a_guest_end_once_the_guest_is_a_member(server: Server) -> None:
    somebody = Somebody(server.url)
    await asyncio.to_thread(somebody.set_table)
    guest = dict(somebody.cookies)
    name = re.findall(r"<b>([^<]+)</b>", (await asyncio.to_thread(somebody.get, "/")).text)[-1]
    async with dial(server.url, guest) as socket:
        assert "member" not in (await people(socket))[name]
        await asyncio.to_thread(somebody.join)
        assert await closed(socket) == SHUT_OUT
    async with dial(server.url, guest) as socket:
        await tell(socket, t="seek", game="tabla", speed="normal")
        assert (await hear(socket, "no"))["code"] == "no_identity"


async def test_a_forger_is_nobody(server: Server) -> None:
    somebody = await asyncio.to_thread(Somebody(server.url).join)
    cookie = somebody.cookies[players.COOKIE]
    changed = cookie[:10] + ("A" if cookie[10] != "A" else "B") + cookie[11:]
    forged = [{players.COOKIE: changed}, {players.COOKIE: "x"}, {"zaria_guest": cookie}]
    for cookies in forged:
        async with dial(server.url, cookies) as socket:
            await tell(socket, t="seek", game="tabla", speed="normal")
            assert (await hear(socket, "no"))["code"] == "no_identity"
    guest = Visitor(server.url)
    await asyncio.to_thread(guest.set_table)
    async with dial(server.url, {players.COOKIE: guest.cookies["zaria_guest"]}) as socket:
        await tell(socket, t="seek", game="tabla", speed="normal")
        assert (await hear(socket, "no"))["code"] == "no_identity"
    with pytest.raises(InvalidStatus, match="403"):
        async with dial(server.url, somebody.cookies, Origin="https://evil.example"):
            pass


def test_the_registry_knows_whom_it_still_admits() -> None:
    player_ids: list[str] = []
    registry = Registry(player_ids.append)
    guest, key = Player("p1", "Guest", "#123456"), TOKEN + token_hash("secret")
    assert registry.admits(guest, "")
    registry.guest_became_member("p1")
    registry.guest_became_member("p1")
    assert not registry.admits(guest, "")
    assert registry.admits(MEMBER, "tag")
    registry.ended(["tag"])
    assert not registry.admits(MEMBER, "tag")
    assert registry.admits(MEMBER, "other")
    assert not registry.admits(MEMBER, key)
    registry.token(token_hash("secret"), MEMBER)
    assert registry.admits(MEMBER, key)
    registry.token(token_hash("secret"), None)
    registry.token(token_hash("secret"), None)
    assert not registry.admits(MEMBER, key)
    registry.blocked("p1", blocked=True)
    assert not registry.admits(MEMBER, "other")
    registry.blocked("p1", blocked=False)
    assert registry.admits(MEMBER, "other")
    assert player_ids == ["p1", "p1", "p1"]
