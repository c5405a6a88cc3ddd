"""A match for a broadcast: the overlay, what it shows, and the page that makes its address."""

import asyncio
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.bots.teaching import Advice
from zaria.club.broadcast.drawings import Drawn, drawn_by
from zaria.club.broadcast.settings import OverlayForm, delay_of, is_set, query, speak
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.analysis.engine_questions import NoAnswerError, advice_within, allowed, answerable
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import MINUTE_MS
from zaria.club.site.http import errors
from zaria.live.sockets.protocol.codec import encode
from zaria.match.match import Match
from zaria.match.moment import ClockView
from zaria.match.view import View, view

CHANCE_S = 2.0
"""Seconds that a broadcast waits for the engine; the chance comes with a later position otherwise."""


class BroadcastMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as it was at `until` (ms), after event `n` (-1: nothing is to be seen yet).

    `view` is left out where the overlay has it already. `chances`: to win the game, of side 0 and of side 1.
    `drawn`: the arrows of the commentator that the address names. `clocks`: those beside a real board.
    """

    n: int
    until: int
    view: View | None = None
    chances: tuple[float, float] | None = None
    drawn: Drawn | None = None
    clocks: ClockView | None = None


@require_safe
async def overlay(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show a match as a transparent layer."""
    speak(request)
    earlier = await live_of(request).earlier(match_id, live_of(request).now())
    if earlier is None:
        raise Http404
    return overlay_page(request, match_id, earlier.match)


def overlay_page(
    request: HttpRequest, match_id: str, match: Match | None, follows: str = "", moments: str = ""
) -> HttpResponse:
    """Return the layer with a match; `follows` is the address that says which match it is now.

    `moments` is the address of `BroadcastMoment`, if it is not that of a table.
    """
    if match_id and not moments:
        moments = reverse("overlay_moment", args=[match_id])
    context = {
        "match_id": match_id,
        "moments": moments,
        "game": None if match is None else match.terms.game,
        "follows": follows,
        "title": "" if match is None else TITLES[match.terms.game],
        "has_board": is_set(request, "board"),
        "words": {
            "to_points": i18n.word("to_points"),
            "pips": i18n.word("pips"),
            "soon": _("The broadcast begins in a few minutes"),
        },
    }
    response = render(request, "zaria/broadcast/overlay.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
async def moment(request: HttpRequest, match_id: str) -> HttpResponse:
    """Send the table as it was `delay` minutes ago, if that is not event `n`, which the overlay shows."""
    live, delay = live_of(request), delay_of(request)
    until = live.now() - delay * MINUTE_MS
    earlier = await live.earlier(match_id, until)
    if earlier is None:
        raise Http404
    commentator = request.GET.get("by", "")
    drawn = await sync_to_async(drawn_by)(commentator, match_id) if commentator and earlier.n >= 0 else None
    if earlier.n < 0 or str(earlier.n) == request.GET.get("n", ""):
        answer = BroadcastMoment(earlier.n, until, drawn=drawn)
    else:
        chances = None
        if is_set(request, "chance") and (delay or not earlier.match.terms.rated):
            chances = await win_chances(request, earlier.match)
        answer = BroadcastMoment(earlier.n, until, view(earlier.match), chances, drawn)
    return moment_response(answer)


def moment_response(shown: BroadcastMoment) -> HttpResponse:
    """Return a moment as the overlay reads it."""
    response = HttpResponse(encode(shown), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


@require_safe
async def broadcast(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the page that makes the address of an overlay."""
    earlier = await live_of(request).earlier(match_id, live_of(request).now())
    if earlier is None:
        return errors.page(request, 404, _("There is no such table"), _("The link may be old or incomplete."))
    addresses = [reverse(name, args=[match_id]) for name in ("overlay", "commentary")]
    context = await sync_to_async(broadcast_context)(request, *addresses)
    context |= {"title": title_of(earlier.match), "back": reverse("table", args=[match_id])}
    return render(request, "zaria/broadcast/broadcast.html", context)


def title_of(match: Match) -> str:
    """Return the names of the players of a match, else that of its game."""
    names = [player.name for player in match.players if player is not None]
    return " – ".join(names) or str(TITLES[match.terms.game])


def broadcast_context(request: HttpRequest, overlay_path: str, commentary_path: str = "") -> dict[str, Any]:
    """Return the form, and the addresses of the overlay and of the commentary with the choices in them.

    Without a page for a commentary the form asks for no commentator.
    """
    form = OverlayForm(request.GET or None)
    if not commentary_path:
        del form.fields["by"]
    choices = form.cleaned_data if form.is_bound and form.is_valid() else {}
    address = request.build_absolute_uri(f"{overlay_path}?{query(choices)}")
    delay = choices.get("delay", 0)
    commentary = f"{commentary_path}?delay={delay}" if delay and commentary_path else commentary_path
    return {"form": form, "overlay": address, "commentary": commentary}


async def win_chances(request: HttpRequest, match: Match) -> tuple[float, float] | None:
    """Return the chances to win the game before a roll or a move; None where the engine says nothing."""
    if match.phase not in ("roll", "move") or not await allowed(request):
        return None
    try:
        async with asyncio.timeout(CHANCE_S):
            silence = await answerable(request, match)
            advice = await advice_within(silence, request, match, match.turn, "opinion")
    except (NoAnswerError, TimeoutError):
        return None
    chance = _chance(advice)
    if chance is None:
        return None
    return (chance, 1 - chance) if match.turn == 0 else (1 - chance, chance)


def _chance(advice: Advice) -> float | None:
    """Return the chance to win of the side to act."""
    if advice.chances is not None:
        return advice.chances[0]
    return advice.value if advice.unit == "chance" else None
