"""The widening of searches: the longer one goes on, the more games and speeds it accepts. Pure.

A search widens only as far as its player agreed to: to the other speeds of the game first, then to the games
that are most similar. Two play what one of them named, never a third game.
"""

from functools import cache
from typing import NamedTuple

from zaria.games.registry import GAMES
from zaria.live.lobby.speeds import PACES

SPEEDS_AFTER = 15_000
"""Milliseconds after which a search accepts the other speeds."""

GAMES_AFTER = 40_000
"""Milliseconds after which a search accepts similar games."""

Kind = tuple[str, str]
"""A game and a speed."""


class Widening(NamedTuple):
    """The consent of a player: to other `speeds`, to similar `games`."""

    speeds: bool = False
    games: bool = False

    def accepted(self, kind: Kind, waited: int) -> tuple[Kind, ...]:
        """Everything that a search for `kind` accepts besides after `waited` ms, the most similar first."""
        return _accepted(
            kind, speeds=self.speeds and waited >= SPEEDS_AFTER, games=self.games and waited >= GAMES_AFTER
        )


NARROW = Widening()
"""The widening of a search that never accepts anything else."""


@cache
def similar_games(game: str) -> tuple[str, ...]:
    """The games that a search for `game` may come to accept: its neighbours, one game each."""
    return tuple(name for name in GAMES[game].neighbours if len(GAMES[name].game.rotation) == 1)


@cache
def _accepted(kind: Kind, *, speeds: bool, games: bool) -> tuple[Kind, ...]:
    game, speed = kind
    paces = (speed, *(pace for pace in PACES if pace != speed)) if speeds else (speed,)
    near = (game, *similar_games(game)) if games else (game,)
    return tuple((name, pace) for name in near for pace in paces if (name, pace) != kind)
