"""The requests of the site and its sockets to live play, with the host here or in another process."""

from typing import Literal, Protocol

from zaria.live.latency import NO_LAG, Lag
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.match_store import Use
from zaria.live.matches.table_request import TableRequest
from zaria.match.commands import Command

TablePresence = Literal["here", "away", "left"]
"""here: the player has the table open. away: not any more. left: they left deliberately."""


class MatchService(Protocol):
    """The matches, for the endpoint and the pages. All methods belong to the event loop's thread."""

    async def open(self, request: TableRequest, match_id: str | None = None) -> str:
        """Store a new match; return its id. Raises `CommandRefusedError` or `StoreUnavailableError`.

        With `match_id` it gets this id; raises `ConflictError` if that exists.
        """

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """The match for reading, None if there is none. The caller calls `release` afterwards."""

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match (None: there is none): at once if it is in memory."""

    def release(self, match_id: str) -> None:
        """Forget a match that nobody watches any more; harmless if somebody does."""

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
        """Execute a command read at `at` (ms); `answer` is called after it is stored or refused.

        `actor` is a player's id, None the server itself. The same `cid` by the same actor is executed once.
        """

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to the table or left it, as far as the process `where` can see."""

    def again(self, match_id: str, actor: str, *, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline or withdraw it. `answer`: as for a command."""

    def better_address(self, match_id: str) -> str:
        """The address of the process that owns a match, if a socket there would be nearer to it; or ""."""
