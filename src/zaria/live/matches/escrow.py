"""The site's side of stakes: it holds them before anybody sits down."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Event, Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms


class StakeRefusedError(CommandRefusedError):
    """The stake of `player` (an id) cannot be held; `code` says why, to that player alone."""

    def __init__(self, code: str, player: str) -> None:
        super().__init__(code)
        self.player = player

    def code_for(self, reader: str) -> str:
        """The code that this player may read: nobody learns why another one cannot play."""
        return self.code if reader == self.player else "opponent_stake"


class Held(NamedTuple):
    """A stake is held for a seat that is taken until `until`; `new`: not by an earlier request.

    `until` in ms by the clock of live play, `booked` the same moment as the ledger has it.
    """

    until: int
    new: bool
    booked: int


class Escrow(Protocol):
    """The site's holds, on the event loop's thread.

    All raise `StoreUnavailableError`; `check`, `reserve` and `hold` raise `StakeRefusedError`.
    """

    async def check(self, terms: Terms, player: str) -> None:
        """Raise `StakeRefusedError` if the stake of a player could not be held now."""

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> Mapping[str, Held]:
        """Hold the stakes of those who ask for a table, before it is opened: of all or of none.

        The holds by player. A caller that cancels this call has nothing to return.
        """

    async def hold(self, match_id: str, terms: Terms, player: Player) -> Held:
        """Hold the stake of a player who sits down."""

    async def release(self, match_id: str, player: str, held: Held) -> None:
        """Return a stake that was held for a seat that was refused, unless another request uses it."""

    async def settle(self, match_id: str, events: Sequence[Event]) -> None:
        """Pay the stakes of a match that is over, unless that was done before."""


class NoStakes:
    """The escrow without a site: nobody plays for stakes."""

    async def check(self, terms: Terms, player: str) -> None:
        """Refuse."""
        raise StakeRefusedError("stakes_off", player)

    async def reserve(self, match_id: str, terms: Terms, players: Collection[Player]) -> Mapping[str, Held]:
        """Refuse."""
        raise CommandRefusedError("stakes_off")

    async def hold(self, match_id: str, terms: Terms, player: Player) -> Held:
        """Refuse."""
        raise StakeRefusedError("stakes_off", player.id)

    async def release(self, match_id: str, player: str, held: Held) -> None:
        """Nothing is held."""

    async def settle(self, match_id: str, events: Sequence[Event]) -> None:
        """Nothing is paid."""


def is_staked(terms: Terms) -> bool:
    """Return whether the club holds the stakes of such a match."""
    return terms.stakes is not None and terms.stakes.paid


def askers(request: TableRequest) -> list[Player]:
    """The players whose request opens the table: who set it, or both of a rematch."""
    people = [place for place in request.places if place is not None and place.bot is None]
    if request.by is None:
        return people
    place = request.places[request.by]
    return [] if place is None else [place]
