"""The pages of one's own statistics. They show what stands under the id of who asks, and nobody else's.

A guest has matches but no ratings; the page says how to keep them.
"""

from collections.abc import Callable, Coroutine, Iterator
from datetime import date, timedelta
from typing import Any, TypeVar

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.ledger import queries, statement
from zaria.club.payouts import queries as payouts
from zaria.club.payouts.forms import PayoutForm
from zaria.club.ratings.keys import is_rating, rating_title
from zaria.club.ratings.models import OVERALL
from zaria.club.site.http.file_parts import read_parts
from zaria.club.statistics import (
    activity,
    credit_account,
    credit_csv,
    csv_export,
    match_list,
    milestones,
    overview,
    play_quality,
    ratings,
)
from zaria.club.statistics.credit_filters import CreditFilters, place_of
from zaria.club.statistics.filters import Filters, page_of
from zaria.club.statistics.public import form_of
from zaria.club.statistics.signals import read_sections

WRONG = 422
"""Status for unreadable parameters."""

Page = Callable[..., Coroutine[Any, Any, HttpResponseBase]]
Row = TypeVar("Row")


@require_safe
def overview_page(request: HttpRequest) -> HttpResponse:
    """All in all."""
    player, member = _player(request), member_of(request)
    latest = play_quality.latest_matches(player) if player else []
    seen = overview.of(player) if player else None
    context = {
        "seen": seen,
        "milestones": milestones.milestones(seen, latest) if seen else [],
        "form": form_of(latest),
        "year": activity.year_of(player) if player else None,
        "quality": play_quality.quality_of(latest) if player else None,
        "sections": read_sections(member, public=False) if member is not None else [],
    }
    return _page(request, "overview", context)


@require_safe
def games_page(request: HttpRequest) -> HttpResponse:
    """Every match, as filtered by the address."""
    player, filters = _player(request), Filters(request.GET)
    matching = filters.matching(player) if filters.is_valid() else None
    path = reverse("stats_games")
    page = None
    if player and matching is not None:
        number = page_of(request.GET)
        page = match_list.page(player, matching, number, lambda n: path + filters.page_address(n))
    context = {
        "filters": filters,
        "page": page,
        "used": filters.used,
        "file": reverse("stats_file") + filters.address(),
    }
    return _page(request, "games", context, 200 if filters.is_valid() else WRONG)


@require_safe
def ratings_page(request: HttpRequest) -> HttpResponse:
    """Show the history of a member's rating."""
    member, game = member_of(request), request.GET.get("game", OVERALL)
    is_known = is_rating(game)
    context = {
        "known": is_known,
        "trends": ratings.trends(member, ratings.standings(member)) if member else [],
        "rating": ratings.rating_history(member, game, page_of(request.GET)) if member and is_known else None,
        "rating_title": rating_title(game) if is_known else "",
    }
    return _page(request, "ratings", context, 200 if is_known else WRONG)


@require_safe
def games_file(request: HttpRequest) -> HttpResponseBase:
    """The matches that the list shows with the same filters, all of them, as a file."""
    player, filters = _player(request), Filters(request.GET)
    if not filters.is_valid():
        return games_page(request)
    matching = filters.matching(player) if player else Q(pk__in=())
    chunks = match_list.chunks(player, matching)
    return _file("zaria-games.csv", _parts(csv_export.head(), chunks, csv_export.body))


@require_safe
def credits_page(request: HttpRequest) -> HttpResponse:
    """The balance, what is held, and every entry of the member's account, as filtered by the address."""
    holder, filters = _account_holder(request), CreditFilters(request.GET)
    valid = filters.is_valid()
    context: dict[str, Any] = {"filters": filters, "used": filters.used}
    if holder is not None and valid:
        context |= {
            "balance": queries.balance(holder.player),
            "holds": credit_account.holds(holder.player),
            "payout": payouts.panel(holder.player),
            "payout_form": PayoutForm(),
            "month": credit_account.this_month(),
            "fees": credit_account.fees_of_this_month(holder.player),
            "page": credit_account.page(
                holder.player,
                filters,
                place_of(request.GET, "before"),
                place_of(request.GET, "after"),
            ),
            "file": reverse("stats_credits_file") + filters.address(),
        }
    return _page(request, "credits", context, 200 if valid else WRONG)


@require_safe
def credits_month(request: HttpRequest, year: str, month: str) -> HttpResponse:
    """The statement of a month."""
    holder, first = _account_holder(request), date(int(year), int(month), 1)
    if holder is None or first > credit_account.this_month():
        raise Http404
    month_page = credit_account.month_page(holder.player, first)
    last = statement.next_month(first) - timedelta(days=1)
    context = {"found": month_page, "entries": f"?since={first}&until={last}"}
    return _page(request, "credits", context, template="credits_month")


@require_safe
def credits_file(request: HttpRequest) -> HttpResponseBase:
    """The entries that the list shows with the same filters, all of them, as a file."""
    holder, filters = _account_holder(request), CreditFilters(request.GET)
    if not filters.is_valid():
        return credits_page(request)
    entries = credit_account.chunks(holder.player, filters) if holder else iter(())
    return _file("zaria-credits.csv", _parts(credit_csv.head(), entries, credit_csv.body))


def _file(name: str, parts: Iterator[bytes]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(read_parts(parts), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _parts(head: bytes, chunks: Iterator[list[Row]], body: Callable[[list[Row]], bytes]) -> Iterator[bytes]:
    """The file, some rows at a time."""
    yield head
    yield from map(body, chunks)


def _page(
    request: HttpRequest, tab: str, context: dict[str, Any], status: int = 200, template: str = ""
) -> HttpResponse:
    context |= {"here": "stats", "tab": tab, "member": member_of(request)}
    return render(request, f"zaria/stats/{template or tab}.html", context, status=status)


def _player(request: HttpRequest) -> str:
    """Id of the visitor, the owner of the matches; "" for a new one."""
    player = players.of(request)
    return player.id if player is not None else ""


def _account_holder(request: HttpRequest) -> Member | None:
    """The member who asks, if they have credits: no robot account has."""
    member = member_of(request)
    return None if member is None or member.robot else member
