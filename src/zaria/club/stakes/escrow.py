"""The club's escrow for live play (`zaria.live.matches.escrow`)."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from django.db import Error

from zaria.club.matches.results import actions as results
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.stakes import actions
from zaria.club.stakes.terms import wanted_stakes
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.match import events as ev
from zaria.match.events import Player
from zaria.match.seats import can_be_rated
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

log = logging.getLogger(__name__)

T = TypeVar("T")


class ClubEscrow:
    """Holds stakes in the ledger. One for each process that opens tables or takes commands."""

    def __init__(self) -> None:
        self._database = DatabaseThread("escrow")
        self._returns: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """End after what is being done."""
        await asyncio.gather(*self._returns)
        await self._database.close()

    async def check(self, terms: Terms, player: str) -> None:
        """Raise `StakeRefusedError` if the stake of a player could not be held now."""
        await self._ask(actions.check, _stakes(terms), terms.length, player)

    async def agree(self, terms: Terms, stake: int, most: int | None, player: Player) -> Stakes:
        """Return the stakes of a search on these terms; raises `CommandRefusedError`. Nothing is held."""
        _check_member(player)
        stakes = wanted_stakes(terms.game, terms.length, stake, most)
        await self._ask(actions.check, stakes, terms.length, player.id)
        return stakes

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> Mapping[str, Held]:
        """Hold the stakes of those who ask for a table, before it is opened: of all or of none.

        A caller that cancels this call opens no table: what is held for it is returned.
        """
        for player in players:
            _check_member(player)
        ids = [player.id for player in players]
        holding = asyncio.create_task(self._hold(match_id, terms, ids))
        try:
            return dict(zip(ids, await asyncio.shield(holding), strict=True))
        except asyncio.CancelledError:
            task = asyncio.create_task(self._return(match_id, ids, holding))
            self._returns.add(task)
            task.add_done_callback(self._returns.discard)
            raise

    async def hold(self, match_id: str, terms: Terms, player: Player) -> Held:
        """Hold the stake of a player who sits down."""
        _check_member(player)
        return (await self._hold(match_id, terms, [player.id]))[0]

    async def release(self, match_id: str, player: str, held: Held) -> None:
        """Return a stake that was held for a seat that was refused, unless another request uses it."""
        await self._ask(actions.release, match_id, player, held)

    async def settle(self, match_id: str, events: Sequence[ev.Event]) -> None:
        """Pay the stakes of a match that is over, unless the projector did it before."""
        await self._ask(_record, match_id, [ev.encode(event) for event in events])

    async def _hold(self, match_id: str, terms: Terms, players: list[str]) -> list[Held]:
        return await self._ask(actions.hold, match_id, _stakes(terms), terms.length, players)

    async def _return(self, match_id: str, players: list[str], holding: "asyncio.Task[list[Held]]") -> None:
        try:
            for player, held in zip(players, await holding, strict=True):
                await self.release(match_id, player, held)
        except StakeRefusedError:
            pass  # nothing is held
        except StoreUnavailableError as error:
            log.warning("match %s: a stake is released later: %s", match_id, error)

    async def _ask(self, work: Callable[..., T], *args: object) -> T:
        try:
            return await self._database.run(work, *args)
        except Error as error:
            raise StoreUnavailableError(f"stakes wait for the database: {error}") from error


def _record(match_id: str, record: Sequence[bytes]) -> None:
    """Store the result of a match, which settles its stakes in the same transaction."""
    if results.unwritten([match_id]):
        results.write({match_id: record})


def _stakes(terms: Terms) -> Stakes:
    assert terms.stakes is not None
    return terms.stakes


def _check_member(player: Player) -> None:
    if not can_be_rated(player):
        raise StakeRefusedError("members_only", player.id)
