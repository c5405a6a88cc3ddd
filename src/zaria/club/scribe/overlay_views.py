"""A sheet for a broadcast: a real board on a stream has its score, pips, cube, dice and comments."""

from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.requests import signed_in_member
from zaria.club.broadcast.commentary import drawing_page, take_drawing
from zaria.club.broadcast.drawings import drawn_by
from zaria.club.broadcast.settings import delay_of, is_set, speak
from zaria.club.broadcast.views import (
    BroadcastMoment,
    broadcast_context,
    moment_response,
    overlay_page,
    win_chances,
)
from zaria.club.scribe import actions, queries
from zaria.club.scribe.board_clock import state_of
from zaria.club.scribe.models import MatchSheet
from zaria.club.scribe.views import unknown
from zaria.club.site.clock import MINUTE_MS, now_ms
from zaria.club.site.http import errors
from zaria.match.match import Match
from zaria.match.view import view


@require_safe
async def overlay(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show a sheet as a transparent layer."""
    speak(request)
    row = await _shown(sheet_id)
    match = await sync_to_async(_match)(row, 0)
    return overlay_page(request, row.pk, match, moments=reverse("sheet_overlay_moment", args=[row.pk]))


@require_safe
async def moment(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Send the table as it was `delay` minutes ago, if that is not step `n`, which the overlay shows."""
    row = await _shown(sheet_id)
    until = now_ms() - delay_of(request) * MINUTE_MS
    number = await sync_to_async(queries.number_at)(row, until) if row.created <= until else -1
    # an earlier state of the clock is not stored, so a late layer has none
    clocks = None if delay_of(request) else state_of(row.clock, until).clocks
    commentator = request.GET.get("by", "")
    drawn = await sync_to_async(drawn_by)(commentator, row.pk) if commentator and number >= 0 else None
    if number < 0 or str(number) == request.GET.get("n", ""):
        return moment_response(BroadcastMoment(number, until, drawn=drawn, clocks=clocks))
    match = await sync_to_async(_match)(row, number)
    chances = await win_chances(request, match) if is_set(request, "chance") else None
    return moment_response(BroadcastMoment(number, until, view(match), chances, drawn, clocks))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def broadcast(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the page that makes the address of an overlay; its owner lets others see it, or nobody."""
    row = queries.owned(signed_in_member(request), sheet_id)
    if row is None:
        return unknown(request)
    address = reverse("sheet_broadcast", args=[row.pk])
    if request.method == "POST":
        actions.set_broadcast(row, is_broadcast="on" in request.POST)
        return HttpResponseRedirect(address)
    addresses = [reverse(name, args=[row.pk]) for name in ("sheet_overlay", "sheet_commentary")]
    context = broadcast_context(request, *addresses)
    context |= {"title": str(row), "back": reverse("sheet", args=[row.pk]), "row": row, "here": "scribe"}
    return render(request, "zaria/scribe/broadcast.html", context)


@require_safe
@login_required
def commentary(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the board of a sheet that is broadcast, to draw on it."""
    row = queries.broadcast(sheet_id)
    if row is None:
        text = _("Its owner must first show the layer on the page “Broadcast”. Ask them, or check the link.")
        return errors.page(request, HTTPStatus.NOT_FOUND, _("This score sheet isn't shown"), text)
    back = reverse("sheet_broadcast", args=[row.pk]) if row.owner_id == request.user.pk else ""
    return drawing_page(request, _match(row, row.revision), reverse("sheet", args=[row.pk]), back)


@require_POST
async def draw(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Take the arrows that a commentator has drawn, as JSON."""
    return await take_drawing(request, (await _shown(sheet_id)).pk)


async def _shown(sheet_id: str) -> MatchSheet:
    row = await sync_to_async(queries.broadcast)(sheet_id)
    if row is None:
        raise Http404
    return row


def _match(row: MatchSheet, number: int) -> Match:
    """Return the match as it was after a step."""
    sheet = queries.read(row) if number == row.revision else queries.read_until(row, number)
    return sheet.now.match
