"""A new connection of a member brings the counts and the balance that changed while there was none."""

import asyncio

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.socket_players import hear, tell
from tests.support.servers import Server


async def test_a_message_that_comes_before_the_connection_is_counted(server: Server) -> None:
    ann, bob = [await asyncio.to_thread(Somebody(server.url).join) for _ in range(2)]
    profile = await asyncio.to_thread(ann.get, f"/@{bob.login}")
    page = await asyncio.to_thread(ann.fill, f"/messages/to/{bob.login}", profile)
    name = page.headers["Location"].removeprefix("/messages/")
    async with dial(server.url, bob.cookies) as socket:
        both = [await hear(socket, "unread", "credits") for _ in range(2)]  # in any order
        assert {message["t"]: message for message in both} == {
            "unread": {"t": "unread", "messages": 0, "notices": 0},
            "credits": {"t": "credits", "available": "1000.00", "held": "0.00"},
        }
    async with dial(server.url, ann.cookies) as socket:
        await tell(socket, t="conversation", id=name, n=-1)
        await tell(socket, t="say", id=name, c="one", text="Hello")
        await hear(socket, "said")
    for _ in range(2):  # the connection is lost again
        async with dial(server.url, bob.cookies) as socket:
            assert await hear(socket, "unread") == {"t": "unread", "messages": 1, "notices": 0}


async def test_a_guest_is_sent_neither(server: Server) -> None:
    guest = Visitor(server.url)
    await asyncio.to_thread(guest.get, "/")
    member = await asyncio.to_thread(Somebody(server.url).join)
    async with dial(server.url, guest.cookies) as guest_socket, dial(server.url, member.cookies) as socket:
        await hear(socket, "unread")
        await tell(guest_socket, t="ping", x=1)
        assert (await hear(guest_socket, "unread", "credits", "pong"))["t"] == "pong"
