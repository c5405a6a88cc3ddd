"""The parts of pages that many rooms contribute, most of them to the head: one thread reads them all.

Templates are rendered on the event loop, where none may wait for the database. Each room registers its parts
in its `page_parts.py`; templates read a part by its name from the `page_head` of the request.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.site.http.request_values import RequestValue

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class Reading(Generic[ValueT]):
    """A value that takes the database: `read` is called in a thread."""

    read: Callable[[], ValueT]


@dataclass(frozen=True)
class LiveReading(Generic[ValueT]):
    """A value of live play: `read` waits on the event loop, while the thread reads the others."""

    read: Callable[[], Awaitable[ValueT]]


@dataclass(frozen=True)
class PagePart(Generic[ValueT]):
    """A part of the head that one room contributes; `empty` is its value where nothing is shown.

    `plan` is called on the event loop for each request, and returns the value or the reading of it. A part
    without a plan is set by its room.
    """

    name: str
    empty: ValueT
    plan: Callable[[HttpRequest], ValueT | Reading[ValueT] | LiveReading[ValueT]] | None = None

    def of(self, request: HttpRequest) -> ValueT:
        """Return the part of a request."""
        return PageHead.of(request).part(self)

    def set(self, request: HttpRequest, value: ValueT) -> None:
        """Set the part of a request."""
        PageHead.of(request).put({self.name: value})


class PageHead:
    """The parts of the head of one page. Templates look them up by name."""

    def __init__(self) -> None:
        """Begin with nothing to show."""
        self._values: dict[str, Any] = {}

    @staticmethod
    def of(request: HttpRequest) -> "PageHead":
        """Return the head of a request."""
        head = _HEAD.of(request)
        if head is None:
            head = PageHead()
            _HEAD.set(request, head)
        return head

    async def fill_in(self, request: HttpRequest, parts: Iterable[PagePart[Any]]) -> None:
        """Plan parts on the event loop, and read together, in one thread, those that take the database."""
        planned = {part.name: part.plan(request) for part in parts if part.plan is not None}
        readings = {name: value for name, value in planned.items() if isinstance(value, Reading)}
        waits = {name: value.read for name, value in planned.items() if isinstance(value, LiveReading)}
        self.put(planned)
        if waits:
            values = asyncio.gather(*(read() for read in waits.values()))
            if readings:
                self.put(await sync_to_async(_read)(readings))
            self.put(dict(zip(waits, await values, strict=True)))
        elif readings:
            self.put(await sync_to_async(_read)(readings))

    def part(self, part: PagePart[ValueT]) -> ValueT:
        """Return a part."""
        value: ValueT = self._values.get(part.name, part.empty)
        return value

    def put(self, values: Mapping[str, Any]) -> None:
        """Set parts by name."""
        self._values |= values

    def __getitem__(self, name: str) -> Any:
        """Return a part by its name. Raises `KeyError` for a name that no room has registered."""
        return self._values.get(name, PARTS[name].empty)


PARTS: dict[str, PagePart[Any]] = {}
"""The parts of all rooms, by name."""

_HEAD: RequestValue[PageHead | None] = RequestValue("page_head", None)


def register(part: PagePart[ValueT]) -> PagePart[ValueT]:
    """Add a part to the registry. Raises `ValueError` for a name that is taken."""
    if part.name in PARTS:
        raise ValueError(f"the name of the part {part.name} is taken")
    PARTS[part.name] = part
    return part


@async_only_middleware
def page_head_middleware(ask: Ask) -> Ask:
    """Give each request its `PageHead`."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        await PageHead.of(request).fill_in(request, PARTS.values())
        return await ask(request)

    return answer


def _read(readings: Mapping[str, Reading[Any]]) -> dict[str, Any]:
    return {name: reading.read() for name, reading in readings.items()}


def is_document(request: HttpRequest) -> bool:
    """Return whether a browser opens a page: pictures and what a script fetches have no head.

    `Zaria-Ahead` is the header of a page that the service worker fetches before it is opened.
    """
    is_opened = request.headers.get("Sec-Fetch-Dest", "document") == "document"
    return is_opened or "Zaria-Ahead" in request.headers


def accepts_html(request: HttpRequest) -> bool:
    """Return whether a request reads a page, or a part of one that a script fetches as HTML."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")
