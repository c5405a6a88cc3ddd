"""Reads the tournaments in the head of each page: the number of active ones, and the countdown.

Views on the event loop cannot ask the database in their templates, so it is read before them.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Literal, NamedTuple

from asgiref.sync import sync_to_async
from django.db import Error
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import async_only_middleware

from zaria.club.accounts import players
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Entry, Tournament

IDLE_S = 10.0
"""Seconds before a player without an entry is looked up again."""

MOST_IDLE = 10_000

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


class Countdown(NamedTuple):
    """The time to the end of the round that a member plays in, or to the start of a tournament."""

    id: str
    title: str
    at: int
    kind: Literal["round", "start"]


class Head(NamedTuple):
    """The number of active tournaments and the reader's countdown, for the head of a page."""

    active: int
    countdown: Countdown | None = None


@async_only_middleware
def tournament_middleware(ask: Ask) -> Ask:
    """Give each request for a page its `Head` as `request.tournaments`, and all others None."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        request.tournaments = None  # type: ignore[attr-defined]
        if request.headers.get("Sec-Fetch-Dest", "document") in ("document", "iframe"):
            request.tournaments = await _head(request)  # type: ignore[attr-defined]
        return await ask(request)

    return answer


def countdowns(players: Collection[str]) -> dict[str, list[Countdown]]:
    """Return the countdowns of players by one query: ends of rounds, then starts, the nearest first."""
    is_open = Q(tournament__phase=Tournament.Phase.OPEN)
    has_end = Q(tournament__phase=Tournament.Phase.PLAYING, tournament__round_ends_at__gt=now_ms())
    entries = Entry.objects.filter(is_open | has_end, player__in=players, active=True)
    fields = ("player", "tournament_id", "tournament__title", "tournament__round_ends_at")
    waits: dict[str, list[Countdown]] = {}
    rows = entries.order_by("tournament__round_ends_at", "tournament__starts_at")
    for player, pk, title, ends_at, starts_at in rows.values_list(*fields, "tournament__starts_at"):
        is_round = ends_at is not None
        countdown = Countdown(pk, title, ends_at if is_round else starts_at, "round" if is_round else "start")
        waits.setdefault(player, []).append(countdown)
    return {
        player: sorted(player_waits, key=lambda wait: (wait.kind, wait.at))
        for player, player_waits in waits.items()
    }


def forget(player: str) -> None:
    """Look up a player who has entered a tournament at their next page."""
    _idle.forget(player)


_idle: BoundedCache[str, bool] = BoundedCache(MOST_IDLE, IDLE_S)
"""Players without a countdown."""


async def _head(request: HttpRequest) -> Head:
    active = queries.fresh_active_tournaments()
    if active is None:
        try:
            active = await sync_to_async(queries.active_tournaments)()
        except Error:  # a guest's page needs no database
            return Head(0)
    player = players.of(request)
    if player is None or not player.member or player.id in _idle:
        return Head(active)
    waits = (await sync_to_async(countdowns)([player.id])).get(player.id, [])
    if not waits:
        _idle.put(player.id, True)
    return Head(active, waits[0] if waits else None)
