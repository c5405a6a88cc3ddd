"""Batches of members for the site: those who come online, say, many in one call."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping

from zaria.live.lobby.player_sockets import Numbers

log = logging.getLogger(__name__)

REPORT_S = 0.5
"""Seconds in which players are collected for one report."""
RATINGS_S = 0.05
"""Seconds in which players are collected for one query."""

Report = Callable[[Collection[str]], Awaitable[None]]
"""Takes the player ids of members."""
Ratings = Callable[[Collection[str]], Awaitable[Mapping[str, Numbers]]]
"""Loads the ratings of members by their player ids."""


class MemberBatches:
    """Belongs to the event loop. Without `take` no players are collected."""

    def __init__(
        self, take: Report | None, purpose: str = "report members", wait_s: float = REPORT_S
    ) -> None:
        """`take` is called `wait_s` seconds after a first player; `purpose` names it in the log."""
        self._take = take
        self._purpose = purpose
        self._wait_s = wait_s
        self._waiting: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop collecting."""
        if self._task is not None:
            self._task.cancel()

    def add(self, player: str) -> None:
        """Put a player into the next batch."""
        if self._take is not None:
            self._waiting[player] = None
            if self._task is None:
                self._task = asyncio.create_task(self._work(self._take))

    async def _work(self, take: Report) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(self._wait_s)
                players, self._waiting = list(self._waiting), {}
                await take(players)
        except Exception as error:  # without the site's database, say: play does not depend on it
            log.warning("lobby: cannot %s: %r", self._purpose, error)
        finally:
            self._task = None


def rating_batches(query: Ratings | None, store: Callable[[str, Numbers], None]) -> MemberBatches:
    """Return batches whose ratings go to `store`, a player at a time; without `query` none are loaded."""
    if query is None:
        return MemberBatches(None)

    async def load(players: Collection[str]) -> None:
        for player, ratings in (await query(players)).items():
            if ratings:
                store(player, ratings)

    return MemberBatches(load, "load ratings", RATINGS_S)
