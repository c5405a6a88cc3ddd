"""The ratings of those who sit at a table, and what their match has changed of them."""

from collections.abc import Sequence
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.matches.results.models import Played
from zaria.club.ratings import pairs, policy
from zaria.club.ratings.models import Change
from zaria.club.ratings.queries import astandings
from zaria.club.site.asgi import live_of
from zaria.live.app import Live
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.match.rating_keys import rating_key
from zaria.match.seats import can_be_rated


@require_safe
async def ratings(request: HttpRequest, match_id: str) -> JsonResponse:
    """Two of each, by side, in hundredths of a point: `now` in the game of the table, and `changes`, which
    the match has made (before, after). Null is what there is not, or not yet.

    `left` is how many rated matches the visitor may still begin today with whom they meet at this table; null
    where there is no such number. `early`: the match ended before enough turns, so its winner gains little.
    """
    live = live_of(request)
    match = await live.match(match_id)
    if match is None:
        raise Http404
    ids = [player.id if player and player.member else None for player in match.players]
    is_decided = match.terms.rated and match.phase == "over"
    key = rating_key(match.terms.game, by_day=match.terms.by_day)
    changes, now = await changes_and_ratings(ids, key, match_id if is_decided else None)
    early = bool(changes) and await Played.objects.filter(match_id=match_id, early=True).aexists()
    matches_left = await _left(live, match, players.someone(request))
    return JsonResponse(
        {
            "now": now,
            "changes": [changes.get(player_id) if player_id else None for player_id in ids],
            "left": matches_left,
            "early": early,
        }
    )


async def changes_and_ratings(
    ids: Sequence[str | None], key: str, match_id: str | None
) -> tuple[dict[str, list[int | None]], list[int | None]]:
    """The changes that a decided match made, by player, and the ratings `key` of `ids`, in hundredths.

    Changes are read first: a page that has seen them does not ask again, so the ratings must be as new.
    """
    changes: dict[str, list[int | None]] = {}
    if match_id is not None:
        rows = Change.objects.filter(match=match_id, game=key)
        async for player, before, after in rows.values_list("player", "before", "after"):
            changes[player] = [_cents(before), _cents(after)]
    standings = await astandings(player_id for player_id in ids if player_id)
    now = [_cents(standings.get(player_id, {}).get(key)) if player_id else None for player_id in ids]
    return changes, now


async def _left(live: Live, match: Match, reader: Player) -> int | None:
    terms, most = match.terms, settings.RATING_LIMITS.a_day
    if match.phase == "open":
        most = terms.rating_terms.a_day if terms.rating_terms else 0
    rated = terms.as_ordered().rated and most and can_be_rated(reader)
    pair = await live.pair(match.id, reader.id) if rated else None
    if pair is None:
        return None
    taken = await sync_to_async(pairs.rated_today)(pair, pairs.today())
    if match.phase == "open" and match.id in taken.matches:
        return None  # it has its place
    return await policy.left(taken, most, live.match)


def _cents(rating: Decimal | None) -> int | None:
    return None if rating is None else int(rating * 100)
