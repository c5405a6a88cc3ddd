"""A server in the test's own process, and a client that speaks WebSocket by hand."""

import asyncio
import base64
import json
import os
import socket
from collections.abc import Callable, Collection, Mapping
from typing import Any, Self

import uvicorn

from tests.support.patience import PATIENCE
from zaria.live.app import Live
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.connection_limits import AddressLimits, ConnectionLimits, Network
from zaria.live.sockets.http_protocol import BODY_S, HEAD_S, HttpFrontend
from zaria.live.sockets.server import IDLE_S, LAGGARD, make_protocol
from zaria.match.events import Player


def whoami(headers: Mapping[str, str]) -> Identity | None:
    """The cookie is the name, that of a member begins with "m-"; a broken one breaks this."""
    cookie = headers.get("cookie")
    if cookie is None:
        return None
    name = cookie.partition("=")[2]
    player = Player(name, name.title(), "#777777", member=name.startswith("m-"))
    return Identity(player, ["en"][len(name) // 100])


async def site(scope: Any, receive: Any, send: Any) -> None:
    """The pages beside the sockets."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"a page"})


class InProcessServer:
    """A server in this process. `bounds` are for this machine too; `head`, `body`: how fast requests come.

    `laggard`: with so many unread bytes a client is dropped; `idle`: silent so long, it is pinged.
    """

    def __init__(
        self,
        live: Live,
        bounds: AddressLimits | None = None,
        proxies: Collection[Network] = (),
        head: float = HEAD_S,
        body: float = BODY_S,
        app: Any = site,
        laggard: int = LAGGARD,
        idle: float = IDLE_S,
        origins: Collection[str] = (),
        is_known_host: Callable[[str], bool] = bool,
    ) -> None:
        self.live = live
        frontend = HttpFrontend(ConnectionLimits(bounds, proxies), live.endpoint.counts, head, body)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        config = uvicorn.Config(
            app,
            http=frontend.protocol,  # type: ignore[arg-type]
            ws=make_protocol(  # type: ignore[arg-type]
                live.endpoint,
                whoami,
                origins,
                idle=idle,
                frontend=frontend,
                laggard=laggard,
                is_known_host=is_known_host,
            ),
            proxy_headers=False,
            lifespan="off",
            log_config=None,
        )
        self.server = uvicorn.Server(config)

    async def __aenter__(self) -> Self:
        self.server.config.load()
        self.server.lifespan = self.server.config.lifespan_class(self.server.config)
        await self.server.startup([self.listening])
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.shutdown([self.listening])

    async def gone(self, count: int = 0) -> None:
        """Until only so many sessions are left."""
        async with asyncio.timeout(PATIENCE):
            while len(self.live.endpoint.sessions) > count:  # noqa: ASYNC110
                await asyncio.sleep(0.005)


class Raw:
    """A client that speaks WebSocket by hand, and so may speak it badly."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def dial(
        cls,
        port: int,
        *headers: str,
        path: str = "/ws",
        window: int | None = None,
        address: str = "127.0.0.1",
    ) -> "Raw":
        """From `address`, which is one of this machine's."""
        line = socket.socket()
        line.bind((address, 0))
        if window:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", port))
        raw = cls(*await asyncio.open_connection(sock=line, limit=2**22))
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *headers,
        ]
        if not any(header.startswith("Connection") for header in headers):
            head.append("Connection: Upgrade")
        raw.writer.write("\r\n".join([*head, "", ""]).encode())
        raw.head = await raw.reader.readuntil(b"\r\n\r\n")
        return raw

    head = b""

    def send(self, first: int, payload: bytes, masked: bool = True) -> None:
        size = len(payload)
        length = (
            bytes([size | 128 * masked])
            if size < 126
            else bytes([126 | 128 * masked]) + size.to_bytes(2, "big")
        )
        self.writer.write(bytes([first]) + length + bytes(4) * masked + payload)

    async def frame(self) -> tuple[int, bytes]:
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return first & 15, await self.reader.readexactly(size)

    async def closing(self) -> int:
        """The code of the closing frame that comes, whatever comes before it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, payload = await self.frame()
                if kind == 8:
                    return int.from_bytes(payload[:2], "big")

    async def text(self) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, payload = await self.frame()
                if kind == 1:
                    return json.loads(payload)

    def close(self) -> None:
        self.writer.close()
