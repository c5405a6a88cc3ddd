"""The page on which a commentator draws arrows, which the layer of a broadcast shows."""

from http import HTTPStatus

import msgspec
from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.broadcast import drawings
from zaria.club.broadcast.settings import delay_of
from zaria.club.broadcast.tournament_views import featured_match
from zaria.club.broadcast.views import title_of
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.shared_rates import take_all
from zaria.match.match import Match


@require_safe
@login_required
async def commentary(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board of a match, to draw on it."""
    earlier = await live_of(request).earlier(match_id, live_of(request).now())
    if earlier is None:
        return errors.page(request, 404, _("There is no such table"), _("The link may be old or incomplete."))
    addresses = (reverse("table", args=[match_id]), reverse("broadcast", args=[match_id]))
    return await sync_to_async(drawing_page)(request, earlier.match, *addresses)


def drawing_page(request: HttpRequest, match: Match, address: str, back: str) -> HttpResponse:
    """Return the page that draws on the layer below `address`; `back` leads to the page of the broadcast."""
    context = {
        "address": address,
        "back": back,
        "game": match.terms.game,
        "title": title_of(match),
        "delay": delay_of(request),
    }
    return render(request, "zaria/broadcast/commentary.html", context)


@require_safe
@login_required
async def of_tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Lead to the commentary on the table that the tournament's broadcast shows now."""
    match_id = await featured_match(request, tournament_id)
    if not match_id:
        text = _("Come back when the next round has begun.")
        return errors.page(request, 404, _("No table is being played now"), text)
    query = f"?delay={delay_of(request)}" if delay_of(request) else ""
    return HttpResponseRedirect(reverse("commentary", args=[match_id]) + query)


@require_POST
async def draw(request: HttpRequest, match_id: str) -> HttpResponse:
    """Take the arrows that a commentator has drawn, as JSON."""
    if await live_of(request).earlier(match_id, live_of(request).now()) is None:
        raise Http404
    return await take_drawing(request, match_id)


async def take_drawing(request: HttpRequest, match_id: str) -> HttpResponse:
    """Store the drawing of a request for the board of a match, or of a score sheet."""
    member = member_of(request)
    if member is None:
        return JsonResponse({"error": "members_only"}, status=HTTPStatus.FORBIDDEN)
    if not await take_all(drawings.rates(), [str(member.pk)]):
        return JsonResponse({"error": "too_many"}, status=429, headers={"Retry-After": "60"})
    try:
        drawn = msgspec.json.decode(request.body, type=drawings.Drawn)
    except (msgspec.DecodeError, RecursionError):
        return JsonResponse({"error": "bad_drawing"}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    await sync_to_async(drawings.draw)(member, match_id, drawn)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
