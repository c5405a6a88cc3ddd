"""Real sockets under uvicorn: handshakes, abuse, laggards, dead lines and the end of the server."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.live.in_process_server import InProcessServer, Raw
from tests.support.live.page_sessions import Page, act, begun, started
from tests.support.live.socket_players import dial, hear, tell
from tests.support.patience import PATIENCE
from zaria.live.sockets.catch_up import MOST
from zaria.live.sockets.protocol.client import MAX_FRAME
from zaria.live.sockets.server import same_origin
from zaria.match.terms import Terms

IDLE = 0.8
"""Seconds of silence; a busy machine may not answer a ping in less."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[InProcessServer]:
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live) as server:
        yield server
    await live.stop()


@pytest.fixture
async def watchful(tmp_path: Path) -> AsyncIterator[InProcessServer]:
    """A server that soon pings a silent client, and waits as long for the answer."""
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live, idle=IDLE) as server:
        yield server
    await live.stop()


async def closed(socket: ClientConnection) -> int | None:
    """The code with which the server closes the socket."""
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(PATIENCE):
            while True:
                await socket.recv()
    return socket.close_code


PING = b'{"t":"ping","x":1}'


async def test_pages_and_sockets_share_the_port(server: InProcessServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b"a page" in await reader.read()
    writer.close()
    async with dial(server.port, "ann") as page:
        await tell(page, t="ping", x=7)
        assert (await hear(page))["x"] == 7


async def test_no_extension_is_offered(server: InProcessServer) -> None:
    raw = await Raw.dial(server.port, "Sec-WebSocket-Extensions: permessage-deflate")
    assert raw.head.startswith(b"HTTP/1.1 101")
    assert b"extensions" not in raw.head.lower()
    raw.close()


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/ws", [], 101),
        ("/ws?v=1", [], 101),
        ("/ws", ["Connection: keep-alive, Upgrade"], 101),
        ("/ws", ["Origin: https://evil.example"], 403),
        ("/ws", ["Origin: null"], 403),
        ("/ws", ["Cookie: who=" + "x" * 100], 500),
        ("/ws/a-1", [], 101),
        ("/ws/a?v=1", [], 101),
        ("/ws/a", ["Origin: https://evil.example"], 403),
        ("/ws/", [], 404),
        ("/ws/A", [], 404),
        ("/ws/a/b", [], 404),
        ("/ws/" + "a" * 33, [], 404),
        ("/other", [], 404),
    ],
)
async def test_handshakes(server: InProcessServer, path: str, headers: list[str], status: int) -> None:
    raw = await Raw.dial(server.port, *headers, path=path)
    assert raw.head.startswith(f"HTTP/1.1 {status}".encode())
    raw.close()


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://zaria.example", 101),
        ("https://club.north.example", 101),
        ("http://zaria.example", 403),
        ("https://north.example", 403),
        ("http://127.0.0.1:{port}", 403),
    ],
)
async def test_where_origins_are_named_pages_of_no_other_connect(
    tmp_path: Path, origin: str, status: int
) -> None:
    live = await started(tmp_path / "live.sqlite3")
    named = ("https://zaria.example", "https://*.north.example")
    async with InProcessServer(live, origins=named) as server:
        raw = await Raw.dial(server.port, f"Origin: {origin.format(port=server.port)}")
        assert raw.head.startswith(f"HTTP/1.1 {status}".encode())
        raw.close()
    await live.stop()


async def test_another_host_is_refused(tmp_path: Path) -> None:
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live, is_known_host=lambda host: host == "club.example") as server:
        raw = await Raw.dial(server.port)
        assert raw.head.startswith(b"HTTP/1.1 400")
        raw.close()
    await live.stop()


def test_origins() -> None:
    assert same_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
    assert not same_origin("http://127.0.0.1:8000", "127.0.0.1:8001")
    assert not same_origin("http://127.0.0.1:8000", None)
    assert not same_origin("http://a@b", "b")
    assert not same_origin("", "")
    assert not same_origin("http://[::1", "[::1")
    assert same_origin(None, "127.0.0.1:8000")


