"""A server in this process, and what the lobby's tests do with it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import SEED, started
from tests.support.live.socket_players import Json, hear, tell
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.terms import Terms

WAIT = 300_000


def player(who: str) -> Player:
    """A player as the sockets of `tests.support.live.in_process_server` know them."""
    return Player(who, who.title(), "#777777", member=who.startswith("m-"))


class Club(InProcessServer):
    """A server whose tables are set by whom the test says."""

    async def table(self, who: str, game: str = "tabla", guest: str | None = None, **terms: Any) -> str:
        """A public table of `who`, or one that is kept for `guest`."""
        places = (player(who), player(guest) if guest else None)
        request = TableRequest(Terms(game, **terms), places, wait=WAIT, public=guest is None, by=0)
        return await self.live.match_service.open(request)


@asynccontextmanager
async def serving(folder: Path, **options: Any) -> AsyncIterator[Club]:
    """A server with these options of `LiveConfig`."""
    live = await started(folder / "live.sqlite3", **options)
    try:
        async with Club(live) as club:
            yield club
    finally:
        await live.stop()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with serving(tmp_path) as club:
        yield club


async def page(socket: ClientConnection, true: Callable[[Json], bool]) -> Json:
    """The next page of the lobby of which this is true."""
    while True:
        message = await hear(socket, "page")
        if true(message):
            return message


async def look(socket: ClientConnection, list_name: str, **query: Any) -> Json:
    """Ask for a list; the page that is sent first."""
    await tell(socket, t="hall", what=list_name, **query)
    return await hear(socket, "page")


async def sit(socket: ClientConnection, match_id: str) -> None:
    """Take one's place at a table."""
    await tell(socket, t="watch", m=match_id)
    state = await hear(socket, "state")
    seal = state["v"]["seal"]
    await tell(socket, t="do", m=match_id, c=f"sit-{match_id}", k={"t": "sit", "seed": SEED, "seal": seal})
    assert (await hear(socket, "ack", "no"))["t"] == "ack"
