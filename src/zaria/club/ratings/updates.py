"""Computes due ratings after each round of the projector, and announces those that changed."""

import time
from collections.abc import Callable
from decimal import Decimal

from zaria.club.matches.results.projector import rest
from zaria.club.ratings import recompute
from zaria.club.ratings.system import rating_system
from zaria.club.site.database.database_thread import DatabaseThread

Announce = Callable[[str, dict[str, Decimal]], None]
"""Called with a player and their new ratings, by game."""


class RatingUpdates:
    """A follower of the projector; `announce` is called on the event loop."""

    def __init__(self, announce: Announce) -> None:
        self._announce = announce

    async def compute(self, database: DatabaseThread) -> None:
        """Compute all that is due, also after acts of the staff."""
        system, began = rating_system(), time.monotonic()
        while (changes := await database.run(recompute.step)) is not None:
            for player, states in changes.items():
                self._announce(player, {game: system.display(state) for game, state in states.items()})
            await rest(began)
            began = time.monotonic()
