"""A tournament for a broadcast: it follows the table that the director chose, else the best one."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.broadcast import actions
from zaria.club.broadcast.settings import speak
from zaria.club.broadcast.views import broadcast_context, overlay_page
from zaria.club.lobby import watch
from zaria.club.lobby.watch import WatchRow
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.tournaments import roles
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.pages import live_part
from zaria.club.tournaments.pages.views import find_readable, unknown


@require_safe
async def overlay(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the featured table of a tournament as a transparent layer."""
    speak(request)
    row = await _readable(request, tournament_id)
    if row is None:
        raise Http404
    live = live_of(request)
    match_id = await _featured(request, row)
    earlier = await live.earlier(match_id, live.now()) if match_id else None
    follows = reverse("tournament_overlay_table", args=[tournament_id])
    return overlay_page(request, match_id, None if earlier is None else earlier.match, follows)


@require_safe
async def table(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Send the match that the overlay shows now, "" while none is played."""
    row = await _readable(request, tournament_id)
    if row is None:
        raise Http404
    response = JsonResponse({"match": await _featured(request, row)})
    response["Cache-Control"] = "no-store"
    return response


@require_safe
async def broadcast(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the page that makes the address of an overlay; the director also chooses the table."""
    row = await _readable(request, tournament_id)
    if row is None:
        return await sync_to_async(unknown)(request)
    running = await _running(request, row)
    return await sync_to_async(_broadcast)(request, row, running)


@require_POST
async def feature(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Choose the table that the broadcast shows: the director's."""
    row = await _readable(request, tournament_id)
    if row is None:
        return await sync_to_async(unknown)(request)
    if not await sync_to_async(_may_direct)(request, row):
        text = _("Its director chooses the table that the broadcast shows.")
        return errors.page(request, 403, _("You are not a director of this tournament"), text)
    match_id = request.POST.get("match", "")
    if match_id and match_id not in [table.card.id for table in await _running(request, row)]:
        match_id = ""
    await sync_to_async(actions.feature)(row.pk, match_id)
    return HttpResponseRedirect(reverse("tournament_broadcast", args=[row.pk]))


def _broadcast(request: HttpRequest, row: Tournament, running: list[WatchRow]) -> HttpResponse:
    addresses = [reverse(name, args=[row.pk]) for name in ("tournament_overlay", "tournament_commentary")]
    context = broadcast_context(request, *addresses)
    context |= {
        "title": row.title,
        "back": reverse("tournament", args=[row.pk]),
        "may_direct": _may_direct(request, row),
        "tables": [(table.card.id, " – ".join(table.names)) for table in running],
        "featured": actions.featured(row.pk),
        "tournament_id": row.pk,
    }
    return render(request, "zaria/broadcast/broadcast.html", context)


async def featured_match(request: HttpRequest, tournament_id: str) -> str:
    """Return the match that a tournament's broadcast shows now, "" if none, or the reader may not see it."""
    row = await _readable(request, tournament_id)
    return "" if row is None else await _featured(request, row)


async def _readable(request: HttpRequest, tournament_id: str) -> Tournament | None:
    return await sync_to_async(find_readable)(request, tournament_id)


async def _featured(request: HttpRequest, row: Tournament) -> str:
    """Return the director's choice while it is played, else the running match of the best players."""
    wanted = await sync_to_async(actions.featured)(row.pk)
    running = await _running(request, row)
    if any(table.card.id == wanted for table in running):
        return wanted
    return running[0].card.id if running else ""


async def _running(request: HttpRequest, row: Tournament) -> list[WatchRow]:
    """Return the running matches of a tournament, those of the best players first."""
    part = await sync_to_async(live_part.part)(row, live_part.place_of(QueryDict()))
    live = live_of(request)
    earlier = [live.lobby.lists.index.get(match_id) for match_id in part.running]
    entries = [entry for entry in earlier if entry is not None and entry.state == "playing"]
    return watch.ranked([watch.row_of(live, entry) for entry in entries])


def _may_direct(request: HttpRequest, row: Tournament) -> bool:
    member = member_of(request)
    return member is not None and roles.may_direct(member, row)
