"""The site's decision which matches are rated, when a table is set and when a player sits down.

Live play knows neither accounts nor results. Without a site every match whose terms say so is rated.
"""

from typing import Protocol

from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player


class RatingPolicy(Protocol):
    """The site's decisions, on the event loop's thread; all may raise `StoreUnavailableError`."""

    async def decide_rating(self, match_id: str, request: TableRequest) -> TableRequest:
        """The request with the terms on which this match counts."""

    async def seated(self, live_match: LiveMatch, player: Player, address: str) -> bool:
        """Return whether the match is rated if `player` sits down to it now, from this address."""

    async def may_begin(self, player: Player, opponent: Player) -> bool:
        """Return whether another match of these two would be rated now; it is not counted yet."""


class EveryMatchIsRated:
    """The policy without a site."""

    async def decide_rating(self, match_id: str, request: TableRequest) -> TableRequest:
        """The request itself."""
        return request

    async def seated(self, live_match: LiveMatch, player: Player, address: str) -> bool:
        """Return whether the terms say that the match is rated."""
        return live_match.match.terms.rated

    async def may_begin(self, player: Player, opponent: Player) -> bool:
        """Return True: there is no limit."""
        return True
