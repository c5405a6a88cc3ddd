"""Accepting an offer: the table is cancelled, and another one opened on the agreed terms.

The journal decides between a reader who sits down and an offer that is accepted: only an open table can be
cancelled. Its owner's stake is released then, and both stakes of the new table are held together. Before
that everything is checked that could refuse the new table, so that a refusal changes nothing.

A process may stand still in the middle, until another one has ended the offer or let it stand again. That one
bars the id of the new table first, so the late process cannot open it.
"""

import asyncio
import logging

from asgiref.sync import sync_to_async

from zaria.club.ratings import aborts
from zaria.club.site.clock import MINUTE_MS
from zaria.club.stakes import actions as stakes
from zaria.club.table_offers import actions
from zaria.club.table_offers.actions import OfferRefusedError
from zaria.club.table_offers.models import TableOffer
from zaria.club.table_offers.queries import is_accepting, terms_of
from zaria.live.app import Live
from zaria.live.journal.base import ConflictError, StoreUnavailableError
from zaria.live.matches.escrow import is_staked
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.protocol.server import TermsOffered
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms

log = logging.getLogger(__name__)

WAIT = MINUTE_MS
"""Milliseconds that the agreed table waits for both players, as that of a rematch does (not by the day)."""

_tasks: set[asyncio.Task[str]] = set()


async def accept(live: Live, offer: TableOffer, owner: Player, reader: Player) -> str:
    """Accept an offer that `actions.begin` has marked; return the id of the agreed table.

    It is finished even if the caller goes away. Raises `OfferRefusedError`, `CommandRefusedError` or
    `StoreUnavailableError`.
    """
    task = asyncio.create_task(_accept(live, offer, owner, reader))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return await asyncio.shield(task)


def announce(live: Live, offer: TableOffer, waiting: int, opened: str | None = None) -> None:
    """Send the pages of both members the news of the offers at a table."""
    message = TermsOffered(offer.match_id, waiting, opened)
    for player in (offer.owner.player, offer.reader.player):
        live.lobby.sessions.terms_offered(player, message)


async def _accept(live: Live, offer: TableOffer, owner: Player, reader: Player) -> str:
    terms = terms_of(offer)
    try:
        await _check(live, offer.match_id, terms, owner, reader)
        if not await sync_to_async(is_accepting)(offer.pk, offer.next_match):
            raise OfferRefusedError("offer_gone")
        code = await _cancel(live, offer, owner.id)
    except BaseException:
        await sync_to_async(actions.reopen)(offer.pk, offer.next_match)
        raise
    if code is not None:
        await _end(live, offer)
        raise OfferRefusedError("offer_gone")
    try:
        await _release(offer.match_id)
        await _open(live, offer, terms, owner, reader)
    except ConflictError as error:
        await _end(live, offer)
        raise OfferRefusedError("offer_gone") from error
    except StoreUnavailableError:
        raise  # whether the table is open is unknown: `TableOfferEndings` finds out
    except BaseException:
        await _end(live, offer)
        raise
    await sync_to_async(actions.accepted)(offer.pk, offer.next_match)
    announce(live, offer, 0, offer.next_match)
    return offer.next_match


async def _check(live: Live, match_id: str, terms: Terms, owner: Player, reader: Player) -> None:
    """Raise the error for which the agreed table could not be opened."""
    terms.check_new()
    if not is_staked(terms):
        return
    for player in (owner, reader):
        if await sync_to_async(aborts.is_paused)(player.id, live.now()):
            raise CommandRefusedError(aborts.CODE)
    if not await live.rating_policy.may_begin(owner, reader):
        raise CommandRefusedError("pair_limit_staked")
    await sync_to_async(actions.check_stakes)(match_id, terms, [owner.id, reader.id])


async def _cancel(live: Live, offer: TableOffer, owner: str) -> str | None:
    """Cancel the open table of its owner for this offer; return the code of a refusal."""
    result: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def answer(_seq: int, code: str | None) -> None:
        if not result.done():
            result.set_result(code)

    live.match_service.command(offer.match_id, owner, offer.next_match, cmd.Cancel(), live.now(), answer)
    return await result


async def _release(match_id: str) -> None:
    """Return the stake of the owner at once, which the projector would do a moment later."""
    await sync_to_async(stakes.release_all)(match_id)


async def _open(live: Live, offer: TableOffer, terms: Terms, owner: Player, reader: Player) -> None:
    """Hold the stakes of both and open the agreed table; raises `ConflictError` if its id is barred."""
    players = (owner, reader) if offer.owner_side == 0 else (reader, owner)
    request = TableRequest(terms, players, wait=None if terms.by_day else WAIT, public=offer.public)
    await live.match_service.open(request, offer.next_match)


async def _end(live: Live, offer: TableOffer) -> None:
    await sync_to_async(actions.end)(offer.match_id, offer.next_match)
    announce(live, offer, 0)
