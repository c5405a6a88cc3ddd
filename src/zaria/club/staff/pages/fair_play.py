"""The page of fair play: the agreement of members' decisions with the engine's. It decides nothing."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.fair_play.models import Agreement
from zaria.club.fair_play.queries import populations, ranked
from zaria.club.games.catalogue import TITLES
from zaria.club.ratings.keys import rating_title
from zaria.club.staff.pages.filters import address_choices

PER_PAGE = 50
SURE = 99.99
"""The highest confidence that is shown, in per cent."""
LISTS = {"": gettext_lazy("members above the bound"), "all": gettext_lazy("all members")}
"""The lists, by the word in the address."""


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page; `context` is what all pages of the staff share."""
    wanted = {"list": request.GET.get("list", ""), "game": request.GET.get("game", "")}
    wanted = {"list": wanted["list"] if wanted["list"] in LISTS else "", "game": wanted["game"]}
    if wanted["game"] not in TITLES:
        wanted["game"] = ""
    rows = ranked(all_members=bool(wanted["list"]))
    rows = rows.filter(game=wanted["game"]) if wanted["game"] else rows
    page = Paginator(rows.select_related("member"), PER_PAGE).get_page(request.GET.get("page"))
    choices = {
        "title": _("Fair play"),
        "rows": rows_of(list(page)),
        "page": page,
        "choices": address_choices(
            {"list": (_("List"), LISTS), "game": (_("Game"), {"": _("All games"), **TITLES})}, wanted
        ),
        "query": urlencode(wanted) + "&",
        "minutes": settings.FAIR_PLAY_MINUTES,
    }
    return render(request, "staff/fair_play.html", {**context, **choices})


def of_member(member: Member) -> list[dict[str, Any]]:
    """The rows of a member, those with the most evidence first."""
    return rows_of(list(ranked().filter(member=member).select_related("member")))


def rows_of(agreements: Collection[Agreement]) -> list[dict[str, Any]]:
    """Agreements with what the page shows beside them."""
    usual = populations({row.game for row in agreements})
    return [
        {
            "row": row,
            "title": rating_title(row.game),
            "population": usual.get(row.game),
            "agreement": 100 * row.agreement,
            "share": 100 * row.share,
            "confidence": min(SURE, 100 * (1 - 10**-row.score)),
        }
        for row in agreements
    ]
