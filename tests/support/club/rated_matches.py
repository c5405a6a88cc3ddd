"""Members who play a match over real sockets, each by a rule of their own."""

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.live.page_sessions import SEED
from tests.support.live.socket_players import Json, pick, tell
from tests.support.patience import PATIENCE

Choice = Callable[["Fighter"], Json | None]


class Fighter:
    """A member at one table. `choose` says what they do when it is their turn to act; None: play on.

    `turns` counts the turns they have begun, `refused` are the codes of what was not taken.
    """

    def __init__(self, socket: ClientConnection, match_id: str, choose: Choice, sit: Json) -> None:
        self.socket, self.match_id, self.choose, self.sit = socket, match_id, choose, sit
        self.view: Json = {}
        self.tree: Any = None
        self.you: int | None = None
        self.turns = 0
        self.sits = False
        self.refused: list[str] = []
        self.luck = random.Random(1)

    async def play(self) -> None:
        """Until the match is over, or the seat is refused."""
        await tell(self.socket, t="watch", m=self.match_id, n=-1)
        acted = -1
        while True:
            message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if message["t"] == "no":
                self.refused.append(message["code"])
                if self.you is None:
                    return
            if message["t"] not in ("state", "ev") or message["m"] != self.match_id:
                continue
            self.view = {**self.view, **message["v"]}
            self.you, self.tree = message["you"], message["tree"]
            if self.view["phase"] == "over":
                return
            action = self._action()
            if action is not None and acted != message["n"]:
                acted = message["n"]
                await tell(self.socket, t="do", m=self.match_id, c=secrets.token_hex(8), k=action)

    def _action(self) -> Json | None:
        view = self.view
        if view["phase"] == "open":
            sits, self.sits = self.you is None and not self.sits, True
            return {"t": "sit", "seed": SEED, "seal": view["seal"], **self.sit} if sits else None
        if view["to_act"] != self.you:
            return None
        chosen = self.choose(self)
        if chosen is not None:
            return chosen
        match view["phase"]:
            case "roll":
                self.turns += 1
                return {"t": "roll"}
            case "move" if self.tree is not None:
                moves = pick(self.tree, self.luck)
                return {"t": "play", "moves": moves, "n": view["roll_no"], "stage": view["stage"]}
            case "double":
                return {"t": "take"}
            case "resign":
                return {"t": "accept"}
        return None


async def fight(
    match_id: str,
    host: Somebody,
    opponent: Somebody,
    host_choice: Choice,
    opponent_choice: Choice,
    address: str = "127.0.0.1",
    **sit: bool,
) -> tuple[Fighter, Fighter]:
    """A match to its end, or until a seat is refused; both at that moment.

    `sit`: what `opponent` adds on sitting down. `address`: from where both come, by a proxy that is believed.
    """
    proxy = {"X-Forwarded-For": address}
    async with (
        dial(host.url, host.cookies, **proxy) as first,
        dial(opponent.url, opponent.cookies, **proxy) as second,
    ):
        a, b = Fighter(first, match_id, host_choice, {}), Fighter(second, match_id, opponent_choice, sit)
        playing = [asyncio.create_task(player.play()) for player in (a, b)]
        done, _ = await asyncio.wait(playing, timeout=4 * PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert done, "nobody has ended"
        if a.refused or b.refused:
            for task in playing:
                task.cancel()
        await asyncio.wait(playing, timeout=PATIENCE)
        for task in done:
            task.result()
    return a, b


def plays_on(_: Fighter) -> None:
    """Do what the rules ask."""


def resigns(fighter: Fighter) -> Json | None:
    """Give up at once."""
    if fighter.view["phase"] in ("roll", "move"):
        return {"t": "resign", "points": fighter.view["classes"][-1][0]}
    return None
