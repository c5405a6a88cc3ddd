"""The pages of the play room."""

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from zaria.club import errors, guests, languages
from zaria.club.asgi import live_of
from zaria.club.games import TITLES
from zaria.club.play import actions, recent
from zaria.club.play.form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.play.shelves import shelves, tile
from zaria.records import convert


@require_safe
async def front(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return await _front(request)


@require_http_methods(["GET", "HEAD", "POST"])
async def new(request: HttpRequest) -> HttpResponse:
    """Set a table and go there; what cannot be played is said beside the form, and nothing is opened."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("front"))
    game = request.POST.get("game", "")
    if game not in TITLES:
        return await _front(request, wrong=_("There is no such game here."))
    form = form_for(game, request.POST)
    if not form.is_valid():
        return _options(request, form)
    guest = guests.of(request) or guests.new()
    match_id = await actions.set_table(live_of(request), guest, form)
    response = HttpResponseRedirect(reverse("table", args=[match_id]))
    guests.remember(request, response, guest)
    return response


@require_safe
def options(request: HttpRequest, game: str) -> HttpResponse:
    """Everything that can be agreed on for a table of `game`."""
    if game not in TITLES:
        raise Http404
    return _options(request, form_for(game))


@require_safe
async def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """The table, painted as it stands; the page's script goes on from there."""
    guest = guests.of(request) or guests.new()
    boot = await live_of(request).state(match_id, guest.id)
    if boot is None:
        return _no_table(request)
    response = render(request, "zaria/table.html", _table(match_id, boot))
    guests.remember(request, response, guest)
    recent.remember(request, response, match_id)
    return response


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """The check of a match's dice; it happens in the visitor's browser."""
    words = languages.words() | {"verify_unknown": _("There is no such table")}
    return render(request, "zaria/verify.html", {"here": "verify", "words": words})


@require_GET
def health(request: HttpRequest) -> HttpResponse:
    """200 while the tables are live."""
    return HttpResponse("ok\n", content_type="text/plain")


def _no_table(request: HttpRequest) -> HttpResponse:
    text = _("Check the link, or set a new table yourself.")
    return errors.page(request, 404, _("There is no such table"), text)


def _table(match_id: str, boot: bytes) -> dict[str, Any]:
    """What the table's template needs, from the state message of its visitor."""
    state = msgspec.json.decode(boot)
    view = state["v"]
    near = next((side for side in (state["you"], state["seat"]) if side is not None), 0)
    return {
        "match_id": match_id,
        "formats": " ".join(convert.formats(view["game"])),
        "title": TITLES[view["game"]],
        "about": _about(view),
        "view": view,
        "me": view["players"][near],
        "opp": view["players"][1 - near],
        # A script element is raw text: nothing in it may look like its end.
        "boot": mark_safe(boot.decode().replace("<", "\\u003c")),
        "words": languages.words(),
    }


def _about(view: dict[str, Any]) -> str:
    """What somebody reads who is sent the link."""
    game, points = TITLES[view["game"]], view["length"]
    match = _("Match to %(points)s") % {"points": points} if points > 1 else _("Single game")
    return f"{game}. {match}. " + _("Open the link to sit down, or to watch.")


def _options(request: HttpRequest, form: TableForm) -> HttpResponse:
    shown = tile(form.game)
    context = {"tile": shown, "about": shown.text, "form": form}
    return render(request, "zaria/new.html", context, status=422 if form.errors else 200)


async def _front(request: HttpRequest, wrong: str = "") -> HttpResponse:
    guest = guests.of(request)
    context = {
        "here": "play",
        "about": _("Tabla, nardy, draughts and chess: twenty-one games, each by the rules of its club."),
        "shelves": shelves(),
        "guest": guest,
        "tables": await recent.still_open(live_of(request), request, guest),
        "wrong": wrong,
    }
    response = render(request, "zaria/landing.html", context, status=422 if wrong else 200)
    if guest:
        guests.remember(request, response, guest)
    return response
