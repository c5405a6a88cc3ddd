"""Programs at the other end of a socket: they play like a page does, and come back when the line drops."""

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.support.patience import PATIENCE

Json = dict[str, Any]


def dial(port: int, who: str | None = None, node: str = "", **options: Any) -> connect:
    """A socket to the server on `port` as the player `who`; `node`: at the address of this process."""
    headers = {"Cookie": f"who={who}"} if who else {}
    url = f"ws://127.0.0.1:{port}/ws" + (f"/{node}" if node else "")
    return connect(url, additional_headers=headers, compression=None, **options)


async def tell(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def hear(socket: ClientConnection, *kinds: str) -> Json:
    """The next message, or the next one of these kinds."""
    while True:
        message: Json = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if not kinds or message["t"] in kinds:
            return message


def pick(tree: list[list[list[int]]], choose: random.Random) -> list[list[int]]:
    """Some complete way through a tree of steps."""
    node, moves = 0, []
    while tree[node]:
        point, die, node = choose.choice(tree[node])
        moves.append([point, die])
    return moves


class Player:
    """Plays one match to its end over as many sockets as it takes.

    `heard` collects each event with its number and the table after it, `acked` the commands that were
    acknowledged, `sent` all that were ever given. `moment` is awaited with the name of what just
    happened and may do harm.
    """

    def __init__(
        self,
        who: str,
        match_id: str,
        port: Callable[[], int],
        choose: random.Random,
        moment: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        self.who = who
        self.match_id = match_id
        self.port = port
        self.choose = choose
        self.moment = moment
        self.heard: dict[int, Json] = {}
        self.first_state: Json | None = None
        self.last = -1
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.sent: dict[str, Json] = {}
        self.waiting: dict[str, Json] = {}
        self.view: Json = {}
        self.tree: list[list[list[int]]] | None = None
        self.ways: list[Json] | None = None
        self.you: int | None = None
        self.seat: int | None = None
        self.acted_at = -2
        self.reconnects = -1

    @property
    def over(self) -> bool:
        return self.view.get("phase") == "over" and not self.waiting

    async def play(self) -> None:
        """Until the match is over."""
        while not self.over:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError):
                async with dial(self.port(), self.who, open_timeout=PATIENCE, close_timeout=0.2) as socket:
                    self.reconnects += 1
                    await self._stay(socket)
            await asyncio.sleep(0.01)

    async def _stay(self, socket: ClientConnection) -> None:
        await tell(socket, t="watch", m=self.match_id, n=self.last)
        for cid, command in list(self.waiting.items()):
            await self._give(socket, cid, command)
        while not self.over:
            message = json.loads(await socket.recv())
            await self._take(message)
            await self._act(socket)

    async def _take(self, message: Json) -> None:
        match message["t"]:
            case "state":
                assert self.last == -1, "a resumed match needs no state"
                self.first_state, self.seat = message, message["seat"]
                self._see(message)
            case "ev":
                assert message["n"] == self.last + 1, "events come in order, each once"
                self.heard[message["n"]] = message
                self._see(message)
                await self._moment(message["e"]["t"])
            case "ack":
                self.acked[message["c"]] = message["n"]
                self.waiting.pop(message["c"])
                await self._moment("ack")
            case "no":
                self.refused[message["c"]] = message["code"]
                self.waiting.pop(message["c"])
            case "away" | "again" | "crowd" | "status" | "go":
                pass
            case unexpected:
                raise AssertionError(unexpected)

    def _see(self, message: Json) -> None:
        self.last, self.view = message["n"], {**self.view, **message["v"]}
        self.tree, self.you = message["tree"], message["you"]
        self.ways = message.get("ways")

    async def _act(self, socket: ClientConnection) -> None:
        # news of others may come before the state, and an answer before its events
        is_behind = self.last < max(self.acked.values(), default=-1)
        if self.waiting or is_behind or self.acted_at == self.last or not self.view:
            return
        command = self._choice()
        if command is not None:
            self.acted_at = self.last
            cid = f"{self.who}-{len(self.sent)}"
            self.sent[cid] = self.waiting[cid] = command
            await self._give(socket, cid, command)
            await self._moment("sent")

    async def _give(self, socket: ClientConnection, cid: str, command: Json) -> None:
        await tell(socket, t="do", m=self.match_id, c=cid, k=command)

    def _choice(self) -> Json | None:
        view = self.view
        if view["phase"] == "open" and self.you is None and self.seat is not None:
            return {"t": "sit", "seed": self.choose.randbytes(16).hex(), "seal": view["seal"]}
        if self.you is None or view["to_act"] != self.you:
            return None
        match view["phase"]:
            case "roll":
                doubles = view["can_double"] and self.choose.random() < 0.06
                return {"t": "double"} if doubles else {"t": "roll"}
            case "move" if self.ways is not None:
                way = self.choose.choice(self.ways)
                return {"t": "move", "move": way["move"], "n": view["squares"]["plies"]}
            case "move" if self.tree is not None:
                moves = pick(self.tree, self.choose)
                return {"t": "play", "moves": moves, "n": view["roll_no"], "stage": view["stage"]}
            case "double":
                return {"t": "take"} if self.choose.random() < 0.7 else {"t": "drop"}
            case "resign":
                return {"t": "reject"}
        return None

    async def _moment(self, name: str) -> None:
        if self.moment is not None:
            await self.moment(name)
