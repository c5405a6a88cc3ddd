"""Pages, sockets and the operator's endpoints over HTTP, until a signal."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from zaria.club.server.options import WEB, ServeOptions
from zaria.club.server.sockets import members, whoami
from zaria.club.site import environment
from zaria.club.site.asgi import application
from zaria.club.site.readiness import Readiness
from zaria.club.tournaments.pages.live_part_cache import LivePartCache
from zaria.live.app import Live
from zaria.live.metrics import Metrics
from zaria.live.process.ops import Ops
from zaria.live.process.private_access import PrivateAccess
from zaria.live.sockets.http_protocol import HttpFrontend
from zaria.live.sockets.server import make_protocol

BACKLOG = 2048
SHUTDOWN_TIMEOUT_S = 3
"""Seconds that open requests have to finish when the server is asked to stop."""


async def serve_http(live: Live, metrics: Metrics, options: ServeOptions) -> None:
    """Serve the listeners of `options` until SIGINT or SIGTERM."""
    web = options.has(WEB)
    frontend = HttpFrontend(options.limits, live.endpoint.counts)
    sockets = make_protocol(
        live.endpoint,
        whoami,
        settings.CSRF_TRUSTED_ORIGINS,
        frontend=frontend,
        is_known_host=_is_known_host,
    )
    last_event = live.lobby.sessions.tournament_readers.last_event
    site = LivePartCache(application(live), last_event) if web else None
    token = environment.metrics_token()
    common: dict[str, Any] = {
        "http": frontend.protocol,
        "proxy_headers": False,  # `ConnectionLimits` knows which proxies to believe
        "lifespan": "off",
        "log_config": None,
        "log_level": "error",  # malformed requests are their senders' affair
        "access_log": False,
        "server_header": False,
        "backlog": BACKLOG,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT_S,
    }
    access = PrivateAccess(options.limits, token, public=web and environment.is_public())
    ws: Any = sockets if web else "none"
    readiness = Readiness(options.home)
    stores = readiness.probes()
    app = Ops(live, metrics, options.limits, access, site, stores=stores)
    server = HttpServer(uvicorn.Config(app, ws=ws, **common), options)
    if options.operator is not None:
        own_access = PrivateAccess(options.limits, token, exclusive=True)
        own_app = Ops(live, metrics, options.limits, own_access, site, _first_allowed_host(), stores)
        server.operator = options.operator, uvicorn.Config(own_app, ws="none", **common)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(readiness.close)
        if web:
            await stack.enter_async_context(members(live))
        await server.serve_until_signal([] if options.listener is None else [options.listener])


async def wait_for_signal(options: ServeOptions) -> None:
    """Wait for SIGINT or SIGTERM in a process without listeners."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    _print_ready(options)
    await stop.wait()


def _is_known_host(host: str) -> bool:
    """Return whether a Host header names this site: pages and sockets are served under the same names."""
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _first_allowed_host() -> str:
    """A name by which the site knows itself, for a listener that is called by none of its names."""
    return next((name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))), "localhost")


def _print_ready(options: ServeOptions) -> None:
    print(f"Zaria is ready: {', '.join(sorted(options.roles or ()))}", flush=True)


class HttpServer(uvicorn.Server):
    """uvicorn's server with a second listener, printed addresses, and signals that do not end the process."""

    def __init__(self, config: uvicorn.Config, options: ServeOptions) -> None:
        super().__init__(config)
        self.operator: tuple[socket.socket, uvicorn.Config] | None = None
        """The operator's listener, and its application."""
        self._options = options

    async def serve_until_signal(self, listeners: list[socket.socket]) -> None:
        """Serve until SIGINT or SIGTERM; the process remains to close its parts."""
        # uvicorn raises the signals that it caught again when it is done; these handlers are there for that.
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._exit_soon)
        await self.serve(sockets=listeners)

    def _exit_soon(self, number: int, frame: FrameType | None) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the listeners, and print where they are."""
        await super().startup(sockets)
        if self.operator is not None:
            await self._serve_operator(*self.operator)
        if not self.started:
            return
        if sockets:
            host = self._options.host
            name = f"[{host}]" if ":" in host else host
            url = f"http://{name}:{sockets[0].getsockname()[1]}/"
            if self._options.has(WEB):
                print(f"Zaria is open: {url}", flush=True)
            else:
                print(f"Health checks and metrics: {url}")
        if not self._options.has(WEB):
            _print_ready(self._options)

    async def _serve_operator(self, listener: socket.socket, config: uvicorn.Config) -> None:
        """Serve the operator's listener beside the others."""
        config.load()
        protocol: Callable[..., asyncio.Protocol] = config.http_protocol_class
        factory = partial(protocol, config=config, server_state=self.server_state, app_state={})
        loop = asyncio.get_running_loop()
        create = loop.create_unix_server if listener.family == socket.AF_UNIX else loop.create_server
        self.servers.append(await create(factory, sock=listener, backlog=BACKLOG))
        address = listener.getsockname()
        printed = address if isinstance(address, str) else f"{address[0]}:{address[1]}"
        print(f"Metrics and unsent mails: {printed}", flush=True)
