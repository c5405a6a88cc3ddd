"""Parts of pages that are kept for many onlookers: sent again for as long as they are the newest."""

import asyncio
from typing import Any

from zaria.club.tournaments.pages.live_part_cache import SCOPE, LivePartCache

HERE = "/tournaments/t1/live"


class Site:
    """The application behind: each answer has its number, and the events that it has seen."""

    def __init__(self, boards: bool = False) -> None:
        self.last: int | None = None
        self.answers = 0
        self.boards = boards
        self.parts = LivePartCache(self.answer, lambda _id: self.last)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.answers += 1
        events = None if self.last is None else self.last + 1
        body = f"part {self.answers}".encode()
        await asyncio.sleep(0)
        if SCOPE in scope:
            scope[SCOPE].update(events=events or 1, boards=self.boards)
        headers = [(b"ETag", b'"%d"' % self.answers), (b"Set-Cookie", b"a=b"), (b"Content-Length", b"6")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def get(self, query: bytes = b"lang=en", **headers: str) -> tuple[int, bytes, dict[bytes, bytes]]:
        """Status, body and headers of an answer."""
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        encoded_headers = [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ]
        scope: Any = {
            "type": "http", "method": "GET", "path": HERE, "query_string": query, "headers": encoded_headers,
        }  # fmt: skip
        await self.parts(scope, None, send)  # type: ignore[arg-type]
        return sent[0]["status"], sent[1]["body"], dict(sent[0]["headers"])


async def test_many_who_ask_at_once_have_one_answer() -> None:
    site = Site()
    site.last = 4
    answers = await asyncio.gather(*(site.get() for _ in range(50)))
    assert {body for _, body, _ in answers} == {b"part 1"}
    assert sum(b"Set-Cookie" in headers for _, _, headers in answers) == 1
    assert (await site.get(if_none_match='W/"1"'))[:2] == (304, b"")
    assert (await site.get(b"lang=bg"))[1] == b"part 2"


async def test_after_an_event_the_part_is_another() -> None:
    site = Site()
    site.last = 4
    await site.get()
    site.last = 5
    assert (await site.get())[1] == b"part 2"
    assert (await site.get())[1] == b"part 2"


async def test_without_a_language_in_the_address_the_site_answers() -> None:
    site = Site()
    site.last = 4
    for number in (1, 2):
        assert (await site.get(b""))[1] == b"part %d" % number
