"""Saved terms: the page that lists them, and the forms that save, rename and delete them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from zaria.club.accounts import players
from zaria.club.games.catalogue import TITLES
from zaria.club.play import presets, terms_text, views
from zaria.club.play.presets import Change, Preset, PresetRefusedError
from zaria.match.seats import can_be_rated
from zaria.match.terms import Terms


@never_cache
@require_safe
async def page(request: HttpRequest) -> HttpResponse:
    """List the visitor's saved terms."""
    return _page(request)


@never_cache
@require_POST
async def save(request: HttpRequest) -> HttpResponse:
    """Save the terms of a form of a new table: ask for the name first, unless it is there (`name`)."""
    game = request.POST.get("game", "")
    if game not in TITLES:
        raise Http404
    form = presets.form_of(game, request.POST, member=can_be_rated(players.someone(request)))
    if not form.is_valid():
        form.data = request.POST  # the level and others that are not saved stay as they were chosen
        return await views.options_page(request, form, request.POST.get("to", ""))
    terms, values = form.terms(), presets.values_of(form)
    new = {
        "title": TITLES[game],
        "facts": [*terms_text.terms_details(replace(terms, start_score=None)), *form.handicap_facts()],
        "values": {"game": game, **values},
        "name": request.POST.get("name", _suggested_name(game, terms)),
        "longest": presets.LONGEST_NAME,
    }
    if "name" not in request.POST:
        return _page(request, new=new)
    try:
        preset = Preset(presets.clean_name(request.POST["name"]), game, values)
        response = HttpResponseRedirect(preset.address)
        await presets.change(request, response, presets.saving(preset))
    except PresetRefusedError as refused:
        return _page(request, str(refused), new=new)
    return response


@require_POST
async def rename(request: HttpRequest) -> HttpResponse:
    """Give saved terms (`preset`) another `name`."""
    try:
        act = presets.renaming(
            request.POST.get("preset", ""), presets.clean_name(request.POST.get("name", ""))
        )
        return await _changed(request, act)
    except PresetRefusedError as refused:
        return _page(request, str(refused))


@require_POST
async def delete(request: HttpRequest) -> HttpResponse:
    """Delete saved terms (`preset`)."""
    return await _changed(request, presets.removing(request.POST.get("preset", "")))


def _suggested_name(game: str, terms: Terms) -> str:
    """The game, and as many of the terms as a name can hold."""
    name = str(TITLES[game])
    for part in terms_text.terms_parts(terms):
        if len(f"{name}, {part}") > presets.LONGEST_NAME:
            break
        name = f"{name}, {part}"
    return name


async def _changed(request: HttpRequest, act: Change) -> HttpResponse:
    response = HttpResponseRedirect(reverse("presets"))
    await presets.change(request, response, act)
    return response


def _page(request: HttpRequest, wrong: str = "", new: dict[str, Any] | None = None) -> HttpResponse:
    context = {"presets": presets.read(request), "new": new, "wrong": wrong, "longest": presets.LONGEST_NAME}
    return render(request, "zaria/presets.html", context, status=422 if wrong else 200)
