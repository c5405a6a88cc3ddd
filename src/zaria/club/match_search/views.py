"""The page of the search."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zaria.club.match_search.filters import MatchSearch
from zaria.club.match_search.queries import search
from zaria.club.statistics.match_keys import MatchKey

WRONG = 422
"""Status for unreadable parameters."""


@require_safe
def matches_page(request: HttpRequest) -> HttpResponse:
    """The finished matches that the address asks for; `after` is the last one of the page before."""
    filters = MatchSearch(request.GET)
    valid = filters.is_valid()
    after = _key(request.GET.get("after", ""))
    context: dict[str, Any] = {"here": "matches", "filters": filters, "used": filters.used, "after": after}
    if valid:
        page = search(filters.criteria(), after)
        context["page"] = page
        if page.older is not None:
            context["older"] = reverse("matches") + filters.address(after=page.older.text)
        context["newest"] = reverse("matches") + filters.address()
    return render(request, "zaria/stats/matches.html", context, status=200 if valid else WRONG)


def _key(text: str) -> MatchKey | None:
    try:
        return MatchKey.read(text)
    except ValueError:
        return None
