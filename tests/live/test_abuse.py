"""Hostile clients over real sockets: limited, counted, and unnoticed by the players.

Offenders come from 127.0.0.66, players from 127.0.0.1.
"""

import asyncio
import json
import random
import socket
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.live.in_process_server import InProcessServer, Raw, site
from tests.support.live.page_sessions import SEED, Json, begun, next_command, started
from tests.support.live.socket_players import Player
from tests.support.patience import PATIENCE
from zaria.live.app import Live
from zaria.live.matches.table_request import TableRequest
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection_limits import AddressLimits, networks
from zaria.match.terms import Terms

EVIL = "127.0.0.66"
BOUNDS = AddressLimits(sockets=8, connections=32, local=True)
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n"
PING = b'{"t":"ping","x":1}'


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3", limits=Limits(rate=200))
    yield live
    await live.stop()


@pytest.fixture
async def server(live: Live) -> AsyncIterator[InProcessServer]:
    async with InProcessServer(live, BOUNDS, head=0.3, body=0.3, app=reading) as server:
        yield server


async def reading(scope: Any, receive: Any, send: Any) -> None:
    """A page that reads the whole request first."""
    while (await receive()).get("more_body"):
        pass
    await site(scope, receive, send)


@pytest.fixture(autouse=True)
async def lines_are_closed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Everything that a test opened by hand."""
    writers: list[asyncio.StreamWriter] = []
    opening = asyncio.open_connection

    async def remembered(*args: Any, **options: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await opening(*args, **options)
        writers.append(writer)
        return reader, writer

    monkeypatch.setattr(asyncio, "open_connection", remembered)
    yield
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0)  # they close with the next turn of the event loop


class Line:
    """A connection over which a test writes bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def dial(cls, server: InProcessServer, address: str = EVIL) -> "Line":
        return cls(*await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0)))

    async def cut(self) -> bytes:
        """Wait until the server cuts it; return its answer."""
        answer = b""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while part := await self.reader.read(1000):
                    answer += part
        self.writer.close()
        return answer


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


# requests that never end


