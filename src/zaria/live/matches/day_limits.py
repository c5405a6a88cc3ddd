"""The site's decision who may begin another match by the day. Without a site everybody may."""

from typing import Protocol

from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import Terms


class DayLimits(Protocol):
    """The site's bounds of matches by the day, on the event loop's thread."""

    async def objection(self, player: Player) -> str | None:
        """Return the code of a refusal to begin another match by the day; None: the player may.

        May raise `StoreUnavailableError`.
        """


class NoDayLimits:
    """The bounds without a site."""

    async def objection(self, player: Player) -> str | None:
        """Return None: anybody may begin any number of matches."""
        return None


async def require_room(limits: DayLimits, terms: Terms, player: Player | None) -> None:
    """Raise `CommandRefusedError` for a player who may not begin another match by the day.

    A tournament has asked before its players entered.
    """
    if player is None or not terms.by_day or terms.tournament:
        return
    code = await limits.objection(player)
    if code is not None:
        raise CommandRefusedError(code)


async def require_room_for_owner(limits: DayLimits, request: TableRequest) -> None:
    """Raise `CommandRefusedError` if the player who sets a table may not begin another match by the day."""
    if request.by is not None:
        await require_room(limits, request.terms, request.places[request.by])
