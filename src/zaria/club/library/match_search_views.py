"""The page that finds matches by player, event, game, day and result, in all that the reader may see."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.library.forms import LibraryFilters
from zaria.club.library.match_queries import MatchPlaceInList, find_matches
from zaria.club.match_search.queries import Criteria, PublicMatch, search

WRONG = 422
"""Status for unreadable filters."""
MOST_OF_CLUB = 10
"""Matches of the club that are listed: the search in finished matches has all."""
_PLACE = re.compile(r"(\d{1,15})-(\d{1,15})", re.ASCII)


@require_safe
@never_cache
def library_matches(request: HttpRequest) -> HttpResponse:
    """Show the matches that the address asks for; `after` is the place of the last one of the page before."""
    filters = LibraryFilters(request.GET)
    is_valid = filters.is_valid()
    member, list_address = member_of(request), reverse("library_matches")
    context: dict[str, Any] = {
        "here": "library",
        "filters": filters,
        "used": is_valid and filters.used,
        "list_address": list_address,
    }
    if is_valid:
        after = _place(request.GET.get("after", ""))
        reader = 0 if member is None else member.pk
        page = find_matches(filters.terms(), reader, filters.wanted_scope, after)
        context |= {"page": page, "after": after, "newest": list_address + filters.address()}
        if page.older is not None:
            context["older"] = list_address + filters.address(after=page.older.text)
        if after is None:
            context["club_matches"] = _club_matches(filters, member)
    return render(request, "zaria/library/matches.html", context, status=200 if is_valid else WRONG)


def _place(text: str) -> MatchPlaceInList | None:
    match = _PLACE.fullmatch(text)
    return None if match is None else MatchPlaceInList(int(match[1]), int(match[2]))


def _club_matches(filters: LibraryFilters, reader: Member | None) -> list[PublicMatch]:
    """The latest matches that were played here; events and names that are no logins have none."""
    terms, scope = filters.terms(), filters.wanted_scope
    name = terms.player
    if scope == "own":
        own_name = "" if reader is None else reader.username
        if terms.player.casefold() not in ("", own_name.casefold()):
            return []
        name = own_name
    player = _player_of(name) if name else ""
    if scope == "public" or terms.event or player is None or (scope == "own" and not player):
        return []
    criteria = Criteria(
        player=player, game=terms.game, result=terms.result, since=terms.since, until=terms.until
    )
    return list(search(criteria).matches[:MOST_OF_CLUB])


def _player_of(login: str) -> str | None:
    """The id of the member with a login, None if there is none."""
    members = Member.objects.by_login(login) if login.isalnum() else Member.objects.none()
    return members.filter(is_active=True, since__isnull=False).values_list("player", flat=True).first()
