"""No answers of the club's engine for players of a rated match, until it is over.

Programs of others cannot be stopped, the club's own can. A player is recognised by their account or cookie,
and in another browser by the address from which they sat down (`addresses`).
"""

from asgiref.sync import sync_to_async
from django.http import HttpRequest

from zaria import games
from zaria.club.accounts import players
from zaria.club.ratings import addresses
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.live.app import Live

LONGEST_MS = DAY_MS
"""A match that was begun earlier is not looked for by its address."""


async def plays_rated(request: HttpRequest, game: str) -> bool:
    """Return whether the visitor, or their address, plays a rated match in which `game` helps."""
    live, player = live_of(request), players.of(request)
    if player is not None and any(
        card.state == "playing" and card.rated and _helps(game, card.game)
        for card in live.lobby.lists.own_matches(player.id)
    ):
        return True
    since = now_ms() - LONGEST_MS
    match_ids = await sync_to_async(addresses.matches_from)(request.META.get("REMOTE_ADDR") or "", since)
    for match_id in match_ids:
        if await _is_running(live, match_id, game):
            return True
    return False


async def _is_running(live: Live, match_id: str, game: str) -> bool:
    match = await live.match(match_id)
    return (
        match is not None and match.phase != "over" and match.terms.rated and _helps(game, match.terms.game)
    )


def _helps(game: str, rated_game: str) -> bool:
    """Return whether advice about `game` helps in `rated_game`: games with dice share most positions."""
    return game == rated_game or not (games.get(game).is_board or games.get(rated_game).is_board)
