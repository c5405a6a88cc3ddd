"""Pages of a club, and what each costs this process and the database."""

import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from tools.bench.large_club.population import OWNER, SPECIAL, VETERAN

from zaria.club.accounts.models import Member
from zaria.club.site.clock import now_ms
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.journal.factory import connect

PAGES = {
    "guest": (
        "/", "/matches", "/matches?game=chess", "/ranking", "/ranking?game=tabla", "/people", "/@Veteran",
        "/federations", "/f/f0", "/f/f0/members", "/f/f0/ranking", "/tournaments", "/tournaments?list=past",
        "/tournaments/C000000",
    ),
    "member": (
        "/", "/me", "/me/stats", "/me/stats/games", "/me/stats/ratings", "/me/stats/credits",
        "/matches?player=Veteran", "/people?list=played", "/people?login=ba", "/messages",
        "/messages/direct:000000", "/notices", "/tournaments/mine", "/shop",
    ),
    "staff": (
        "/staff/", "/staff/members/member/", "/staff/results/played/", "/staff/results/played/?counts=early",
        "/staff/staff/act/", "/staff/reports", "/staff/pairs/", "/staff/flows", "/staff/fair-play",
        "/staff/club/", "/f/f0/export.csv", "/f/f0/export.json",
    ),
}  # fmt: skip
"""Pages by who opens them: a guest, the member with the most of everything, the owner."""
LOGINS = {"guest": "", "member": SPECIAL[VETERAN], "staff": SPECIAL[OWNER]}


class Cost(NamedTuple):
    """Milliseconds of processor time of this process, SQLite's among them, and the number of queries."""

    processor_ms: float
    queries: int


class Visitor(AsyncClient):
    """A browser before a server: its requests find live play, of which there is none yet."""

    def __init__(self, login: str) -> None:
        super().__init__()
        self.live: Live | None = None
        if login:
            self.force_login(Member.objects.by_login(login).get())

    def _base_scope(self, **request: Any) -> dict[str, Any]:
        scope: dict[str, Any] = super()._base_scope(**request)  # type: ignore[misc]  # has no types
        return {**scope, "zaria.live": self.live}

    async def open(self, path: str) -> None:
        """Open a page to its end; raises `RuntimeError` if it does not come."""
        response: Any = await self.get(path, headers={"accept-language": "en"})
        if isinstance(response, StreamingHttpResponse):
            async for _part in response:
                pass
        if response.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{path}: {response.status_code}")


def measure(home: Path, times: int) -> dict[str, dict[str, Cost]]:
    """Return the least of so many visits by visitor and page: the first ones fill caches."""
    visitors = {name: Visitor(login) for name, login in LOGINS.items()}
    statements: list[str] = []

    def execute(call: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        statements.append(sql)
        return call(sql, *arguments)

    with connection.execute_wrapper(execute):  # of this thread, on which Django asks the database
        return async_to_sync(_measure)(visitors, statements, home, times)


async def _measure(
    visitors: dict[str, Visitor], statements: list[str], home: Path, times: int
) -> dict[str, dict[str, Cost]]:
    journal = await connect(None, home)
    live = Live(LiveConfig(path=home, bot_pause=0), journal, now_ms)
    costs: dict[str, dict[str, Cost]] = {}
    for name, visitor in visitors.items():
        visitor.live = live
        costs[name] = {page: await _cost(visitor, page, statements, times) for page in PAGES[name]}
    await journal.close()
    return costs


async def _cost(visitor: Visitor, page: str, statements: list[str], times: int) -> Cost:
    visits = []
    for _ in range(times):
        statements.clear()
        began = time.process_time()
        await visitor.open(page)
        visits.append(Cost((time.process_time() - began) * 1000, len(statements)))
    return Cost(min(visit.processor_ms for visit in visits), min(visit.queries for visit in visits))
