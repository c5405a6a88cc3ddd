"""Loads the ratings of members who come online, many in one query."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping

from zaria.live.lobby.player_sockets import Numbers

log = logging.getLogger(__name__)

RATINGS_S = 0.05
"""Seconds in which players are collected for one query."""

Ratings = Callable[[Collection[str]], Awaitable[Mapping[str, Numbers]]]
"""Loads the ratings of members by their player ids."""


class RatingLoader:
    """Belongs to the event loop. Without `query` no ratings are loaded."""

    def __init__(self, query: Ratings | None, store: Callable[[str, Numbers], None]) -> None:
        """`store` is called with each player and their ratings."""
        self._query = query
        self._store = store
        self._waiting: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop loading."""
        if self._task is not None:
            self._task.cancel()

    def load(self, player: str) -> None:
        """Load the ratings of a player soon."""
        if self._query is not None:
            self._waiting[player] = None
            if self._task is None:
                self._task = asyncio.create_task(self._load(self._query))

    async def _load(self, query: Ratings) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(RATINGS_S)
                players, self._waiting = list(self._waiting), {}
                for player, ratings in (await query(players)).items():
                    if ratings:
                        self._store(player, ratings)
        except Exception as error:  # without the site's database, say, the lists have no ratings
            log.warning("lobby: cannot load ratings: %r", error)
        finally:
            self._task = None
