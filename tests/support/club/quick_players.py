"""Members who play in many tournaments at once: each makes a move at each board, then the game is ended."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence, Set
from contextlib import asynccontextmanager
from typing import Any

import websockets

Json = dict[str, Any]


class QuickPlayer:
    """A member with one socket and many boards: they move, and give the game up at their next turn.

    `drawn`: the tournaments in which they offer a draw instead, and accept one.
    """

    def __init__(self, socket: websockets.ClientConnection, drawn: Set[str]) -> None:
        self._socket = socket
        self._drawn = drawn
        self._views: dict[str, Json] = {}
        self._moves: Counter[str] = Counter()

    async def play(self) -> None:
        """Go to every table that calls, and play at all of them."""
        async for frame in self._socket:
            message = json.loads(frame)
            assert message["t"] != "no", message
            match_id = message.get("m", "")
            if message["t"] == "go" and match_id not in self._views:
                self._views[match_id] = {}
                await self._send(t="watch", m=match_id)
            if message["t"] in ("state", "ev"):
                self._views[match_id] |= message["v"]
                wish = self._wish(message, self._views[match_id])
                if wish is not None:
                    await self._send(t="do", m=match_id, c=secrets.token_hex(8), k=wish)

    async def _send(self, **message: Any) -> None:
        await self._socket.send(json.dumps(message))

    def _wish(self, message: Json, view: Json) -> Json | None:
        you, phase, squares = message["you"], view["phase"], view.get("squares")
        if phase == "open":
            seat = {"t": "sit", "seed": secrets.token_hex(16), "seal": view["seal"]}
            return seat if message["t"] == "state" and you is None else None
        if squares and phase == "move" and squares["draw"] == 1 - you:
            return {"t": "acceptdraw"}
        if phase not in ("roll", "move", "resign") or view["to_act"] != you:
            return None
        if phase == "resign":
            return {"t": "accept"}
        if not self._moves[message["m"]] or view["stage"]:  # a doublet may have several stages
            return self._move(message, view)
        if view["tournament"] not in self._drawn:
            return {"t": "resign", "points": view["resign_min"][you]}
        return {"t": "offerdraw"} if squares and squares["can_offer"][you] else None

    def _move(self, message: Json, view: Json) -> Json | None:
        """The first legal move."""
        if view["phase"] == "roll":
            return {"t": "roll"}
        if ways := message.get("ways"):
            self._moves[message["m"]] += 1
            return {"t": "move", "move": ways[0]["move"], "n": view["squares"]["plies"]}
        if (tree := message.get("tree")) is None:
            return None
        moves, node = [], 0
        while tree[node]:
            point, die, node = tree[node][0]
            moves.append((point, die))
        self._moves[message["m"]] += 1
        return {"t": "play", "moves": moves, "n": view["roll_no"], "stage": view["stage"]}


@asynccontextmanager
async def playing(url: str, cookies: Sequence[Mapping[str, str]], drawn: Set[str]) -> AsyncIterator[None]:
    """Members with these cookies, who play as long as the block lasts; fails if one of them failed."""
    address = url.replace("http", "ws", 1) + "/ws"
    sockets, tasks = [], []
    try:
        for jar in cookies:
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in jar.items() if value)}
            sockets.append(await websockets.connect(address, additional_headers=headers, proxy=None))
        tasks = [asyncio.create_task(QuickPlayer(socket, drawn).play()) for socket in sockets]
        yield
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets))
        await asyncio.gather(*tasks)
