"""Heads of requests of any size and split, and framing that proxies would read in two ways."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import started
from tests.support.patience import PATIENCE
from zaria.live.sockets.http_protocol import MOST_HEAD

SIZES = (512, 1700, 1791, 1792, 1793, 2047, 2048, 2049, 4096, 8192, MOST_HEAD - 1, MOST_HEAD)
UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
PLAIN = ("Accept: */*",)
MASKED_PING = bytes([0x89, 0x82, 0, 0, 0, 0]) + b"hi"
END = b"no such bytes: to the end of the connection"
PONG = bytes([0x8A, 2]) + b"hi"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[InProcessServer]:
    live = await started(tmp_path / "live.sqlite3")
    async with InProcessServer(live) as server:
        yield server
    await live.stop()


def head(size: int, headers: Sequence[str]) -> bytes:
    """A head of exactly `size` bytes, most of them in a header of a proxy."""
    path = "/ws" if headers is UPGRADE else "/"
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "X-Filler: a"]
    bare = len("\r\n".join([*lines, "", ""]))
    return "\r\n".join([*lines[:-1], "X-Filler: a" + "a" * (size - bare), "", ""]).encode()


async def answer(port: int, *parts: bytes, until: bytes = b"\r\n") -> bytes:
    """Return what the server sends, through `until` or to its end; parts reach it in packets of their own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.002)  # else the kernel may join two packets
        async with asyncio.timeout(PATIENCE):
            received = b""
            while until not in received and (chunk := await reader.read(1 << 16)):
                received += chunk
            return received
    finally:
        writer.close()


def splits(whole: bytes) -> list[tuple[bytes, ...]]:
    """The head whole, cut at each kind of place, and in pieces of 1000 bytes."""
    size = len(whole)
    places = {1, 3, 14, size // 2, 1792, 2048, size - 5, size - 4, size - 3, size - 2, size - 1}
    cuts = [(whole[:place], whole[place:]) for place in sorted(places) if 0 < place < size]
    return [(whole,), *cuts, tuple(whole[start : start + 1000] for start in range(0, size, 1000))]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("headers", "status"), [(UPGRADE, b"HTTP/1.1 101"), (PLAIN, b"HTTP/1.1 200")])
async def test_heads_up_to_the_bound_are_served(
    server: InProcessServer, size: int, headers: Sequence[str], status: bytes
) -> None:
    whole = head(size, headers)
    assert len(whole) == size
    answers = await asyncio.gather(*(answer(server.port, *parts) for parts in splits(whole)))
    assert {received[:12] for received in answers} == {status}


@pytest.mark.parametrize("size", [MOST_HEAD + 1, MOST_HEAD + 5000, 60_000])
@pytest.mark.parametrize("headers", [UPGRADE, PLAIN])
async def test_longer_heads_are_refused_as_such(
    server: InProcessServer, size: int, headers: Sequence[str], caplog: pytest.LogCaptureFixture
) -> None:
    whole = head(size, headers)
    cut = (whole[:5000], whole[5000:])
    answers = await asyncio.gather(answer(server.port, whole), answer(server.port, *cut))
    assert {received[:12] for received in answers} == {b"HTTP/1.1 431"}
    assert [record for record in caplog.records if record.levelname != "WARNING"] == []


async def test_frames_behind_a_head_are_read(server: InProcessServer) -> None:
    for size in (512, 4096):
        whole = head(size, UPGRADE)
        for parts in ((whole + MASKED_PING,), (whole + MASKED_PING[:3], MASKED_PING[3:])):
            received = await answer(server.port, *parts, until=PONG)
            assert received.startswith(b"HTTP/1.1 101")
            assert PONG in received


@pytest.mark.parametrize(
    ("lines", "body", "status"),
    [
        (("Content-Length: 4", "Transfer-Encoding: chunked"), b"0\r\n\r\n", 400),
        (("Transfer-Encoding: chunked", "Content-Length: 4"), b"0\r\n\r\n", 400),
        (("Content-Length: 4", "Content-Length: 5"), b"1234", 400),
        (("Content-Length: 4, 5",), b"1234", 400),
        (("Content-Length: -4",), b"1234", 400),
        (("Content-Length: +4",), b"1234", 400),
        (("Transfer-Encoding: gzip",), b"", 501),
        (("Transfer-Encoding: chunked, gzip",), b"", 501),
        (("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"), b"0\r\n\r\n", 501),
        (("Transfer-Encoding : chunked",), b"0\r\n\r\n", 400),
        (("X: a\rContent-Length: 4",), b"1234", 400),
    ],
)
async def test_ambiguous_framing_is_refused_and_ends_the_connection(
    server: InProcessServer, lines: Sequence[str], body: bytes, status: int
) -> None:
    request = "\r\n".join(["POST / HTTP/1.1", "Host: x", *lines, "", ""]).encode() + body
    received = await answer(server.port, request + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", until=END)
    assert received.startswith(f"HTTP/1.1 {status}".encode())
    assert received.count(b"HTTP/1.1 ") == 1


async def test_a_coding_in_an_old_version_is_refused(server: InProcessServer) -> None:
    request = b"POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert (await answer(server.port, request, until=END)).startswith(b"HTTP/1.1 400")
