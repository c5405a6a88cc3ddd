"""HTTP on uvicorn with time limits and bounded connections.

uvicorn itself waits forever for the end of a request's head or body. A client that sends a byte a minute
would hold its connection for days.
"""

import asyncio
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zaria.live.counts import Counts
from zaria.live.sockets.connection_limits import ConnectionLimits

HEAD_S = 10.0
"""Seconds from a connection, or the first byte of its next request, to the end of the request's head."""
BODY_S = 30.0
"""Seconds from there to the end of the request's body."""
MOST_HEAD = 16 * 1024
"""Bytes of a request's head, with one blank after each colon: picows accepts no longer one."""


class HttpFrontend:
    """The state that HTTP connections share; `protocol` is the value for uvicorn's `http=`."""

    def __init__(
        self, limits: ConnectionLimits, counts: Counts, head: float = HEAD_S, body: float = BODY_S
    ) -> None:
        """`head` and `body`: seconds a client has for the parts of a request."""
        self.limits = limits
        self.counts = counts
        self.head = head
        self.body = body

    def protocol(self, *args: Any, **options: Any) -> asyncio.Protocol:
        """The protocol of one connection."""
        return _Http(self, *args, **options)


class HttpConnection:
    """The limits of a connection, which may become a socket."""

    __slots__ = ("_entered", "_frontend", "_peer", "address")

    def __init__(self, frontend: HttpFrontend) -> None:
        """Start before the connection."""
        self._frontend = frontend
        self._peer = self.address = ""
        self._entered = False

    def on_connect(self, transport: asyncio.Transport) -> None:
        """uvicorn has handed the connection over."""
        peer = transport.get_extra_info("peername")
        self._peer = self.address = peer[0] if isinstance(peer, tuple) else ""

    def on_request(self, forwarded: str | None) -> None:
        """A request has this X-Forwarded-For."""
        self.address = self._frontend.limits.address(self._peer, forwarded)

    def enter(self) -> bool:
        """Count a socket of its address: False, and the request is rejected, if there are too many."""
        self._entered = self._frontend.limits.enter(self.address)
        if not self._entered:
            self.turn_away("too_many_sockets")
        return self._entered

    def turn_away(self, reason: str) -> None:
        """Count a rejection with its reason."""
        self._frontend.counts.turned_away.by(self.address, reason)

    def on_close(self) -> None:
        """The connection has ended."""
        self._frontend.limits.disconnected(self._peer)
        if self._entered:
            self._frontend.limits.leave(self.address)


class _StrictConnection(h11.Connection):
    """h11's parser, which also refuses long heads and framing that proxies read in two ways.

    `refused` is the status of the answer to the last refused request.
    """

    refused = HTTPStatus.BAD_REQUEST

    def next_event(self) -> Any:
        """Return the next event; raises `h11.RemoteProtocolError`."""
        try:
            event = super().next_event()
            if isinstance(event, h11.Request):
                _require_one_framing(event)
                _require_short_head(event)
            return event
        except h11.RemoteProtocolError as error:
            hint = error.error_status_hint
            self.refused = HTTPStatus(hint) if hint in _REFUSALS else HTTPStatus.BAD_REQUEST
            raise


_REFUSALS = (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HTTPStatus.NOT_IMPLEMENTED)


def _require_one_framing(request: h11.Request) -> None:
    """RFC 9112, 6.1: a length beside a transfer coding, or a coding in HTTP/1.0, may smuggle a request."""
    names = {name for name, _value in request.headers}
    if b"transfer-encoding" in names and (b"content-length" in names or request.http_version < b"1.1"):
        raise h11.RemoteProtocolError("ambiguous framing", error_status_hint=HTTPStatus.BAD_REQUEST)


def _require_short_head(request: h11.Request) -> None:
    separators = len("  HTTP/1.1\r\n\r\n")
    size = len(request.method) + len(request.target) + separators
    size += sum(len(name) + len(value) + len(": \r\n") for name, value in request.headers)
    if size > MOST_HEAD:
        raise h11.RemoteProtocolError(
            "long head", error_status_hint=HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        )


class _Http(H11Protocol):
    """One connection until it ends or becomes a socket."""

    def __init__(self, frontend: HttpFrontend, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn: _StrictConnection = _StrictConnection(h11.SERVER, MOST_HEAD)
        self._frontend = frontend
        self._peer = ""
        self._timer: asyncio.TimerHandle | None = None
        self._part: object = None

    # uvicorn narrows the type of asyncio, too
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        if self._frontend.limits.connected(self._peer):
            self._wait()
        else:
            self._frontend.counts.turned_away.by(self._peer, "too_many_connections")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._frontend.limits.disconnected(self._peer)
        self._done()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._part != self._now_comes():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over, with the bytes that came after the head."""
        self._done()
        super().handle_websocket_upgrade(event)
        trailing, _is_closed = self.conn.trailing_data
        if trailing and not self.transport.is_closing():
            socket: Any = self.transport.get_protocol()
            socket.data_received(trailing)

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with the headers of all answers, which forbid content sniffing."""
        status = self.conn.refused
        body = (msg if status is HTTPStatus.BAD_REQUEST else status.phrase).encode("ascii", "replace")
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"connection", b"close"),
        ]
        response = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        for event in (response, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wait(self) -> None:
        """Start the time limit of the next part of a request."""
        self._done()
        self._part = self._now_comes()
        if self.transport.is_closing() or self._served():
            return
        seconds = self._frontend.head if self._expects_head() else self._frontend.body
        self._timer = self.loop.call_later(seconds, self._slow)

    def _done(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _now_comes(self) -> object:
        """The part of the request that comes next."""
        return self.cycle, self._expects_head(), self._served()

    def _expects_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _served(self) -> bool:
        """Return whether the request is complete, and the client waits for us."""
        return not self._expects_head() and not self.cycle.more_body

    def _slow(self) -> None:
        self._timer = None
        if self._part != self._now_comes():
            return
        self._frontend.counts.turned_away.by(self._peer, "slow_request")
        self.transport.abort()
