"""Finds out what the head of each page says of tournaments: how many are active, and the next start.

Views on the event loop can ask no database in their templates, so it is read before.
"""

import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.db import Error
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Entry, Tournament

IDLE_S = 10.0
"""Seconds for which a player without an entry is not looked up again."""

MOST_IDLE = 10_000

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


class NextStart(NamedTuple):
    """The nearest tournament that a member is entered in."""

    id: str
    title: str
    starts_at: int


class Head(NamedTuple):
    """The words of the head of a page: the number of active tournaments, and the reader's next start."""

    active: int
    start: NextStart | None = None


@async_only_middleware
def tournament_middleware(ask: Ask) -> Ask:
    """Give each request for a page its `Head`, as `request.tournaments`; None where no page is asked for."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        request.tournaments = None  # type: ignore[attr-defined]
        if request.headers.get("Sec-Fetch-Dest", "document") in ("document", "iframe"):
            request.tournaments = await _head(request)  # type: ignore[attr-defined]
        return await ask(request)

    return answer


def next_start(player: str) -> NextStart | None:
    """The nearest start of a tournament that a player is entered in: one query."""
    entries = Entry.objects.filter(player=player, active=True, tournament__phase=Tournament.Phase.OPEN)
    fields = ("tournament_id", "tournament__title", "tournament__starts_at")
    found = entries.order_by("tournament__starts_at").values_list(*fields).first()
    return NextStart(*found) if found else None


def forget(player: str) -> None:
    """Look a player up at their next page: they have entered a tournament."""
    _idle.pop(player, None)


_idle: dict[str, float] = {}


async def _head(request: HttpRequest) -> Head:
    active = queries.fresh_active_tournaments()
    if active is None:
        try:
            active = await sync_to_async(queries.active_tournaments)()
        except Error:  # a guest's page needs no database
            return Head(0)
    player = players.of(request)
    if player is None or not player.member or _idle.get(player.id, 0.0) > time.monotonic():
        return Head(active)
    start = await sync_to_async(next_start)(player.id)
    if start is None:
        if len(_idle) >= MOST_IDLE:
            _idle.clear()
        _idle[player.id] = time.monotonic() + IDLE_S
    return Head(active, start)
