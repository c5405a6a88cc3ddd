"""Members who play in tournaments: they go to every table that calls them, and move at random."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from picows import WSError

from zaria.live.load.dial import dial
from zaria.live.load.player import Player
from zaria.live.load.tally import LoadCounters
from zaria.live.load.wire import Message

AGAIN_S = 0.1


class Entrant(Player):
    """A member with one page open; `tables` are the matches to which it was called."""

    def __init__(self) -> None:
        super().__init__(LoadCounters(), None, random.Random())
        self.tables: list[str] = []

    def receive(self, message: Message) -> None:
        """Go to the table of the next round."""
        if message.t == "go" and message.m not in self.tables:
            self.tables.append(message.m)
            self.watch(message.m)

    async def stay(self, url: str, cookies: Mapping[str, str]) -> None:
        """Stay connected, whatever happens to the server."""
        carried = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
        while True:
            try:
                transport = await dial(self, url.replace("http", "ws", 1) + "/ws", {"Cookie": carried})
            except (OSError, WSError, TimeoutError):
                await asyncio.sleep(AGAIN_S)
                continue
            try:
                assert self.gone is not None
                await self.gone
            finally:
                transport.disconnect()


@asynccontextmanager
async def connected(url: str, cookies: Sequence[Mapping[str, str]]) -> AsyncIterator[list[Entrant]]:
    """Entrants with these cookies, each with a page open."""
    entrants = [Entrant() for _ in cookies]
    tasks = [
        asyncio.create_task(entrant.stay(url, jar)) for entrant, jar in zip(entrants, cookies, strict=True)
    ]
    try:
        yield entrants
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
