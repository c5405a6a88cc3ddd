"""No answers of the club's engine for players of a rated match, until it is over.

Programs of others cannot be stopped, the club's own can. A player is recognised by their account or cookie,
and in another browser by the address from which they sat down (`addresses`).
"""

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest

from zaria import games
from zaria.club.accounts import players
from zaria.club.ratings import addresses
from zaria.club.site.asgi import live_of
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable
from zaria.live.matches.board_keys import BoardKey
from zaria.live.sockets.protocol.cards import Card

LONGEST_MS = DAY_MS
"""A match at the table that was begun earlier is not looked for by its address."""
MOST_BY_DAY = 200
"""Seats of an address that are looked at for matches by the day."""

_boards_by_event: BoundedCache[tuple[str, int], frozenset[BoardKey]] = BoundedCache(1_000)
_card = msgspec.json.Decoder(Card)


async def plays_rated(request: HttpRequest, game: str, board: BoardKey) -> bool:
    """Return whether the visitor, or their address, plays a rated match in which the engine's answer helps.

    During a match at the table it helps in all of `game`. Matches by the day last for months: of them the
    engine is silent about their own boards alone.
    """
    live, player = live_of(request), players.of(request)
    if player is not None and any(
        card.state == "playing" and card.rated and _helps(game, card.game)
        for card in live.lobby.lists.own_matches(player.id)
    ):
        return True
    address = request.META.get("REMOTE_ADDR") or ""
    since = now_ms() - LONGEST_MS
    match_ids = await sync_to_async(addresses.matches_from)(address, since)
    for match_id in match_ids:
        if await _is_running(live, match_id, game):
            return True
    return await _is_own_board_by_day(live, None if player is None else player.id, address, game, board)


async def _is_own_board_by_day(
    live: Live, player: str | None, address: str, game: str, board: BoardKey
) -> bool:
    """Return whether the board is one of a rated match by the day of the player or of the address."""
    tables = [] if player is None else await live.waiting_tables(player)
    seats = await sync_to_async(addresses.matches_from)(address, 0, MOST_BY_DAY)
    tables += await live.waits_at([match_id for match_id in seats if match_id not in {t.id for t in tables}])
    for table in tables:
        card = _card.decode(table.listing.body)
        if card.rated and _helps(game, card.game) and board in await _boards(live, table):
            return True
    return False


async def _boards(live: Live, table: WaitingTable) -> frozenset[BoardKey]:
    """Return the boards of a match by the day; they are remembered until something happens in it."""
    key = table.id, table.n
    boards = _boards_by_event.get(key)
    if boards is None:
        boards = await live.guarded_boards(table.id)
        _boards_by_event.put(key, boards)
    return boards


async def _is_running(live: Live, match_id: str, game: str) -> bool:
    match = await live.match(match_id)
    if match is None or match.phase == "over" or match.terms.by_day:
        return False
    return match.terms.rated and _helps(game, match.terms.game)


def _helps(game: str, rated_game: str) -> bool:
    """Return whether advice about `game` helps in `rated_game`: games with dice share most positions."""
    return game == rated_game or not (games.get(game).is_board or games.get(rated_game).is_board)
