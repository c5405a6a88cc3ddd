"""The pages of the lobby: the front page, and what is agreed on at a table."""

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club import errors, guests, languages, players, programs
from zaria.club.asgi import live_of
from zaria.club.games import TITLES
from zaria.club.lobby import resume, texts
from zaria.club.lobby.mine import own_table
from zaria.club.lobby.queries import query_of
from zaria.club.lobby.rows import painted
from zaria.club.play.shelves import drawn, shelves
from zaria.live import protocol
from zaria.live.app import Live
from zaria.match.events import Player
from zaria.match.seats import can_be_rated


@require_safe
async def front(request: HttpRequest) -> HttpResponse:
    """The front page, or the table where the reader's game runs."""
    match_id = resume.running_table(request)
    if match_id is not None:
        return HttpResponseRedirect(reverse("table", args=[match_id]))
    return front_page(request)


def front_page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    """The front page; `wrong` says why something could not be done.

    Whoever comes gets a name at once: the lobby shows who is there, and a search needs somebody to search.
    """
    live, guest = live_of(request), players.someone(request)
    query = query_of(request.GET)
    page = protocol.encode(live.lobby.desk.page(query))
    context = {
        "here": "play",
        "about": _("Tabla, nardy, draughts and chess: twenty-one games, each by the rules of its club."),
        "shelves": shelves(),
        "shelves_drawn": drawn(get_language() or "en"),
        "guest": guest,
        "levels": programs.LEVELS,
        "level": programs.last(request),
        "calls": [own_table(card) for card in live.lobby.hall.calls(guest.id)],
        "hall": painted(query, page),
        "words": languages.hall_words(),
        "boot": _boot(live, guest, page),
        "wrong": wrong,
    }
    response = render(request, "zaria/landing.html", context, status=422 if wrong else 200)
    guests.remember(request, response, guest)
    return response


@require_safe
async def terms(request: HttpRequest, match_id: str) -> HttpResponse:
    """All that is agreed on at a table; with `?part=1` only that, for a sheet."""
    found = await live_of(request).terms(match_id)
    if found is None:
        return errors.page(
            request, 404, _("There is no such table"), _("It may have been cleared meanwhile.")
        )
    context = {
        "part": bool(request.GET.get("part")),
        "title": TITLES[found.game],
        "game": found.game,
        "match_id": match_id,
        "facts": list(texts.facts(found)),
    }
    return render(request, "zaria/terms.html", context)


def _boot(live: Live, guest: Player, page: bytes) -> str:
    """What the page's script goes on from."""
    lobby = live.lobby
    boot = {
        "page": msgspec.Raw(page),
        "games": list(TITLES),
        "mine": lobby.hall.mine(guest.id),
        "calls": lobby.hall.calls(guest.id),
        "me": lobby.desk.handle(guest.id),
        "member": can_be_rated(guest),
    }
    # A script element is raw text: nothing in it may look like its end.
    return mark_safe(msgspec.json.encode(boot).decode().replace("<", "\\u003c"))
