"""The pages of one's own statistics. They show what stands under the id of who asks, and nobody else's.

A guest has matches but no ratings; the page says how to keep them.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.ratings.models import OVERALL
from zaria.club.statistics import csv_export, match_list, overview, ratings
from zaria.club.statistics.filters import Filters, page_of
from zaria.club.statistics.match_list import MatchRow

WRONG = 422
"""Status for unreadable parameters."""

Page = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponseBase]]


def _aside(view: Callable[[HttpRequest], HttpResponse]) -> Page:
    """A page that is counted and written in a thread: the tables do not wait for it."""

    @require_safe
    @wraps(view)
    async def page(request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(view)(request)

    return page


@_aside
def overview_page(request: HttpRequest) -> HttpResponse:
    """All in all."""
    player = _player(request)
    return _page(request, "overview", {"seen": overview.of(player) if player else None})


@_aside
def games_page(request: HttpRequest) -> HttpResponse:
    """Every match, as filtered by the address."""
    player, filters = _player(request), Filters(request.GET)
    matching = filters.matching(player) if filters.is_valid() else None
    here = reverse("stats_games")
    page = None
    if player and matching is not None:
        page = match_list.page(player, matching, page_of(request.GET), lambda n: here + filters.address(n))
    context = {
        "filters": filters,
        "page": page,
        "used": filters.used,
        "file": reverse("stats_file") + filters.address(),
    }
    return _page(request, "games", context, 200 if filters.is_valid() else WRONG)


@_aside
def ratings_page(request: HttpRequest) -> HttpResponse:
    """Show the history of a member's rating."""
    member, game = _member(request), request.GET.get("game", OVERALL)
    known = ratings.exists(game)
    context = {
        "known": known,
        "standings": ratings.standings(member) if member else [],
        "rating": ratings.rating_history(member, game, page_of(request.GET)) if member and known else None,
        "rating_title": ratings.rating_title(game) if known else "",
    }
    return _page(request, "ratings", context, 200 if known else WRONG)


@require_safe
async def games_file(request: HttpRequest) -> HttpResponseBase:
    """The matches that the list shows with the same filters, all of them, as a file."""
    player, filters = _player(request), Filters(request.GET)
    if not filters.is_valid():
        return await games_page(request)
    matching = filters.matching(player) if player else Q(pk__in=())
    response = StreamingHttpResponse(_lines(player, matching), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="zaria-games.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


async def _lines(player: str, matching: Q) -> AsyncIterator[bytes]:
    """The file, some matches at a time, each read when the browser has taken those before."""
    yield csv_export.head()
    chunks = match_list.chunks(player, matching)
    while (chunk := await sync_to_async(_next)(chunks)) is not None:
        yield csv_export.body(chunk)


def _next(chunks: Iterator[list[MatchRow]]) -> list[MatchRow] | None:
    return next(chunks, None)


def _page(request: HttpRequest, tab: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    context |= {"here": "stats", "tab": tab, "member": _member(request)}
    return render(request, f"zaria/stats/{tab}.html", context, status=status)


def _player(request: HttpRequest) -> str:
    """Id of the visitor, the owner of the matches; "" for a new one."""
    player = players.of(request)
    return player.id if player is not None else ""


def _member(request: HttpRequest) -> Member | None:
    player = players.of(request)
    found = request.user if player is not None and player.member else None
    return found if isinstance(found, Member) else None
