"""The pages of the play room."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from zaria.club import errors, guests, languages
from zaria.club.asgi import live_of
from zaria.club.play import actions, recent
from zaria.club.play.cards import TITLES, cards
from zaria.club.play.forms import FORMS, TableForm, form_for
from zaria.club.play.record import is_over, public


@require_safe
async def front(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return await _front(request)


@require_http_methods(["GET", "HEAD", "POST"])
async def new(request: HttpRequest) -> HttpResponse:
    """Set a table and go there; what cannot be played is said on the front page, and nothing is opened."""
    if request.method != "POST":
        return HttpResponseRedirect(reverse("front"))
    game = request.POST.get("game", "")
    if game not in FORMS:
        return await _front(request, wrong=_("There is no such game here."))
    form = form_for(game, request.POST)
    if not form.is_valid():
        return await _front(request, form, _("Something in the options of this table cannot be played."))
    guest = guests.of(request) or guests.new()
    match_id = await actions.set_table(live_of(request), guest, form)
    response = HttpResponseRedirect(reverse("table", args=[match_id]))
    guests.remember(request, response, guest)
    return response


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
async def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a finished match; before its end it would tell the secret of the dice."""
    events = await live_of(request).record(match_id)
    if events is None:
        return _no_table(request)
    if not is_over(events):
        return errors.page(
            request, 409, _("This match is still being played"), _("Its record is there when it is over.")
        )
    response = HttpResponse(public(events), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="zaria-{match_id}.json"'
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
        "title": TITLES[view["game"]],
        "view": view,
        "me": view["players"][near],
        "opp": view["players"][1 - near],
        # A script element is raw text: nothing in it may look like its end.
        "boot": mark_safe(boot.decode().replace("<", "\\u003c")),
        "words": languages.words(),
    }


async def _front(request: HttpRequest, bound: TableForm | None = None, wrong: str = "") -> HttpResponse:
    guest = guests.of(request)
    context = {
        "here": "play",
        "cards": list(cards(bound)),
        "guest": guest,
        "tables": await recent.still_open(live_of(request), request, guest),
        "wrong": wrong,
    }
    response = render(request, "zaria/landing.html", context, status=422 if wrong else 200)
    if guest:
        guests.remember(request, response, guest)
    return response
