"""Sockets under uvicorn: it serves the site, and hands WebSocket upgrades on the same port to picows.

picows parses frames and calls a function for each: no task and no queue per message. Frames to clients are
collected and written at the end of each turn of the event loop. docs/explanation/live.md has the details of
the two libraries.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from struct import Struct
from typing import Any
from urllib.parse import urlsplit

from picows import WSAutoPingStrategy, WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest
from picows import WSUpgradeResponse as Response
from picows import WSUpgradeResponseWithListener as Answer
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # its stubs leave this class out

from zaria.live.latency import RoundTrip
from zaria.live.sockets.connection import (
    NORMAL,
    RESTARTING,
    TOO_BIG,
    UNSUPPORTED,
    Identity,
    UnknownTokenError,
    WhoAmI,
)
from zaria.live.sockets.connection_limits import UNBOUNDED, ConnectionLimits
from zaria.live.sockets.endpoint import Endpoint, Session
from zaria.live.sockets.http_protocol import HttpConnection, HttpFrontend
from zaria.live.sockets.idle_sockets import IdleSockets
from zaria.live.sockets.protocol.client import MAX_FRAME

log = logging.getLogger(__name__)
_picows_logger = logging.getLogger("zaria.live.picows")
_picows_logger.setLevel(logging.CRITICAL)  # it reports every protocol error of a client as our error
_picows_log = logging.LoggerAdapter(_picows_logger)  # of a plain logger it makes a child for each socket

_PATH = re.compile(r"/ws(?:/[a-z0-9-]{1,32})?", re.ASCII)
"""The path of all sockets. A proxy may lead those with a name to the process of this name; all serve them."""
IDLE_S = 4.0
"""Seconds of silence, up to twice as many, before a ping, and then for its answer. Pages ask as often."""
HANDSHAKE_S = 10.0
LINGER_S = 3.0
"""Seconds for a client to read the close message before the connection is dropped."""
LAGGARD = 256 * 1024
"""Unread bytes at which a client is dropped; it may come back and resume."""
_MOST_PARTS = 64
_TEXT = WSMsgType.TEXT

MakeProtocol = Callable[..., asyncio.BaseProtocol]


class Outbox:
    """Writes all frames of one turn of the event loop at its end, each socket's at once.

    A write is a system call, and wakes the process at the other end: so one for each socket.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: list[Socket] = []

    def add(self, socket: "Socket") -> None:
        """Flush `socket` at the end of the turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(socket)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket in waiting:
            try:
                socket.flush()
            except Exception:  # the others are written all the same
                log.exception("%s: cannot write to the socket", socket.peer)
                asyncio.get_running_loop().call_soon(socket.drop)


class Socket(WSListener):
    """A `Connection` on picows."""

    def __init__(
        self,
        endpoint: Endpoint,
        outbox: Outbox,
        idle_sockets: IdleSockets,
        user: Identity | None,
        peer: str,
        laggard: int,
    ) -> None:
        """Create it before the answer to the handshake. `laggard`: see `LAGGARD`."""
        self.user = user
        self.peer = peer
        self._laggard = laggard
        self._endpoint = endpoint
        self._outbox = outbox
        self._idle_sockets = idle_sockets
        self._frames: list[bytes] = []
        self._session: Session | None = None
        self._parts: list[bytes] | None = None
        self._round = RoundTrip()
        self._silent_periods = 0

    @property
    def rtt(self) -> int | None:
        """The last measured round trip (ms)."""
        return self._round.ms

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is answered."""
        below = transport.underlying_transport
        below.set_write_buffer_limits(high=self._laggard)
        transport.request.headers.clear()  # nobody reads them again, and they would stay with the socket
        self._below = below
        self._write = below.write
        self._session = self._endpoint.connected(self)
        self._idle_sockets.add(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Process a frame, never a ping."""
        session = self._session
        if session is None:
            return
        self._silent_periods = 0
        kind = frame.msg_type
        if kind == _TEXT and frame.fin and self._parts is None and not _reserved(frame):
            session.received(frame.get_payload_as_memoryview())
        elif kind == WSMsgType.CLOSE:
            self.close(NORMAL)
        elif kind == WSMsgType.PONG:
            self._ponged(frame)
        else:
            self._fragment(session, kind, frame)

    def check_silence(self) -> bool:
        """Ping a client that was silent for a period, drop it after another; return whether it is there."""
        if self._session is None:
            return False
        self._silent_periods += 1  # in the first of them the client was heard
        if self._silent_periods == 2:
            self._queue_frame(0x89, b"")
        elif self._silent_periods > 2:
            self.drop()
        return self._session is not None

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The connection has ended."""
        self._gone()
        self._frames = []

    def pause_writing(self) -> None:
        """Drop a client that does not read."""
        self._endpoint.counts.closed.by(self.peer, "laggard")
        self.drop()

    def resume_writing(self) -> None:
        """Do nothing: the client is being dropped."""

    def send(self, message: bytes) -> None:
        """Send one text frame."""
        if self._session is not None:
            self._queue_frame(0x81, message)

    def _queue_frame(self, first: int, content: bytes) -> None:
        if not self._frames:
            self._outbox.add(self)
        self._frames += (_header(first, len(content)), content)

    def measure(self, now: int) -> None:
        """Measure the round trip, unless that was done recently."""
        token = self._round.ask(now)
        if token is not None and self._session is not None:
            self._queue_frame(0x89, token)

    def _ponged(self, frame: WSFrame) -> None:
        self._round.answered(frame.get_payload_as_bytes(), self._endpoint.now())

    def flush(self) -> None:
        """Write the collected frames."""
        frames, self._frames = self._frames, []
        if frames:
            self._write(b"".join(frames))

    def close(self, code: int) -> None:
        """Send a close code, and close."""
        if self._session is None:
            return
        self._gone()
        self._frames += (_header(0x88, 2), code.to_bytes(2, "big"))
        self.flush()
        self._below.close()
        asyncio.get_running_loop().call_later(LINGER_S, self._below.abort)

    def drop(self) -> None:
        """Drop the connection; the client may come back and resume."""
        self._gone()
        self._frames = []
        self._below.abort()

    def _gone(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.disconnected()

    def _fragment(self, session: Session, kind: WSMsgType, frame: WSFrame) -> None:
        """Collect a fragment: some proxies split messages."""
        begins = kind == WSMsgType.TEXT and self._parts is None
        goes_on = kind == WSMsgType.CONTINUATION and self._parts is not None
        if _reserved(frame) or not (begins or goes_on):
            self.close(UNSUPPORTED)
            return
        parts = self._parts = self._parts or []
        parts.append(frame.get_payload_as_bytes())
        if sum(map(len, parts)) > MAX_FRAME or len(parts) > _MOST_PARTS:
            self.close(TOO_BIG)
        elif frame.fin:
            self._parts = None
            session.received(b"".join(parts))


def make_protocol(
    endpoint: Endpoint,
    whoami: WhoAmI,
    origins: Collection[str] = (),
    idle: float = IDLE_S,
    frontend: HttpFrontend | None = None,
    laggard: int = LAGGARD,
    is_known_host: Callable[[str], bool] = bool,
) -> MakeProtocol:
    """The value for uvicorn's `ws=`: makes the protocol of one upgraded connection.

    `is_known_host`: whether a Host header names this site. A page may connect from one of `origins`
    ("https://…", "https://*.…") or, if there are none, from its own host. A client is pinged
    after one to two times `idle` seconds of silence, and has `idle` seconds to answer. `frontend`: the HTTP
    side, which counts and limits connections; None: no limits. A client with `laggard` unread bytes is
    dropped.
    """

    outbox, idle_sockets = Outbox(), IdleSockets(idle)

    def listener(http: HttpConnection, request: WSUpgradeRequest) -> Answer:
        headers = request.headers
        # picows wants this header to say "upgrade" alone; Firefox says "keep-alive, Upgrade", and
        # uvicorn has checked it already.
        headers["connection"] = "upgrade"
        http.on_request(headers.get("x-forwarded-for"))
        rejection = _rejection(http, request, origins, is_known_host)
        if rejection is not None:
            return rejection
        try:
            user = whoami(headers)
        except UnknownTokenError:
            http.turn_away("bad_token")
            return _turned_away(401, {"WWW-Authenticate": "Bearer"})
        except Exception:
            log.exception("socket: cannot identify the visitor")
            return _turned_away(500)
        if not http.enter():
            return _turned_away(429)
        socket = Socket(endpoint, outbox, idle_sockets, user, http.address, laggard)
        return Answer(Response.create_101_response(), socket)

    def make(
        config: object = None, server_state: Any = None, app_state: object = None
    ) -> asyncio.BaseProtocol:
        http = HttpConnection(frontend or HttpFrontend(ConnectionLimits(UNBOUNDED), endpoint.counts))
        return _Protocol(server_state.connections, partial(listener, http), http)

    return make


def _rejection(
    http: HttpConnection,
    request: WSUpgradeRequest,
    origins: Collection[str],
    is_known_host: Callable[[str], bool],
) -> Answer | None:
    """The answer to a handshake with another path, for another host, or from a page of another site."""
    host, origin = request.headers.get("host"), request.headers.get("origin")
    if _PATH.fullmatch(request.path.split(b"?")[0].decode("ascii", "replace")) is None:
        return _turned_away(404)
    if not is_known_host(host or ""):
        http.turn_away("host")
        return _turned_away(400)
    if not same_origin(origin, host, origins):
        http.turn_away("origin")
        return _turned_away(403)
    return None


def _turned_away(status: int, more: Mapping[str, str] | None = None) -> Answer:
    """The answer to a rejected handshake."""
    headers = {"X-Content-Type-Options": "nosniff", **(more or {})}
    return Answer(Response.create_error_response(status, extra_headers=headers), None)


def same_origin(origin: str | None, host: str | None, allowed: Collection[str] = ()) -> bool:
    """Return whether a handshake with these headers comes from one of our pages (or from no page at all).

    A browser always sends the origin; a client without one is a program, which could send any origin.
    """
    if origin is None:
        return True
    if allowed:
        return any(_is_origin(origin, pattern) for pattern in allowed)
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def _is_origin(origin: str, pattern: str) -> bool:
    scheme, wildcard, domain = pattern.partition("://*.")
    if not wildcard:
        return origin == pattern
    return origin.startswith(f"{scheme}://") and origin.endswith(f".{domain}")


class _Protocol(WSProtocol):  # type: ignore[misc]  # unknown to the stubs of picows
    """picows' protocol as uvicorn treats its own: fed with the upgrade request, counted, shut down."""

    def __init__(
        self,
        connections: set[Any],
        listener: Callable[[WSUpgradeRequest], Answer],
        http: HttpConnection,
    ) -> None:
        super().__init__(
            None,  # host and port: a client's
            None,  # path: a client's
            False,  # a server
            listener,
            _picows_log,
            True,  # our exceptions close the socket
            HANDSHAKE_S,
            False,  # no pings: `IdleSockets` sends them
            0,
            0,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,  # pong
            MAX_FRAME,
            None,  # headers: a client's
            2048,  # the read buffer's first size
        )
        self._connections = connections
        self._http = http

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Register the connection with uvicorn again, so that a shutdown reaches it."""
        self._connections.add(self)
        self._http.on_connect(transport)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self._connections.discard(self)
        self._http.on_close()
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """uvicorn replays the upgrade request through this; what follows goes to the buffer.

        The buffer grows as it fills: a head is copied in pieces.
        """
        unread = memoryview(data)
        while unread:
            room = self.get_buffer(-1)
            size = min(len(room), len(unread))
            room[:size] = unread[:size]
            self.buffer_updated(size)
            unread = unread[size:]

    def shutdown(self) -> None:
        """Tell the client to come back to the next server."""
        socket = self.listener
        if isinstance(socket, Socket):
            socket.close(RESTARTING)
        elif self.transport is not None:
            self.transport.disconnect()


def _header(first: int, size: int) -> bytes:
    """The head of an unmasked frame."""
    if size < 126:
        return _SHORT(first, size)
    if size < 1 << 16:
        return _MEDIUM(first, 126, size)
    return _LONG(first, 127, size)


_SHORT, _MEDIUM, _LONG = (Struct(layout).pack for layout in (">BB", ">BBH", ">BBQ"))


def _reserved(frame: WSFrame) -> bool:
    """Return whether extension bits are set; we offer no extensions."""
    return bool(frame.rsv1 or frame.rsv2 or frame.rsv3)
