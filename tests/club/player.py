"""Somebody at a table through the real socket, as quick as the protocol allows."""

import json
import secrets
from typing import Any

import websockets

from tests.club.visitor import Visitor
from tests.serving import Server


async def resign_at_once(server: Server, visitor: Visitor, path: str) -> None:
    """Sit down against the computer and give the match up on the first turn."""
    match_id = path.rpartition("/")[2]
    cookie = f"zaria_guest={visitor.cookies['zaria_guest']}"
    address = server.url.replace("http", "ws") + "/ws"
    async with websockets.connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:

        async def do(**command: Any) -> None:
            await socket.send(json.dumps({"t": "do", "m": match_id, "c": secrets.token_hex(4), "k": command}))

        await socket.send(json.dumps({"t": "watch", "m": match_id, "n": -1}))
        async for frame in socket:
            message = json.loads(frame)
            assert message["t"] in ("state", "ev", "ack"), message
            view = message.get("v")
            if view is None:
                continue
            if view["phase"] == "over":
                return
            if message["t"] == "state":
                await do(t="sit", seed=secrets.token_hex(16), seal=view["seal"])
            elif view["phase"] in ("roll", "move") and view["to_act"] == message["you"]:
                await do(t="resign", points=3)
