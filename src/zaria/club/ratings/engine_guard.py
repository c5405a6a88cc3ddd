"""No answers of the club's engine for players of a rated match, until it is over.

Programs of others cannot be stopped, the club's own can. A player is recognised by their account or cookie,
and in another browser by the address from which they sat down (`addresses`).
"""

from asgiref.sync import sync_to_async
from django.http import HttpRequest

from zaria.club.accounts import players
from zaria.club.matches.engine_access import Silence
from zaria.club.ratings import addresses
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.live.app import Live
from zaria.live.matches.board_keys import shares_boards

LONGEST_MS = DAY_MS
"""A match at the table that was begun earlier is not looked for by its address."""
MOST_BY_DAY = 200
"""Seats of an address that are looked at for matches by the day."""


async def silence_of_rated(request: HttpRequest, game: str) -> Silence:
    """Return what the engine does not tell the visitor, or anybody at their address, of a game.

    During a rated match at the table in which an answer helps this is all of `game`. Matches by the day last
    for months: of them the engine is silent about their own boards alone.
    """
    live, player = live_of(request), players.of(request)
    if player is not None and any(
        card.state == "playing" and card.rated and shares_boards(game, card.game)
        for card in live.lobby.lists.own_matches(player.id)
    ):
        return Silence(whole_game=True)
    address = request.META.get("REMOTE_ADDR") or ""
    since = now_ms() - LONGEST_MS
    match_ids = await sync_to_async(addresses.matches_from)(address, since)
    for match_id in match_ids:
        if await _is_running(live, match_id, game):
            return Silence(whole_game=True)
    tables = [] if player is None else await live.waiting_tables(player.id)
    seats = await sync_to_async(addresses.matches_from)(address, 0, MOST_BY_DAY)
    tables += await live.waits_at([match_id for match_id in seats if match_id not in {t.id for t in tables}])
    return Silence(boards=await live.running_boards.of_tables(tables, game))


async def _is_running(live: Live, match_id: str, game: str) -> bool:
    match = await live.match(match_id)
    if match is None or match.phase == "over" or match.terms.by_day:
        return False
    return match.terms.rated and shares_boards(game, match.terms.game)
