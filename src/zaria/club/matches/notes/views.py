"""The form of a note at a replay, and at a table by the day."""

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.matches.notes import actions
from zaria.club.matches.replay.public_record import is_over
from zaria.club.matches.replay.views import RefusedNote, show
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import now_ms
from zaria.club.site.http import errors
from zaria.match.events import Player


@require_POST
async def note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Keep the note that a member has written at a match, and go back to its replay or to its table.

    One may write at a finished match, and at a running one by the day in which one plays. A note that is
    refused stays in its field at the replay; a table asks for JSON, and reads why.
    """
    member, player = request.user, players.of(request)
    if player is None or not player.member or not isinstance(member, Member):
        return errors.page(
            request, 403, _("Only members can write notes."), _("Sign in, or create an account.")
        )
    events = await live_of(request).record(match_id)
    is_running = events is not None and not is_over(events)
    if events is None or (is_running and not await _may_write(request, match_id, player)):
        return errors.page(
            request, 404, _("There is no such table"), _("Check the link, or open a new table.")
        )
    text, now = request.POST.get("text", ""), now_ms()
    try:
        await sync_to_async(actions.write)(member, match_id, text, now)
    except actions.NoteRefusedError as refused:
        sentence = _sentence(refused.code)
        if is_running:
            return JsonResponse({"text": sentence}, status=422)
        return await show(request, match_id, RefusedNote(text, sentence))
    if is_running:
        return _saved_at_table(request, match_id)
    messages.success(request, _("Your note is saved."))
    at = request.POST.get("at", "")
    place = f"?at={at}" if at.isascii() and at.isdigit() and len(at) < 7 else ""
    return HttpResponseRedirect(reverse("replay", args=[match_id]) + place)


async def _may_write(request: HttpRequest, match_id: str, player: Player) -> bool:
    """Return whether a player has a running match by the day here."""
    live = live_of(request)
    terms = await live.terms(match_id)
    return terms is not None and terms.by_day and await live.side(match_id, player.id) is not None


def _saved_at_table(request: HttpRequest, match_id: str) -> HttpResponse:
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"text": ""})
    return HttpResponseRedirect(reverse("table", args=[match_id]))


def _sentence(code: str) -> str:
    return {
        "too_long": _("The note is too long."),
        "too_many": _("You have too many notes. Delete one first."),
        "too_fast": _("Please wait a minute and try again."),
    }[code]
