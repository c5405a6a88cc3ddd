"""An operator's questions to a process, and its log."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.live.in_process_server import InProcessServer
from tests.support.live.page_sessions import act, begun, started
from tests.support.patience import PATIENCE
from zaria.live import logs
from zaria.live.app import Live
from zaria.live.metrics import Lateness, Metrics
from zaria.live.process.ops import Ops
from zaria.live.process.private_access import PrivateAccess
from zaria.live.sockets.connection_limits import ConnectionLimits, networks

TOKEN = "correct horse"


async def site(scope: Any, receive: Any, send: Any) -> None:
    """Says who asks, and for which request it is."""
    host = dict(scope["headers"])[b"host"].decode()
    body = f"{scope['client'][0]} {logs.REQUEST.get()} {host} {scope['zaria.private']}".encode()
    size = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": size, "trailers": False})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Live]:
    live = await started(tmp_path / "live.sqlite3")
    yield live
    await live.stop()


@pytest.fixture
async def server(live: Live) -> AsyncIterator[InProcessServer]:
    metrics = Metrics(live, ["web", "host"])
    gate = ConnectionLimits(proxies=networks(["127.0.0.9"]))
    access = PrivateAccess(gate, TOKEN)
    async with InProcessServer(live, app=Ops(live, metrics, gate, access, site)) as server:
        yield server
    metrics.close()


async def get(
    server: InProcessServer, path: str, *headers: str, address: str = "127.0.0.1"
) -> tuple[int, str, str]:
    """Status, head and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
    host = [] if any(header.startswith("Host:") for header in headers) else ["Host: localhost"]
    lines = [f"GET {path} HTTP/1.1", *host, "Connection: close", *headers, "", ""]
    writer.write("\r\n".join(lines).encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    return int(head.split()[1]), head, body


def value(page: str, name: str) -> float:
    """Of one line of the metrics."""
    return next(float(line.split()[-1]) for line in page.splitlines() if line.startswith(f"{name} "))


async def test_healthy_and_ready(server: InProcessServer) -> None:
    assert (await get(server, "/healthz"))[::2] == (200, "ok\n")
    assert (await get(server, "/readyz"))[::2] == (200, "ok\n")


async def test_not_ready_while_the_journal_does_not_answer(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load(match_id: str) -> None:
        raise OSError

    monkeypatch.setattr(server.live.journal, "load", load)
    assert (await get(server, "/readyz"))[::2] == (503, "journal\n")
    assert (await get(server, "/healthz"))[0] == 200


async def test_not_ready_while_play_is_paused(server: InProcessServer) -> None:
    assert server.live.host is not None
    server.live.host.outage.begin("journal")
    assert (await get(server, "/readyz"))[::2] == (503, "play\n")
    assert value((await get(server, "/metrics"))[2], "zaria_paused") == 1


async def test_not_ready_while_a_store_of_the_site_does_not_take_data(live: Live) -> None:
    async def full() -> None:
        raise OSError

    metrics, gate = Metrics(live, ["web"]), ConnectionLimits()
    app = Ops(live, metrics, gate, PrivateAccess(gate), stores={"site": full})
    async with InProcessServer(live, app=app) as server:
        assert (await get(server, "/readyz"))[::2] == (503, "site\n")
    metrics.close()


async def test_metrics_are_for_this_machine_or_a_token(server: InProcessServer) -> None:
    assert (await get(server, "/metrics"))[0] == 200
    for host in ("localhost:8000", "LOCALHOST", "127.0.0.1:8000", "127.3.2.1", "[::1]:8000"):
        assert (await get(server, "/metrics", f"Host: {host}"))[0] == 200
    for between in (
        "X-Forwarded-For: 1.2.3.4", "Via: 1.1 proxy", "Forwarded: for=1.2.3.4", "x-forwarded-proto: https",
        "X-Real-IP: 1.2.3.4", "CF-Ray: 1", "X-Envoy-Internal: true", "True-Client-IP: 1.2.3.4",
        "Host: evil.example", "Host: localhost.evil.example", "Host: 192.168.1.5", "Host: ",
        "Host: a@localhost",
    ):  # fmt: skip
        assert not (await get(server, "/", between))[2].endswith("True")
        assert (await get(server, "/metrics", between))[0] == 404
        assert (await get(server, "/metrics", between, "Authorization: Bearer wrong"))[0] == 404
        assert (await get(server, "/metrics", between, f"Authorization: Bearer {TOKEN}"))[0] == 200


async def test_a_proxy_that_says_nothing_is_known_by_its_address_or_its_protocol(
    server: InProcessServer,
) -> None:
    assert (await get(server, "/metrics", address="127.0.0.9"))[0] == 404
    assert (await get(server, "/metrics", f"Authorization: Bearer {TOKEN}", address="127.0.0.9"))[0] == 200
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:8000\r\nConnection: close\r\n\r\n")
    assert b" 404 " in (await reader.read()).split(b"\r\n")[0]
    writer.close()
    await writer.wait_closed()


async def test_a_public_port_shows_the_metrics_to_a_token_alone(live: Live) -> None:
    metrics, gate = Metrics(live, ["web"]), ConnectionLimits()
    access = PrivateAccess(gate, TOKEN, public=True)
    async with InProcessServer(live, app=Ops(live, metrics, gate, access, site)) as server:
        assert (await get(server, "/metrics"))[0] == 404
        assert (await get(server, "/"))[2].endswith("False")
        assert (await get(server, "/metrics", f"Authorization: Bearer {TOKEN}"))[0] == 200
    metrics.close()


async def test_a_listener_of_its_own_shows_nothing_else(live: Live) -> None:
    metrics, gate = Metrics(live, ["web"]), ConnectionLimits(proxies=networks(["127.0.0.9"]))
    access = PrivateAccess(gate, exclusive=True)
    async with InProcessServer(live, app=Ops(live, metrics, gate, access, site, "club.example")) as server:
        assert (await get(server, "/metrics"))[0] == 200
        assert (await get(server, "/dev/mail"))[2].endswith("club.example True")
        assert (await get(server, "/"))[0] == 404
        for address in ("127.0.0.1", "127.0.0.9"):  # a proxy's own machine may ask too
            assert (await get(server, "/metrics", address=address))[0] == 200
            for mark in ("Via: 1.1 proxy", "X-Forwarded-For: 1.2.3.4"):
                assert (await get(server, "/metrics", mark, address=address))[0] == 404
    metrics.close()


async def test_nobody_guesses_what_an_answer_is(server: InProcessServer) -> None:
    for path in ("/", "/healthz", "/readyz", "/metrics"):
        head = (await get(server, path))[1].lower()
        assert head.count("x-content-type-options: nosniff") == 1
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"nonsense\r\n\r\n")
    assert b"400 Bad Request\r\n" in (answer := await reader.read())
    assert b"x-content-type-options: nosniff\r\n" in answer.lower()
    writer.close()
    await writer.wait_closed()


async def test_no_empty_token_opens_the_metrics(live: Live) -> None:
    metrics = Metrics(live, ["bots"])
    async with InProcessServer(
        live, app=Ops(live, metrics, ConnectionLimits(), PrivateAccess(ConnectionLimits()))
    ) as server:
        assert (await get(server, "/metrics", "Via: x", "Authorization: Bearer "))[0] == 404
        assert (await get(server, "/"))[0] == 404
    metrics.close()


async def test_what_is_counted(server: InProcessServer) -> None:
    match_id, ann, bob = await begun(server.live)
    for _ in range(4):
        await act(match_id, ann, bob)
    await ann.did("0" * 10, {"t": "roll"})
    ann.tell(t="watch", m=match_id, n=3)
    page = (await get(server, "/metrics"))[2]
    assert value(page, "zaria_sockets") == 2
    assert value(page, "zaria_commands_total") == 7
    assert value(page, "zaria_acknowledged_total") == 6
    assert value(page, 'zaria_refused_total{code="unknown_match"}') == 1
    assert value(page, "zaria_resumed_total") == 1
    assert value(page, "zaria_matches") == value(page, "zaria_matches_playing") == 1
    assert value(page, "zaria_paused") == 0
    assert value(page, "zaria_store_seconds_count") >= 6
    assert value(page, "zaria_journal_appends_total") >= 7
    assert value(page, "zaria_journal_queue") == 0
    assert 'zaria_process{id="",roles="host,web"} 1.0' in page
    assert value(page, "process_resident_memory_bytes") > 1e7


async def test_a_request_has_a_name(server: InProcessServer) -> None:
    _, head, body = await get(server, "/", "X-Request-ID: abc-1")
    assert body == "127.0.0.1 abc-1 localhost True"
    assert "x-request-id: abc-1" in head.lower()
    _, head, body = await get(server, "/", 'X-Request-ID: "><script>')
    name = body.split()[1]
    assert name.isalnum()
    assert f"x-request-id: {name}" in head.lower()


async def test_the_site_sees_the_visitor_behind_a_known_proxy(server: InProcessServer) -> None:
    header = "X-Forwarded-For: 6.6.6.6, 1.2.3.4"
    assert (await get(server, "/", header, address="127.0.0.9"))[2].startswith("1.2.3.4 ")
    assert (await get(server, "/", header))[2].startswith("127.0.0.1 ")


async def test_how_late_the_loop_is() -> None:
    late = Lateness(asyncio.get_running_loop(), 0.02)
    until = time.perf_counter() + 0.1
    while time.perf_counter() < until:
        pass  # the loop can do nothing else
    async with asyncio.timeout(PATIENCE):
        while not sum(late.seen.counts):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert 50 < late.worst() < PATIENCE * 1000
    assert late.worst() == 0
    late.close()


def test_a_record_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(logs.PROCESS, "roles", "host")
    token = logs.REQUEST.set("r1")
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    text, args = "match %s: no %s", ("abc", "ход")
    record = logging.LogRecord("zaria.live", logging.ERROR, __file__, 1, text, args, info)
    line = logs.Json().format(record)
    logs.REQUEST.reset(token)
    assert "\n" not in line
    entry = json.loads(line)
    assert entry["at"].endswith("Z")
    assert entry["text"] == "match abc: no ход"
    assert (entry["match"], entry["request"], entry["roles"]) == ("abc", "r1", "host")
    assert entry["level"] == "error"
    assert "two\nlines" in entry["error"]
    plain = json.loads(logs.Json().format(logging.LogRecord("a", 20, "", 1, "100 %", None, None)))
    assert plain["text"] == "100 %"
    assert "match" not in plain


async def test_pages_that_are_being_made_are_counted(live: Live) -> None:
    counted: list[int] = []
    counts = live.endpoint.counts

    async def broken(scope: Any, receive: Any, send: Any) -> None:
        counted.append(counts.answering)
        raise RuntimeError("nobody expected this")

    metrics = Metrics(live, ["web"])
    async with InProcessServer(
        live, app=Ops(live, metrics, ConnectionLimits(), PrivateAccess(ConnectionLimits(), TOKEN), broken)
    ) as server:
        assert (await get(server, "/"))[0] == 500
        assert (await get(server, "/healthz"))[0] == 200
    assert counted == [1]
    assert counts.answering == 0
    metrics.close()
