"""The operator's endpoints, in front of every request to the site.

/healthz    200 while the process answers at all
/readyz     200 while all stores answer and play goes on, else 503 and the names of what does not
/metrics    see `metrics`; `private_access` decides who may read it

Every answer forbids browsers to guess its content type.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, TypedDict

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)

from zaria.live.app import Live
from zaria.live.logs import REQUEST, request_id
from zaria.live.metrics import CONTENT_TYPE, Metrics
from zaria.live.process.private_access import PrivateAccess
from zaria.live.sockets.connection_limits import ConnectionLimits

Probe = Callable[[], Awaitable[object]]
"""Asks a store; raises an error of any kind where it is not ready."""
PROBE_S = 2.0
"""Seconds that a store has to answer."""
FRESH_S = 1.0
"""Seconds for which an answer about readiness is reused, so that frequent checks cost nothing."""
_PLAIN = "text/plain; charset=utf-8"
PRIVATE: Final = "zaria.private"
"""The key in a request's scope that tells the site whether the request comes from the operator."""
_ON_OWN = ("/dev/mail", "/static/")
"""The site's addresses on a separate listener: the mails, and their style."""
_NOSNIFF = (b"x-content-type-options", b"nosniff")

_SiteKeys = TypedDict("_SiteKeys", {"zaria.private": bool})


class _SiteScope(HTTPScope, _SiteKeys):
    """The scope of a request to the site."""


class Ops:
    """An ASGI application in front of the site (or of nothing, where a process has none)."""

    def __init__(
        self,
        live: Live,
        metrics: Metrics,
        limits: ConnectionLimits,
        access: PrivateAccess,
        site: ASGI3Application | None = None,
        host: str = "",
        stores: Mapping[str, Probe] | None = None,
    ) -> None:
        """`host`: the name by which the site answers on a separate listener; "" on the site's own port.

        `stores`: probes of more stores than the journal and Redis.
        """
        self._live = live
        self._metrics = metrics
        self._limits = limits
        self._access = access
        self._site = site
        self._host = host.encode()
        self._stores = stores or {}
        self._away: list[str] = []
        self._checked_at = -FRESH_S
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
            case "/metrics" if self._access.admits(scope):
                await _answer(named, 200, await self._metrics.text(), CONTENT_TYPE)
            case path if self._site is not None and self._shows(path):
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
        """The request as the visitor sent it, without the changes of proxies."""
        original: _SiteScope = {**scope, PRIVATE: self._access.admits(scope)}
        if self._host:
            original["headers"] = [
                (b"host", self._host),
                *(header for header in scope["headers"] if header[0] != b"host"),
            ]
        client = scope["client"]
        if client is not None:
            forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
            address = self._limits.address(client[0], forwarded)
            if address != client[0]:
                original["client"] = (address, 0)
        return original

    def _shows(self, path: str) -> bool:
        """Return whether the site answers at this address of the listener."""
        return path.startswith(_ON_OWN) if self._host else path != "/metrics"

    async def _ready(self) -> list[str]:
        """The stores that do not answer; simultaneous callers share one probe."""
        if self._asking is None and time.monotonic() - self._checked_at >= FRESH_S:
            self._asking = asyncio.create_task(away(self._live, self._stores))
            self._asking.add_done_callback(self._on_checked)
        if self._asking is not None:
            return await asyncio.shield(self._asking)
        return self._away

    def _on_checked(self, task: "asyncio.Task[list[str]]") -> None:
        self._asking, self._checked_at = None, time.monotonic()
        self._away = ["the probe"] if task.cancelled() or task.exception() else task.result()


async def away(live: Live, stores: Mapping[str, Probe]) -> list[str]:
    """The names of the stores that are not ready, and "play" while play is paused."""
    probes: dict[str, Probe] = {"journal": lambda: live.journal.load("")}
    if live.process is not None:
        probes["redis"] = lambda: _redis(live)
    probes |= stores
    ready = await asyncio.gather(*(_answers(probe) for probe in probes.values()))
    names = [name for name, is_ready in zip(probes, ready, strict=True) if not is_ready]
    return [*names, "play"] if live.paused else names


async def _answers(probe: Probe) -> bool:
    """Return whether a store is ready, in time."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(PROBE_S):
            await probe()
            return True
    return False


async def _redis(live: Live) -> None:
    assert live.process is not None
    await live.process.node.redis.get("zaria")
    if not live.process.node.up:
        raise ConnectionError("the other processes are out of reach")


def _named(send: ASGISendCallable, name: bytes) -> ASGISendCallable:
    """`send` with headers that name the request and forbid content sniffing."""

    async def named(event: ASGISendEvent) -> None:
        if event["type"] == "http.response.start":
            headers = [header for header in event.get("headers", ()) if header[0].lower() != _NOSNIFF[0]]
            more: Iterable[tuple[bytes, bytes]] = [*headers, _NOSNIFF, (b"x-request-id", name)]
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
