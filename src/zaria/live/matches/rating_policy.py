"""Which matches are rated, as the club decides it: asked when a table is set, and when somebody sits down.

Live play knows neither accounts nor results. Without a club every match whose terms say so is rated.
"""

from typing import Protocol

from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player


class RatingPolicy(Protocol):
    """What the club decides. All methods belong to the event loop's thread and may raise `Away`."""

    async def ordered(self, match_id: str, order: TableRequest) -> TableRequest:
        """The order of this match on the terms on which it counts."""

    async def seated(self, room: LiveMatch, player: Player, address: str) -> bool:
        """Whether the match is rated if `player` sits down to it now, from this address."""


class EveryMatchIsRated:
    """The policy without a club."""

    async def ordered(self, match_id: str, order: TableRequest) -> TableRequest:
        """The order itself."""
        return order

    async def seated(self, room: LiveMatch, player: Player, address: str) -> bool:
        """As its terms say."""
        return room.match.terms.rated
