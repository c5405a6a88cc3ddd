"""What an operator asks a process over HTTP, and what every request goes through on its way to the site.

/healthz    200 while the process answers at all
/readyz     200 while all stores answer, else 503 and the names of those that do not
/metrics    see `metrics`; for this machine, or whoever knows the token
"""

import asyncio
import contextlib
import hmac
import time
from collections.abc import Iterable

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)

from zaria.live.app import Live
from zaria.live.gate import Gate, is_local
from zaria.live.logs import REQUEST, request_id
from zaria.live.metrics import CONTENT_TYPE, Metrics

PROBE_S = 2.0
"""Seconds that a store has to answer."""
FRESH_S = 1.0
"""Seconds for which an answer about readiness is good: asking often costs nothing."""
_PLAIN = "text/plain; charset=utf-8"
_BETWEEN = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")
"""Headers of requests that came through a proxy: they are not this machine's own."""


class Ops:
    """An ASGI application in front of the site (or of nothing, where a process has none)."""

    def __init__(
        self, live: Live, metrics: Metrics, gate: Gate, token: str = "", site: ASGI3Application | None = None
    ) -> None:
        """`token`: who says it may read the metrics from elsewhere; "": nobody may."""
        self._live = live
        self._metrics = metrics
        self._gate = gate
        self._token = token.encode()
        self._site = site
        self._away: list[str] = []
        self._asked = -FRESH_S
        self._asking: asyncio.Task[list[str]] | None = None

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        name = request_id(headers.get(b"x-request-id", b"").decode("latin-1"))
        REQUEST.set(name)
        named = _named(send, name.encode())
        match scope["path"]:
            case "/healthz":
                await _answer(named, 200, b"ok\n")
            case "/readyz":
                away = await self._ready()
                await _answer(named, 503 if away else 200, (", ".join(away) or "ok").encode() + b"\n")
            case "/metrics" if self._private(scope, headers):
                await _answer(named, 200, await self._metrics.text(), CONTENT_TYPE)
            case _ if self._site is not None and scope["path"] != "/metrics":
                await self._page(self._site, self._from(scope, headers), receive, named)
            case _:
                await _answer(named, 404, b"not found\n")

    async def _page(
        self, site: ASGI3Application, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        counts = self._live.endpoint.counts
        counts.answering += 1
        try:
            await site(scope, receive, send)
        finally:
            counts.answering -= 1

    def _from(self, scope: HTTPScope, headers: dict[bytes, bytes]) -> HTTPScope:
        """The request as it comes from the visitor, whatever proxies are between."""
        client = scope["client"]
        if client is None:
            return scope
        address = self._gate.address(client[0], headers.get(b"x-forwarded-for", b"").decode("latin-1"))
        return scope if address == client[0] else {**scope, "client": (address, 0)}

    def _private(self, scope: HTTPScope, headers: dict[bytes, bytes]) -> bool:
        """Whether the metrics are for whoever asks."""
        if self._token and hmac.compare_digest(headers.get(b"authorization", b""), b"Bearer " + self._token):
            return True
        client = scope["client"]
        return client is not None and is_local(client[0]) and not any(name in headers for name in _BETWEEN)

    async def _ready(self) -> list[str]:
        """The stores that do not answer; all who ask at the same time ask once."""
        if self._asking is None and time.monotonic() - self._asked >= FRESH_S:
            self._asking = asyncio.create_task(away(self._live))
            self._asking.add_done_callback(self._told)
        if self._asking is not None:
            return await asyncio.shield(self._asking)
        return self._away

    def _told(self, task: "asyncio.Task[list[str]]") -> None:
        self._asking, self._asked = None, time.monotonic()
        self._away = ["the probe"] if task.cancelled() or task.exception() else task.result()


async def away(live: Live) -> list[str]:
    """The names of the stores that do not answer."""
    wanted = ["journal"]
    probes = [_journal(live)]
    if live.process is not None:
        wanted.append("redis")
        probes.append(_redis(live))
    found = await asyncio.gather(*probes)
    return [name for name, there in zip(wanted, found, strict=True) if not there]


async def _journal(live: Live) -> bool:
    with contextlib.suppress(Exception):  # whatever it raises, it does not answer
        async with asyncio.timeout(PROBE_S):
            await live.journal.load("")
            return True
    return False


async def _redis(live: Live) -> bool:
    assert live.process is not None
    with contextlib.suppress(Exception):
        async with asyncio.timeout(PROBE_S):
            await live.process.node.redis.get("zaria")
            return live.process.node.up
    return False


def _named(send: ASGISendCallable, name: bytes) -> ASGISendCallable:
    """`send` that says in the answer which request it is to."""

    async def named(event: ASGISendEvent) -> None:
        if event["type"] == "http.response.start":
            more: Iterable[tuple[bytes, bytes]] = [*event.get("headers", ()), (b"x-request-id", name)]
            event = {**event, "headers": more}
        await send(event)

    return named


async def _answer(send: ASGISendCallable, status: int, body: bytes, kind: str = _PLAIN) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": body, "more_body": False})
