"""The tournaments in the head of each page: the number of active ones, and the countdown."""

from collections.abc import Collection, Iterator
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
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments.terms import LONGEST_PAUSE_MS

Phase = Tournament.Phase

_PAUSES = '"pause_ms":'
"""A part of the terms of tournaments with pauses: terms that are as usual are left out."""

IDLE_S = 10.0
"""Seconds before a player without an entry is looked up again."""

MOST_IDLE = 10_000


class Countdown(NamedTuple):
    """The time to the next match of a member, to the end of their round, or to the start of a tournament."""

    id: str
    title: str
    at: int
    kind: Literal["next", "round", "start"]


class Head(NamedTuple):
    """The active tournaments and the reader's countdown, for the head of a page."""

    active: queries.Active
    countdown: Countdown | None = None


def countdowns(players: Collection[str]) -> dict[str, list[Countdown]]:
    """Return the countdowns of players: next matches, ends of rounds, then starts, the nearest first.

    A player of a running tournament with pauses has a list, perhaps an empty one. It takes one query, and two
    more for these players.
    """
    is_open, is_playing = (Q(tournament__phase=phase) for phase in (Phase.OPEN, Phase.PLAYING))
    changes = Q(tournament__round_ends_at__gt=now_ms()) | Q(tournament__terms__contains=_PAUSES)
    entries = Entry.objects.filter(is_open | (is_playing & changes), player__in=players, active=True)
    fields = ("player", "tournament_id", "tournament__title", "tournament__phase")
    waits: dict[str, list[Countdown]] = {}
    running, now = set(), now_ms()
    rows = entries.values_list(*fields, "tournament__round_ends_at", "tournament__starts_at")
    for player, pk, title, phase, ends_at, starts_at in rows:
        player_waits = waits.setdefault(player, [])
        if phase == Phase.OPEN:
            player_waits.append(Countdown(pk, title, starts_at, "start"))
            continue
        running.add(pk)
        if ends_at is not None and ends_at > now:
            player_waits.append(Countdown(pk, title, ends_at, "round"))
    for player, countdown in _pauses(running, players, now) if running else ():
        waits.setdefault(player, []).append(countdown)
    return {
        player: sorted(player_waits, key=lambda wait: (wait.kind, wait.at))
        for player, player_waits in waits.items()
    }


def _pauses(running: Collection[str], players: Collection[str], now: int) -> Iterator[tuple[str, Countdown]]:
    """Return these players who wait for the end of a pause before their next match."""
    waiting = Pairing.objects.filter(
        Q(player0__in=players) | Q(player1__in=players),
        tournament__in=running,
        how="",
        match_id__isnull=False,
        ordered=False,
        opened_at=None,
        since__gt=now - LONGEST_PAUSE_MS,
    )
    rows = Tournament.objects.in_bulk(running)
    terms = {pk: queries.terms_of(row) for pk, row in rows.items()}
    for pairing in waiting.exclude(ready0=True, ready1=True):
        pk = pairing.tournament_id
        rest_ms = terms[pk].rest_ms(pairing.number, pairing.since, now)
        if not rest_ms or terms[pk].info.arranged:
            continue
        for player in {pairing.player0, pairing.player1} & set(players):
            yield player, Countdown(pk, rows[pk].title, now + rest_ms, "next")


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
    waits = countdowns([player]).get(player)
    if waits is None:
        _idle.put(player, True)
    return Head(active, waits[0] if waits else None)


HEAD: PagePart[Head | None] = register(PagePart("tournaments", None, _plan))
"""The head of a page; None where no page is requested."""
