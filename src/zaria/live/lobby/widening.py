"""The widening of searches: the longer one goes on, the more games, lengths and speeds it accepts. Pure.

A search widens only as far as its player agreed to: to the other speeds of the game first, then to other
lengths, then to the games that are most similar. The cube of a game stays as it was named. Two play what one
of them named, never a third thing.
"""

from functools import cache
from typing import NamedTuple

from zaria.games.registry import GAMES
from zaria.live.lobby.speeds import PACES, Kind, search_lengths, usual_kind

SPEEDS_AFTER = 15_000
"""Milliseconds after which a search accepts the other speeds."""

LENGTHS_AFTER = 25_000
"""Milliseconds after which a search accepts the other lengths."""

GAMES_AFTER = 40_000
"""Milliseconds after which a search accepts similar games."""


class Widening(NamedTuple):
    """The consent of a player: to other `speeds`, to similar `games`, to other `lengths`."""

    speeds: bool = False
    games: bool = False
    lengths: bool = False

    def accepted(self, kind: Kind, waited: int) -> tuple[Kind, ...]:
        """Everything that a search for `kind` accepts besides after `waited` ms, the most similar first."""
        return _accepted(
            kind,
            speeds=self.speeds and waited >= SPEEDS_AFTER,
            lengths=self.lengths and waited >= LENGTHS_AFTER,
            games=self.games and waited >= GAMES_AFTER,
        )


NARROW = Widening()
"""The widening of a search that never accepts anything else."""


@cache
def similar_games(game: str) -> tuple[str, ...]:
    """The games that a search for `game` may come to accept: its neighbours, one game each."""
    return tuple(name for name in GAMES[game].neighbours if len(GAMES[name].game.rotation) == 1)


@cache
def _accepted(kind: Kind, *, speeds: bool, lengths: bool, games: bool) -> tuple[Kind, ...]:
    paces = (kind.speed, *(pace for pace in PACES if pace != kind.speed)) if speeds else (kind.speed,)
    matches = [(kind.game, length, kind.cube) for length in _near_lengths(kind.game, kind, lengths=lengths)]
    for name in similar_games(kind.game) if games else ():
        matches += _similar_matches(name, kind, lengths=lengths)
    every = (Kind(game, pace, length, cube) for game, length, cube in matches for pace in paces)
    return tuple(accepted for accepted in every if accepted != kind)


def _near_lengths(game: str, kind: Kind, *, lengths: bool) -> tuple[int, ...]:
    """The lengths of a game that a search for `kind` accepts, the nearest to its own first."""
    every = search_lengths(game)
    if not lengths:
        return tuple(length for length in every if length == kind.length)
    return tuple(sorted(every, key=lambda length: (abs(length - kind.length), length)))


def _similar_matches(game: str, kind: Kind, *, lengths: bool) -> list[tuple[str, int, bool]]:
    """Matches of a similar game: as long as the own one, and as strangers play it by custom."""
    usual_match = usual_kind(game, kind.speed)
    cube = kind.cube and GAMES[game].game.cube
    alike = [(game, length, cube) for length in _near_lengths(game, kind, lengths=lengths)]
    return list(dict.fromkeys([*alike, (game, usual_match.length, usual_match.cube)]))
