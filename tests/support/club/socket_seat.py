"""Somebody at a table through the real socket, as quick as the protocol allows."""

import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

from tests.support.http_client import Visitor
from tests.support.servers import Server


class Seat:
    """A socket that watches one match."""

    def __init__(self, socket: websockets.ClientConnection, match_id: str) -> None:
        self.socket = socket
        self.match_id = match_id

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps({"m": self.match_id, **message}))

    async def do(self, **command: Any) -> None:
        await self.send(t="do", c=secrets.token_hex(4), k=command)

    async def views(self) -> AsyncIterator[tuple[int | None, dict[str, Any]]]:
        """Our side and the table, now and after every event."""
        view: dict[str, Any] = {}
        await self.send(t="watch", n=-1)
        async for frame in self.socket:
            message = json.loads(frame)
            assert message["t"] != "no", message
            if "v" in message:
                view = {**view, **message["v"]}
                yield message["you"], view


@asynccontextmanager
async def seat(server: Server, visitor: Visitor, path: str) -> AsyncIterator[Seat]:
    """Connect as `visitor`."""
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    address = server.url.replace("http", "ws") + "/ws"
    async with websockets.connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:
        yield Seat(socket, path.rpartition("/")[2])


async def sit(server: Server, visitor: Visitor, path: str) -> None:
    """Take the seat that is offered, and leave once it is taken."""
    async with seat(server, visitor, path) as at:
        async for you, view in at.views():
            if you is not None:
                return
            await at.do(t="sit", seed=secrets.token_hex(16), seal=view["seal"])


async def resign_at_once(server: Server, visitor: Visitor, path: str) -> None:
    """Give the match up on the first turn, or accept that the other does; having sat down if need be."""
    async with seat(server, visitor, path) as at:
        async for you, view in at.views():
            if view["phase"] == "over":
                return
            if you is None and view["phase"] == "open":
                await at.do(t="sit", seed=secrets.token_hex(16), seal=view["seal"])
            elif view["phase"] in ("roll", "move") and view["to_act"] == you:
                await at.do(t="resign", points=3)
            elif view["phase"] == "resign" and view["to_act"] == you:
                await at.do(t="accept")
