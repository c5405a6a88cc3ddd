"""Answers the same part of a tournament's page to many spectators without a detour through Django.

After each event a thousand open pages ask for the changed part, which is the same for all readers of a
language. One request asks Django. The others wait for its answer, which is cached until the next event.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypedDict

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGISendCallable,
    ASGISendEvent,
    HTTPScope,
    Scope,
)

from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.front_end.compression import preferred_encoding

SCOPE: Final = "zaria.tournament_part"
"""A dictionary in the scope of a request, where the view notes the number of events that it has read."""

KEPT = 200
FRESH_S = 1.0
"""Seconds for which a part is fresh if nobody follows the tournament, or boards are shown."""

_PATH = re.compile(r"/tournaments/([\w-]{1,40})/live")
_LEAST_PARAMETER = b"lang="
_UNSHARED = (b"set-cookie", b"date", b"server")

_Headers = list[tuple[bytes, bytes]]

_PartKeys = TypedDict("_PartKeys", {"zaria.tournament_part": dict[str, Any]})


class _PartScope(HTTPScope, _PartKeys):
    """The scope of a request whose answer is cached."""


class _Part(NamedTuple):
    """An answer, made at `made_at` on the clock of `time.monotonic`; `boards`: running matches are shown."""

    events: int
    boards: bool
    made_at: float
    headers: _Headers
    body: bytes


class LivePartCache:
    """An ASGI application that answers such requests from its cache, and passes all others on."""

    def __init__(self, inner: ASGI3Application, last_event: Callable[[str], int | None]) -> None:
        """Wrap an application; `last_event` returns the number of a tournament's last event, if known."""
        self._inner = inner
        self._last_event = last_event
        self._parts: BoundedCache[tuple[str, bytes, str], _Part] = BoundedCache(KEPT)
        self._pending: dict[tuple[str, bytes, str], asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Handle one connection."""
        match = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if match is None or scope["type"] != "http" or scope["method"] != "GET":
            await self._inner(scope, receive, send)
            return
        query = scope["query_string"]
        if _LEAST_PARAMETER not in query:  # Django finds the reader's language
            await self._inner(scope, receive, send)
            return
        headers = dict(scope["headers"])
        encoding = preferred_encoding(headers.get(b"accept-encoding", b"").decode("latin-1"))
        key = scope["path"], query, encoding
        while True:
            part = self._parts.get(key)
            if part is not None and self._is_newest(match[1], part):
                await _answer(part, headers, send)
                return
            pending = self._pending.get(key)
            if pending is None:
                break
            await pending.wait()
        self._pending[key] = asyncio.Event()
        try:
            await self._pass_on(key, scope, receive, send)
        finally:
            self._pending.pop(key).set()

    def _is_newest(self, tournament_id: str, part: _Part) -> bool:
        last = self._last_event(tournament_id)
        if last is not None and last >= part.events:
            return False
        return (last is not None and not part.boards) or time.monotonic() - part.made_at < FRESH_S

    async def _pass_on(
        self,
        key: tuple[str, bytes, str],
        scope: HTTPScope,
        receive: ASGIReceiveCallable,
        send: ASGISendCallable,
    ) -> None:
        """Let Django answer, and cache the answer."""
        seen: dict[str, Any] = {}
        messages: list[Mapping[str, Any]] = []

        async def note(message: ASGISendEvent) -> None:
            messages.append(message)
            await send(message)

        # without the reader's ETag, so that the answer is whole
        headers = [header for header in scope["headers"] if header[0] not in (b"if-none-match", b"cookie")]
        made_at = time.monotonic()
        part_scope: _PartScope = {**scope, "headers": headers, SCOPE: seen}
        await self._inner(part_scope, receive, note)
        start = messages[0] if messages else {}
        if start.get("status") != 200 or "events" not in seen:
            return
        shared = [header for header in start["headers"] if header[0].lower() not in _UNSHARED]
        body = b"".join(message.get("body", b"") for message in messages[1:])
        self._parts.put(key, _Part(seen["events"], seen["boards"], made_at, shared, body))


async def _answer(part: _Part, request_headers: Mapping[bytes, bytes], send: Any) -> None:
    """Send a part, or 304 where the reader has it."""
    tag = next((value for name, value in part.headers if name.lower() == b"etag"), b"")
    same = bool(tag) and request_headers.get(b"if-none-match", b"").removeprefix(b"W/") == tag.removeprefix(
        b"W/"
    )
    headers = [header for header in part.headers if not same or header[0].lower() != b"content-length"]
    await send({"type": "http.response.start", "status": 304 if same else 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if same else part.body})
