"""The line of a result that says which milestone a match brought the visitor."""

from asgiref.sync import sync_to_async
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.statistics import milestones


@require_safe
async def milestone(request: HttpRequest, match_id: str) -> JsonResponse:
    """The milestone as `text`: "" for none, null while the match is not written down."""
    player = players.of(request)
    text = "" if player is None else await sync_to_async(milestones.of_match)(player.id, match_id)
    return JsonResponse({"text": text}, headers={"Cache-Control": "private, no-store"})
