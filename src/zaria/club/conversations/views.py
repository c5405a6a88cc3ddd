"""Older lines as JSON, and muting a conversation."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts import players
from zaria.club.conversations import actions
from zaria.club.conversations.access import OF_MATCHES, ConversationId
from zaria.club.conversations.reading import MOST_NUMBER, Reading
from zaria.club.site.asgi import live_of
from zaria.live.conversations.match_seats import reading_refusal
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import LineList
from zaria.match.events import Player


@require_safe
@never_cache
async def lines(request: HttpRequest, conversation_id: str) -> HttpResponse:
    """The 50 lines before line `before`, as the message "lines" of the socket."""
    before = request.GET.get("before", "")
    if not before.isascii() or not before.isdigit() or not 0 < int(before[:11]) <= MOST_NUMBER:
        return JsonResponse({"error": "before"}, status=400)
    player = await _reader(request, conversation_id)
    stored, more = await sync_to_async(Reading().lines_before)(conversation_id, player, int(before))
    message = LineList(conversation_id, [line.line(player) for line in stored], int(before) - 1, more)
    return HttpResponse(encode(message), content_type="application/json")


@require_POST
async def mute(request: HttpRequest, conversation_id: str) -> HttpResponse:
    """Mute a conversation (`muted` is 1), or end that (0)."""
    player = await _reader(request, conversation_id)
    if player is None:
        raise Http404
    await sync_to_async(actions.mute)(conversation_id, player, muted=request.POST.get("muted") == "1")
    return HttpResponse(status=204)


async def _reader(request: HttpRequest, conversation_id: str) -> str | None:
    """The id of the visitor, who may read the conversation; raises `Http404`."""
    user = players.of(request)
    player = None if user is None else user.id
    identifier = ConversationId.of(conversation_id)
    if identifier is None:
        raise Http404
    if identifier.kind in OF_MATCHES:
        allowed = await _may_read_match(request, identifier, user)
    else:
        allowed = bool(await sync_to_async(Reading().allows)(conversation_id, player))
    if not allowed:
        raise Http404
    return player


async def _may_read_match(request: HttpRequest, identifier: ConversationId, user: Player | None) -> bool:
    match = await live_of(request).match(identifier.key)
    if match is None:
        return False
    plays = user is not None and any(seated is not None and seated.id == user.id for seated in match.players)
    return not reading_refusal(
        identifier.kind, user, plays=plays, is_over=match.phase == "over", is_rated=match.terms.rated
    )
