"""What the site and its sockets ask of live play, wherever the host is: here, or in another process."""

from typing import Literal, Protocol

from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_store import Use
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.latency import NO_LAG as NO_LAG
from zaria.live.sockets.latency import Lag as Lag
from zaria.match.commands import Command

TablePresence = Literal["here", "away", "left"]
"""here: a player has his table before him. away: he has not any more. left: he went on purpose."""


class MatchService(Protocol):
    """The matches, as the endpoint and the pages use them. All methods belong to the event loop's thread."""

    async def open(self, order: TableRequest) -> str:
        """Open a match and store it; returns its id. Raises `Refused`."""

    async def room(self, match_id: str) -> LiveMatch | None:
        """The match to read, None if there is none. Whoever is done with it calls `release`."""

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match (None: there is none): at once if it is in memory."""

    def release(self, match_id: str) -> None:
        """Nobody here looks at this match any more; harmless if somebody does."""

    def command(
        self,
        match_id: str,
        actor: str | None,
        cid: str,
        command: Command,
        at: int,
        answer: Answer,
        lag: Lag = NO_LAG,
    ) -> None:
        """Carry out a command read at `at` (ms); `answer` is called when it is stored or refused.

        `actor` is a player's id, None the server itself. The same `cid` by the same actor is done once.
        """

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to his table, or gone from it, as far as the process `where` can see."""

    def again(self, match_id: str, actor: str, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline it or withdraw it. `answer`: as for a command."""