@pytest.mark.parametrize(
    "fragment", [b"", b"G", REQUEST, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"]
)
async def test_a_request_that_does_not_end_is_cut(server: InProcessServer, fragment: bytes) -> None:
    line = await Line.dial(server)
    line.writer.write(fragment)
    await line.cut()
    assert server.live.endpoint.counts.turned_away == {"slow_request": 1}


async def test_a_handshake_that_drips_is_cut(server: InProcessServer) -> None:
    """A byte now and then buys no time."""
    line = await Line.dial(server)
    line.writer.write(b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nX: ")

    async def drip() -> None:
        while True:
            line.writer.write(b"x")
            await asyncio.sleep(0.02)

    task = asyncio.create_task(drip())
    await line.cut()
    task.cancel()
    assert server.live.endpoint.counts.turned_away == {"slow_request": 1}


async def test_the_next_request_of_a_connection_is_cut_too(server: InProcessServer) -> None:
    line = await Line.dial(server)
    line.writer.write(REQUEST + b"\r\n")
    await line.reader.readuntil(b"a page")
    line.writer.write(REQUEST)
    await line.cut()
    assert server.live.endpoint.counts.turned_away == {"slow_request": 1}


async def test_an_engine_that_has_said_all_is_not_cut(server: InProcessServer) -> None:
    """A socket is no request, and a reader of a page may take their time."""
    raw = await Raw.dial(server.port)
    line = await Line.dial(server)
    line.writer.write(REQUEST + b"\r\n")
    slow = await Line.dial(server)
    await slow.cut()
    assert b"a page" in await line.reader.readuntil(b"a page")
    raw.send(0x81, PING)
    assert (await raw.text())["t"] == "pong"
    assert server.live.endpoint.counts.turned_away == {"slow_request": 1}
    line.writer.close()
    raw.close()


# too many


async def test_sockets_of_one_address(server: InProcessServer) -> None:
    raws = [await Raw.dial(server.port, address=EVIL) for _ in range(BOUNDS.sockets)]
    assert (await Raw.dial(server.port, address=EVIL)).head.startswith(b"HTTP/1.1 429")
    assert (await Raw.dial(server.port)).head.startswith(b"HTTP/1.1 101")
    raws.pop().close()
    await server.gone(BOUNDS.sockets)
    assert (await Raw.dial(server.port, address=EVIL)).head.startswith(b"HTTP/1.1 101")
    assert server.live.endpoint.counts.turned_away == {"too_many_sockets": 1}


async def test_visitors_behind_a_proxy_are_counted_apart(live: Live) -> None:
    async with InProcessServer(live, AddressLimits(1, 1, local=True), networks(["127.0.0.1"])) as server:
        heads = [
            (await Raw.dial(server.port, f"X-Forwarded-For: {name}")).head[9:12]
            for name in ("1.1.1.1", "2.2.2.2", "1.1.1.1", "1.1.1.1, 3.3.3.3")
        ]
        assert heads == [b"101", b"101", b"429", b"101"]
        assert (await Raw.dial(server.port, "X-Forwarded-For: 4.4.4.4", address=EVIL)).head[9:12] == b"101"
        assert await (await Line.dial(server)).cut() == b"", "a liar has one address, whatever he says"


async def test_a_thousand_connections_of_one_address(live: Live) -> None:
    """Most are cut at once, the others when they have said nothing for a while; nobody else notices."""
    async with InProcessServer(live, BOUNDS, head=2) as server:
        await asyncio.gather(*(Line.dial(server) for _ in range(1000)), return_exceptions=True)
        assert (await Raw.dial(server.port)).head.startswith(b"HTTP/1.1 101")
        counts = live.endpoint.counts.turned_away
        await until(lambda: counts["too_many_connections"] + counts["slow_request"] >= 1000)
        await asyncio.sleep(0)  # the last is cut with the next turn of the event loop
        assert counts["too_many_connections"] > 500
        assert (await Raw.dial(server.port, address=EVIL)).head.startswith(b"HTTP/1.1 101")


async def test_forged_origins(server: InProcessServer) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port}.evil.example"):
        assert (await Raw.dial(server.port, f"Origin: {origin}")).head.startswith(b"HTTP/1.1 403")
    assert server.live.endpoint.counts.turned_away == {"origin": 3}


# what a socket may say


async def ask(raw: Raw, **message: Any) -> Json:
    """The answer to a command."""
    raw.send(0x81, json.dumps(message).encode())
    while True:
        answer: Json = await raw.text()
        if answer["t"] in ("ack", "no"):
            return answer


async def test_floods_and_nonsense_close_their_socket_alone(server: InProcessServer) -> None:
    flood, nonsense, healthy = [await Raw.dial(server.port, address=EVIL) for _ in range(3)]
    for _ in range(200):
        flood.send(0x81, PING)
    nonsense.send(0x81, PING)
    for _ in range(40):
        nonsense.send(0x81, b'{"t":"?"}')
    assert [await flood.closing(), await nonsense.closing()] == [1008, 1008]
    healthy.send(0x81, PING)
    assert (await healthy.text())["t"] == "pong"
    assert server.live.endpoint.counts.closed == {"flood": 1, "nonsense": 1}
    assert server.live.endpoint.counts.refused["bad_message"] > 0


@pytest.mark.parametrize("loud", [b'{"t":"again","m":"x"}', b'{"t":"leave","m":"x","gone":true}'])
async def test_what_a_crowd_hears_of_is_bounded_more_tightly(server: InProcessServer, loud: bytes) -> None:
    raw = await Raw.dial(server.port, address=EVIL)
    limits = Limits()
    for _ in range(int(limits.burst / limits.loud) + 5):
        raw.send(0x81, loud)
    assert await raw.closing() == 1008
    assert server.live.endpoint.counts.closed == {"flood": 1}


async def test_other_peoples_seats_matches_turns_and_commands(server: InProcessServer) -> None:
    """Each is refused, counted, and changes nothing."""
    match_id, ann, bob = await begun(server.live)
    shown = await ann.look(match_id)
    players = (ann, bob)
    mover, waiter = players[shown["v"]["to_act"]], players[1 - shown["v"]["to_act"]]
    before = (await server.live.record(match_id) or [])[:]
    evil = await Raw.dial(server.port, "Cookie: who=evil", address=EVIL)
    waiter_line = await Raw.dial(server.port, f"Cookie: who={waiter.user.id}", address=EVIL)  # type: ignore[union-attr]
    roll: Json = {"t": "roll"}
    sit = {"t": "sit", "seed": SEED, "seal": shown["v"]["seal"]}
    claim = {"t": "claim", "what": "win"}
    codes = [
        (await ask(evil, t="do", m="0" * 10, c="a", k=roll))["code"],
        (await ask(evil, t="do", m=match_id, c="b", k=sit))["code"],
        (await ask(evil, t="do", m=match_id, c="c", k=roll))["code"],
        (await ask(evil, t="do", m=match_id, c="d", k=claim))["code"],
        (await ask(waiter_line, t="do", m=match_id, c="e", k=roll))["code"],
        (await ask(waiter_line, t="do", m=match_id, c="f", k=claim))["code"],
        (await ask(waiter_line, t="do", m=match_id, c="g", k={"t": "flag"}))["code"],
        (await ask(waiter_line, t="do", m=match_id, c="h", k={"t": "credit", "ms": 9}))["code"],
    ]
    assert codes == [
        "unknown_match",
        "not_open",
        "not_a_player",
        "not_a_player",
        "not_your_turn",
        "not_away",
        "not_over_time",
        "bad_message",
    ]
    assert await server.live.record(match_id) == before
    refused = server.live.endpoint.counts.refused
    assert sum(refused.values()) == len(codes)
    assert refused["not_a_player"] == 2
    assert (await mover.did(match_id, next_command(mover.table)))["t"] == "ack"


async def test_a_replayed_command_is_answered_again_and_done_once(server: InProcessServer) -> None:
    match_id, ann, bob = await begun(server.live)
    shown = await ann.look(match_id)
    mover = (ann, bob)[shown["v"]["to_act"]]
    await mover.look(match_id)
    who = mover.user.id if mover.user else ""
    raw = await Raw.dial(server.port, f"Cookie: who={who}")
    message = {"t": "do", "m": match_id, "c": "once", "k": next_command(mover.table)}
    first = await ask(raw, **message)
    assert first["t"] == "ack"
    assert [await ask(raw, **message) for _ in range(5)] == [first] * 5
    thief = await Raw.dial(server.port, "Cookie: who=evil", address=EVIL)
    assert (await ask(thief, **message))["code"] == "not_a_player"
    events = await server.live.record(match_id) or []
    assert len(events) == first["n"] + 1


# and all at once


async def test_players_at_other_tables_notice_nothing(live: Live) -> None:
    async with InProcessServer(live, BOUNDS, head=3, laggard=32 * 1024) as server:
        match_id, *_ = await begun(live)
        table_id = await live.open(TableRequest(Terms("tabla")))
        timer = Timer()
        players = [
            Player(who, table_id, lambda: server.port, random.Random(who), timer.of(who))
            for who in ("anton", "boris")
        ]
        stop = asyncio.Event()
        evil = [asyncio.create_task(work(server, match_id, stop)) for work in (_flood, _never_read, _connect)]
        await asyncio.gather(*(player.play() for player in players))
        stop.set()
        await asyncio.gather(*evil)
        counts = live.endpoint.counts
        assert all(player.over and player.reconnects == 0 for player in players)
        assert len(timer.took) > 20
        assert statistics.median(timer.took) < 1
        assert max(timer.took) < 10
        assert counts.closed["flood"] > 2
        assert counts.closed["laggard"] > 0
        assert counts.turned_away["too_many_connections"] > 10


class Timer:
    """Durations of commands, in seconds."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self._since: dict[str, float] = {}

    def of(self, who: str) -> Callable[[str], Awaitable[None]]:
        async def moment(name: str) -> None:
            if name == "sent":
                self._since[who] = time.monotonic()
            elif name == "ack":
                self.took.append(time.monotonic() - self._since[who])

        return moment


async def _flood(server: InProcessServer, match_id: str, stop: asyncio.Event) -> None:
    while not stop.is_set():
        raw = await Raw.dial(server.port, address=EVIL)
        for _ in range(300):
            raw.send(0x81, PING)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await raw.closing()
        raw.close()


async def _never_read(server: InProcessServer, match_id: str, stop: asyncio.Event) -> None:
    """Asks for as much as a socket may, and takes nothing of it."""
    wish = json.dumps({"t": "watch", "m": match_id}).encode()
    server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    while not stop.is_set():
        raw = await Raw.dial(server.port, window=4096, address="127.0.0.67")
        raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(75):
            raw.send(0x81, wish)
        await asyncio.sleep(0.1)
        raw.close()


async def _connect(server: InProcessServer, match_id: str, stop: asyncio.Event) -> None:
    lines: list[Line] = []
    while not stop.is_set():
        with suppress(OSError):
            lines.append(await Line.dial(server, "127.0.0.68"))
        while len(lines) > 100:
            lines.pop(0).writer.close()
