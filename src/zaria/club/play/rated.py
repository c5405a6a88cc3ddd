"""The ratings of those who sit at a table, and what their match has changed of them."""

from decimal import Decimal

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from zaria.club.asgi import live_of
from zaria.club.ratings.models import Change
from zaria.club.ratings.queries import astandings


@require_safe
async def ratings(request: HttpRequest, match_id: str) -> JsonResponse:
    """Two of each, by side, in hundredths of a point: `now` in the game of the table, and `changes`, which
    the match has made (before, after). Null is what there is not, or not yet.
    """
    match = await live_of(request).match(match_id)
    if match is None:
        raise Http404
    game, ids = match.terms.game, [one.id if one and one.member else None for one in match.players]
    standings = await astandings(one for one in ids if one)
    now = [_cents(standings.get(one, {}).get(game)) if one else None for one in ids]
    changes: dict[str, list[int | None]] = {}
    if match.terms.rated and match.phase == "over":
        made = Change.objects.filter(match=match_id, game=game)
        async for player, before, after in made.values_list("player", "before", "after"):
            changes[player] = [_cents(before), _cents(after)]
    return JsonResponse({"now": now, "changes": [changes.get(one) if one else None for one in ids]})


def _cents(rating: Decimal | None) -> int | None:
    return None if rating is None else int(rating * 100)
