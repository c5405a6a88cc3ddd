"""The tournaments in the head of each page: the number of active ones, and the countdown."""

from collections.abc import Collection
from functools import partial
from typing import Literal, NamedTuple

from django.db import Error
from django.db.models import Q
from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import now_ms
from zaria.club.site.http.page_head import PagePart, Reading, register
from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Entry, Tournament

IDLE_S = 10.0
"""Seconds before a player without an entry is looked up again."""

MOST_IDLE = 10_000


class Countdown(NamedTuple):
    """The time to the end of the round that a member plays in, or to the start of a tournament."""

    id: str
    title: str
    at: int
    kind: Literal["round", "start"]


class Head(NamedTuple):
    """The active tournaments and the reader's countdown, for the head of a page."""

    active: queries.Active
    countdown: Countdown | None = None


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


def _plan(request: HttpRequest) -> Head | Reading[Head | None] | None:
    if request.headers.get("Sec-Fetch-Dest", "document") not in ("document", "iframe"):
        return None
    player = players.of(request)
    waits = player is not None and player.member and player.id not in _idle
    active = queries.fresh_active_tournaments()
    if active is not None and not waits:
        return Head(active)
    return Reading(partial(_head, player.id if player is not None and waits else ""))


def _head(player: str) -> Head:
    """Read the head of a player, or without their countdown for the id ""."""
    try:
        active = queries.active_tournaments()
    except Error:  # a guest's page needs no database
        return Head(queries.Active())
    if not player:
        return Head(active)
    waits = countdowns([player]).get(player, [])
    if not waits:
        _idle.put(player, True)
    return Head(active, waits[0] if waits else None)


HEAD: PagePart[Head | None] = register(PagePart("tournaments", None, _plan))
"""The head of a page; None where no page is requested."""