async def test_a_page_of_this_host_may_connect(server: InProcessServer) -> None:
    async with dial(server.port, "ann", origin=f"http://127.0.0.1:{server.port}"):
        pass
    with pytest.raises(InvalidStatus):
        await dial(server.port, "ann", origin="http://evil.example")


async def test_an_oversize_frame_closes(server: InProcessServer) -> None:
    async with dial(server.port, "ann") as page:
        await page.send("x" * MAX_FRAME)
        assert (await hear(page))["code"] == "bad_message"
        await page.send("x" * (MAX_FRAME + 1))
        assert await closed(page) == 1009
    await server.gone()


async def test_fragments_are_put_together_up_to_the_limit(server: InProcessServer) -> None:
    async with dial(server.port, "ann") as page:
        await page.send(iter(['{"t":"ping",', '"x":', "5}"]))
        assert (await hear(page))["x"] == 5
        await page.send(iter(["x" * MAX_FRAME, "x"]))
        assert await closed(page) == 1009


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([(0x82, b"binary")], 1003),
        ([(0x80, b"continues nothing")], 1003),
        ([(0x01, b"begins"), (0x81, PING)], 1003),
        ([(0xC1, PING)], 1003),
        ([(0x83, b"unknown")], 1002),
        ([(0x88, b"\x03\xe8")], 1000),
        ([(0x88, b"")], 1000),
        ([(0x88, b"\x0f\xa0bye")], 1000),
        ([(0x88, b"\x00\x01")], 1002),
        ([(0x01, b"")] + [(0x00, b"")] * 80, 1009),
    ],
)
async def test_what_is_no_text_closes(
    server: InProcessServer, frames: list[tuple[int, bytes]], code: int
) -> None:
    raw = await Raw.dial(server.port)
    for first, payload in frames:
        raw.send(first, payload)
    assert await raw.closing() == code
    raw.close()
    await server.gone()


async def test_an_unmasked_frame_closes(server: InProcessServer) -> None:
    raw = await Raw.dial(server.port)
    raw.send(0x81, PING, masked=False)
    assert await raw.closing() == 1002
    raw.close()


async def test_pings_are_answered_and_stray_pongs_ignored(server: InProcessServer) -> None:
    raw = await Raw.dial(server.port)
    raw.send(0x8A, b"nobody asked")
    raw.send(0x89, b"there?")
    assert await raw.frame() == (10, b"there?")
    raw.close()


async def test_messages_of_one_packet_are_answered_in_order(server: InProcessServer) -> None:
    raw = await Raw.dial(server.port)
    for x in range(20):
        raw.send(0x81, b'{"t":"ping","x":%d}' % x)
    assert [(await raw.text())["x"] for _ in range(20)] == list(range(20))
    raw.close()


async def test_big_answers_arrive_whole(server: InProcessServer) -> None:
    """Frames of every length class, many in one turn of the event loop."""
    match_id, *_ = await begun(server.live)
    raw = await Raw.dial(server.port)
    for _ in range(50):
        raw.send(0x81, json.dumps({"t": "watch", "m": match_id}).encode())
        raw.send(0x81, PING)
    kinds = [(await raw.text())["t"] for _ in range(100)]
    assert kinds == ["state", "pong"] * 50
    raw.close()


async def test_a_client_that_does_not_read_is_dropped_and_may_resume(server: InProcessServer) -> None:
    match_id, ann, bob = await begun(server.live)
    open_sessions = len(server.live.endpoint.sessions)
    raw = await Raw.dial(server.port, "Cookie: who=ann", window=4096)
    raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
    ask = json.dumps({"t": "watch", "m": match_id}).encode()
    async with asyncio.timeout(PATIENCE):
        while len(server.live.endpoint.sessions) > open_sessions:
            for _ in range(50):
                raw.send(0x81, ask)
            await asyncio.sleep(0.001)
    raw.close()
    seen = ann.table["n"]
    await act(match_id, ann, bob)
    async with dial(server.port, "ann") as page:
        await tell(page, t="watch", m=match_id, n=seen)
        assert (await hear(page, "ev"))["n"] == seen + 1


