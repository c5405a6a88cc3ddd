"""The page of rankings."""

from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.profile import countries
from zaria.club.ratings import ranking
from zaria.club.ratings.keys import game_of, is_by_day, rating_title
from zaria.club.ratings.models import OVERALL
from zaria.club.ratings.ranking import Query, RankingPage
from zaria.match.rating_keys import rating_key


@require_safe
async def ranking_page(request: HttpRequest) -> HttpResponse:
    """A list, as its address asks for it."""
    query = Query.read(request.GET.dict())
    reader = member_of(request)
    page, nations = await sync_to_async(_read_page)(query, reader)
    return render(request, "zaria/ranking.html", ranking_context(query, page, nations, reader))


def _read_page(query: Query, reader: Member | None) -> tuple[RankingPage, list[str]]:
    return ranking.page(query, reader), ranking.member_countries()


def ranking_context(
    query: Query, page: RankingPage, nations: list[str], reader: Member | None, path: str = ranking.PATH
) -> dict[str, Any]:
    """The context of the template of a ranking; `path` is the address of the page."""
    number = min(query.page, page.pages)
    return {
        "here": "ranking",
        "path": path,
        "query": query,
        "ranking": page,
        "page": number,
        "reader": reader,
        "shows_credits": ranking.shows_credits(query),
        "title": rating_title(query.game),
        "orders": [
            (query.address(path, by=name), title, name == query.by)
            for name, title in (
                ("rating", pgettext("ranking", "Rating")),
                ("won", pgettext("ranking", "Wins")),
                ("winnings", pgettext("ranking", "Winnings")),
            )
        ],
        "games": [(group.title, [_game(game, query.game) for game in group.games]) for group in GROUPS],
        "by_day": is_by_day(query.game),
        "ways": [
            (query.address(path, game=key), title, key == query.game)
            for key, title in (
                (game_of(query.game), _("Real time")),
                (rating_key(game_of(query.game) or next(iter(TITLES)), by_day=True), _("By the day")),
            )
        ],
        "overall": OVERALL,
        "periods": [
            (name, title, name == query.period)
            for name, title in (("", _("All time")), ("year", _("This year")), ("month", _("This month")))
        ],
        "nations": _nations(nations, query.country),
        "earlier": query.address(path, page=number - 1) if number > 1 else "",
        "further": query.address(path, page=number + 1) if number < page.pages else "",
        "first": query.address(path),
        "own": query.address(path, page=page.reader_page) + "#me" if page.reader_row else "",
    }


def _game(game: str, selected: str) -> tuple[str, Any, bool]:
    """A game to choose: the name of its rating of the same way of play as the one that is selected."""
    key = rating_key(game, by_day=is_by_day(selected))
    return key, TITLES[game], key == selected


def _nations(codes: list[str], selected: str) -> list[tuple[str, str, bool]]:
    """Those to choose from, in the order of their names in the language of the page."""
    wanted = {*codes, selected} - {""}
    return [(code, name, code == selected) for code, name in countries.names().items() if code in wanted]
