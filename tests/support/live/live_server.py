"""A server of live play alone: `python -m tests.support.live.live_server DATA [--bot-pause MS] [--free]`.

A client is the player that it names in the cookie `who=id`. Matches are opened over HTTP:
`POST /open` with `{"terms": …, "places": [player, player]}` answers the id, `GET /record/ID` the
record. With an `id` and a `wait` it opens a match of a tournament, whose event `GET /changed/ID/NUMBER`
announces; `GET /annul/ID` annuls a match. The first line of its output is the
port. Programs think little.
"""

import argparse
import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
import uvloop

from tests.support.fast_engines import think_less
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.matches.live_match import Places
from zaria.live.matches.table_request import TableRequest
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.protocol.server import StudyChanged
from zaria.live.sockets.server import make_protocol
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms
from zaria.records.formats import json as records

FREE = Limits(rate=1e9, burst=1e9, queued=1000)
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class Open(msgspec.Struct):
    terms: Terms
    places: Places = (None, None)
    id: str = ""
    wait: int | None = None


def whoami(headers: Mapping[str, str]) -> Identity | None:
    who = SimpleCookie(headers.get("cookie", "")).get("who")
    return Identity(Player(who.value, who.value.title(), "#777777")) if who else None


class App:
    """The HTTP side."""

    def __init__(self, live: Live) -> None:
        self.live = live

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        status, body = await self.answer(scope["path"], receive)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def answer(self, path: str, receive: Receive) -> tuple[int, bytes]:
        if path == "/open":
            body = (await receive())["body"]
            try:
                wish = msgspec.json.decode(body, type=Open)
                request = TableRequest(wish.terms, wish.places, wait=wish.wait, public=True)
                if wish.id:
                    await self.live.open_for_tournament(request, wish.id)
                    return 200, wish.id.encode()
                return 200, (await self.live.open(TableRequest(wish.terms, wish.places))).encode()
            except (CommandRefusedError, msgspec.DecodeError) as error:
                return 400, str(error).encode()
        if path.startswith("/annul/"):
            await self.live.annul(path.rpartition("/")[2])
            return 200, b""
        if path.startswith("/changed/"):
            _, _, tournament_id, n = path.split("/")
            self.live.lobby.sessions.tournament_changed(tournament_id, int(n))
            return 200, b""
        if path.startswith("/study/"):
            self.live.lobby.sessions.study_readers.changed(StudyChanged(path.rpartition("/")[2], 7, 3))
            return 200, b""
        events = await self.live.record(path.rpartition("/")[2])
        return (404, b"") if events is None else (200, records.dump(events))


class Server(uvicorn.Server):
    """Says when it listens; and does not raise the signal again before the journal is closed."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        print(sockets[0].getsockname()[1], flush=True)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self.handle_exit, number, None)
        yield


async def serve(data: Path, bot_pause: int, limits: Limits) -> None:
    """Until a signal comes."""
    live = await Live.start(LiveConfig(path=data, bot_pause=bot_pause, limits=limits))
    config = uvicorn.Config(
        App(live),
        ws=make_protocol(live.endpoint, whoami),  # type: ignore[arg-type]
        lifespan="off",
        log_level="warning",
        access_log=False,
    )
    await Server(config).serve([socket.create_server(("127.0.0.1", 0), backlog=1024)])
    await live.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--bot-pause", type=int, default=0)
    parser.add_argument("--free", action="store_true", help="no limit on what a socket may ask")
    options = parser.parse_args()
    limits = FREE if options.free else Limits()
    think_less()
    uvloop.run(serve(options.data, options.bot_pause, limits))


if __name__ == "__main__":
    main()
