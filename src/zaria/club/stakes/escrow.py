"""The club's escrow for live play (`zaria.live.matches.escrow`)."""

from collections.abc import Callable, Collection
from typing import TypeVar

from django.db import Error

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.queries import balance
from zaria.club.site.database_thread import DatabaseThread
from zaria.club.stakes import actions
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.live.sockets.protocol.server import CreditsChanged
from zaria.match.events import Player
from zaria.match.seats import can_be_rated
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

T = TypeVar("T")

Announce = Callable[[str, CreditsChanged], None]
"""Sends a player's balance to their pages."""


class ClubEscrow:
    """Holds stakes in the ledger. One for each process; `announce` is to be set before anybody sits down."""

    def __init__(self) -> None:
        self.announce: Announce = _nowhere
        self._database = DatabaseThread("escrow")

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def check(self, terms: Terms, player: str) -> None:
        """Raise `StakeRefusedError` if the stake of a player could not be held now."""
        await self._ask(actions.check, _stakes(terms), terms.length, player)

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> None:
        """Hold the stakes of those who ask for a table, before it is opened: of all or of none."""
        for player in players:
            _check_member(player)
        await self._hold(match_id, terms, [player.id for player in players])

    async def hold(self, match_id: str, terms: Terms, player: Player) -> Held:
        """Hold the stake of a player who sits down."""
        _check_member(player)
        return (await self._hold(match_id, terms, [player.id]))[0]

    async def release(self, match_id: str, player: str, held: Held) -> None:
        """Return a stake that was held for a seat that was refused, unless another request uses it."""
        if await self._ask(actions.release, match_id, player, held):
            await self._show(player)

    async def _hold(self, match_id: str, terms: Terms, players: list[str]) -> list[Held]:
        found = await self._ask(actions.hold, match_id, _stakes(terms), terms.length, players)
        for player, held in zip(players, found, strict=True):
            if held.new:
                await self._show(player)
        return found

    async def _show(self, player: str) -> None:
        self.announce(player, await self._ask(credits_of, player))

    async def _ask(self, work: Callable[..., T], *args: object) -> T:
        try:
            return await self._database.run(work, *args)
        except Error as error:
            raise StoreUnavailableError(f"stakes wait for the database: {error}") from error


def credits_of(player: str) -> CreditsChanged:
    """The message that shows a player's balance."""
    now = balance(player)
    return CreditsChanged(amount_string(now.available), amount_string(now.held))


def _stakes(terms: Terms) -> Stakes:
    assert terms.stakes is not None
    return terms.stakes


def _check_member(player: Player) -> None:
    if not can_be_rated(player):
        raise StakeRefusedError("members_only", player.id)


def _nowhere(player: str, message: CreditsChanged) -> None:
    """Tell nobody: there is no socket yet."""
