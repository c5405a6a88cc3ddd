"""The largest request body: Django alone would store a body of any size on the disk before its check."""

import re

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    HTTPScope,
    Scope,
)

MOST = 256 * 1024
"""Bytes of a request's body. The largest form has a hundredth; Django refuses forms from 64 KiB on."""

PICTURE = 5 * 1024 * 1024 // 2
"""Bytes of a picture of 2 MB and the form around it."""

STUDY = 4 * 1024 * 1024 + 128 * 1024
"""Bytes of a file of a study, and the form around it."""

FILES = 9 * 1024 * 1024
"""Bytes of an archive of 8 MB, or of some files, and the form around it."""

MORE = (
    (re.compile("/replay(/shared)?"), 1024 * 1024),
    (re.compile("/library/imports"), FILES),
    (re.compile(r"/studies/([-\w]+/)?import", re.ASCII), STUDY),
    (re.compile("/me"), PICTURE),
    (re.compile("/staff/club/"), PICTURE),
    (re.compile(r"/f/[\w-]+/administration/arms", re.ASCII), PICTURE),
)
"""Paths with file uploads: a long match with another program's analysis fits in, or a picture. Django holds
bodies of this size in memory and never writes them to the disk."""


class RequestBodyLimit:
    """An ASGI application that refuses bodies of more than `MOST` (or `MORE`) bytes and passes others on."""

    def __init__(self, inner: ASGI3Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve one request."""
        most = _most(scope["path"]) if scope["type"] == "http" else MOST
        if scope["type"] == "http" and _declared_size(scope) > most:
            headers = [(b"content-length", b"0"), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 413, "headers": headers, "trailers": False})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await self.inner(scope, _limited(receive, most), send)


def _most(path: str) -> int:
    return next((most for pattern, most in MORE if pattern.fullmatch(path)), MOST)


def _declared_size(scope: HTTPScope) -> int:
    """The request's Content-Length; 0 without a valid one."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() and len(length) < 20 else 0


def _limited(receive: ASGIReceiveCallable, most: int) -> ASGIReceiveCallable:
    """Wrap `receive`: a body that grows beyond `most` bytes looks like a disconnect."""
    size = 0

    async def limited() -> ASGIReceiveEvent:
        nonlocal size
        event = await receive()
        if event["type"] == "http.request":
            size += len(event["body"])
            if size > most:
                return {"type": "http.disconnect"}
        return event

    return limited