async def test_a_reader_who_missed_much_gets_there_over_a_slow_line(server: InProcessServer) -> None:
    """The player reads nothing until all that they missed, and what happened meanwhile, waits for them."""
    match_id, ann, bob = await begun(server.live, Terms("tabla", length=9))
    for _ in range(MOST):
        await act(match_id, ann, bob)
    first = ann.table["n"] - MOST
    server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    raw = await Raw.dial(server.port, "Cookie: who=ann", window=4096)
    raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
    raw.send(0x81, json.dumps({"t": "watch", "m": match_id, "n": first}).encode())
    for _ in range(10):
        await act(match_id, ann, bob)
    raw.reader._transport.resume_reading()  # type: ignore[attr-defined]
    last = ann.table["n"]
    assert last - first >= MOST + 10
    for n in range(first + 1, last + 1):
        while (message := await raw.text())["t"] != "ev":
            assert message["t"] in ("away", "crowd")
        assert message["n"] == n
    raw.close()


async def test_a_dead_line_is_noticed(watchful: InProcessServer) -> None:
    """The client is silent and answers no ping: half-open, as after a cut cable."""
    match_id, *_ = await begun(watchful.live)
    open_sessions = len(watchful.live.endpoint.sessions)
    raw = await Raw.dial(watchful.port)
    raw.send(0x81, json.dumps({"t": "watch", "m": match_id}).encode())
    await raw.text()
    assert len(watchful.live.endpoint.sessions) == open_sessions + 1
    await watchful.gone(open_sessions)
    raw.close()


async def test_a_silent_but_living_line_stays(watchful: InProcessServer) -> None:
    async with dial(watchful.port, "ann") as page:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(page.recv(), IDLE * 4.5)  # two pings
        await tell(page, t="ping", x=1)
        assert (await hear(page))["t"] == "pong"


async def test_a_socket_that_cannot_be_written_to_mutes_no_other(
    server: InProcessServer, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, *players = await begun(server.live)
    async with (
        dial(server.port, "one") as first,
        dial(server.port, "two") as second,
        dial(server.port, "three") as third,
    ):
        for page in (first, second, third):
            await tell(page, t="watch", m=match_id)
            await hear(page, "state")
        (bad,) = [session for session in server.live.endpoint.sessions if session.reader == "two"]
        bad.connection._write = None  # type: ignore[attr-defined]
        for _ in range(2):
            await act(match_id, *players)
            last = players[0].table["n"]
            for page in (first, third):
                while (await hear(page, "ev"))["n"] < last:
                    pass
        assert await closed(second) == 1006
        assert "cannot write to the socket" in caplog.text


async def test_a_cut_line_is_forgotten(server: InProcessServer) -> None:
    match_id, *_ = await begun(server.live)
    open_sessions = len(server.live.endpoint.sessions)
    page = await dial(server.port, "ann")
    await tell(page, t="watch", m=match_id)
    await hear(page, "state")
    page.transport.abort()
    await server.gone(open_sessions)


async def test_a_stopping_server_says_so(server: InProcessServer) -> None:
    match_id, *_ = await begun(server.live)
    async with dial(server.port, "ann") as page:
        await tell(page, t="watch", m=match_id)
        await hear(page, "state")
        await server.server.shutdown([server.listening])
        assert await closed(page) == 1012
    assert not server.server.server_state.connections


async def test_over_a_socket_as_without_one(server: InProcessServer) -> None:
    match_id, ann, bob = await begun(server.live)
    async with dial(server.port, "ann") as page:
        await tell(page, t="watch", m=match_id)
        state = await hear(page, "state")
        assert {**state, "now": 0} == {**(await Page(server.live, "ann").state(match_id)), "now": 0}
        await act(match_id, ann, bob)
        event = await hear(page, "ev")
        assert event == next(message for message in ann.got if message.get("n") == state["n"] + 1)
