"""A bound to what may be sent to us: Django would put a request of any size on the disk before it looks."""

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    Scope,
)

MOST = 256 * 1024
"""Bytes of a request's body. The largest form has a hundredth of it; Django complains from 64 KiB on."""

MORE = {"/replay": 1024 * 1024, "/me": 5 * 1024 * 1024 // 2}
"""Where files are sent: a long match with another program's analysis fits in, or a picture of 2 MB and the
form around it. Django keeps so much in memory: it is never on the disk."""


class Bounded:
    """ASGI application that turns away bodies of more than `MOST` (or `MORE`) bytes and passes others on."""

    def __init__(self, inner: ASGI3Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve one request."""
        most = MORE.get(scope["path"], MOST) if scope["type"] == "http" else MOST
        if scope["type"] == "http" and _stated(scope) > most:
            headers = [(b"content-length", b"0"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers, "trailers": False})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await self.inner(scope, _counted(receive, most), send)


def _stated(scope: HTTPScope) -> int:
    """The size that the request says it has; 0 where it says none."""
    stated = dict(scope["headers"]).get(b"content-length", b"")
    return int(stated) if stated.isdigit() and len(stated) < 20 else 0


def _counted(receive: ASGIReceiveCallable, most: int) -> ASGIReceiveCallable:
    """`receive`, but a body that grows beyond the bound looks like a client that has gone."""
    size = 0

    async def counted() -> ASGIReceiveEvent:
        nonlocal size
        event = await receive()
        if event["type"] == "http.request":
            size += len(event["body"])
            if size > most:
                return {"type": "http.disconnect"}
        return event

    return counted
