"""The kinds of searches: a game at a speed, its length and the cube; and the terms to which they lead.

The clocks are those that `zaria.match.terms.speed` calls by the same name.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from zaria.games.protocols import GameKind
from zaria.games.registry import GAMES
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms

Pace = Literal["fast", "normal", "slow"]

LENGTHS = (1, 3, 5, 7)
"""The lengths in points that a search may name, as far as its game has them."""

PACES: tuple[Pace, ...] = ("fast", "normal", "slow")
_PACE_BY_NAME: Mapping[str, Pace] = {pace: pace for pace in PACES}

_S = 1000
_MIN = 60 * _S

_WITH_DICE: Mapping[Pace, ClockTerms] = {
    "fast": ClockTerms(delay=5 * _S, bank=90 * _S),
    "normal": ClockTerms(delay=12 * _S, bank=4 * _MIN),
    "slow": ClockTerms(delay=30 * _S, bank=8 * _MIN),
}
"""A delay for each move, then a bank for the game: with dice, moves take about equally long."""

_ON_BOARD: Mapping[Pace, ClockTerms] = {
    "fast": ClockTerms(bank=3 * _MIN),
    "normal": ClockTerms(bank=5 * _MIN, increment=10 * _S),
    "slow": ClockTerms(bank=20 * _MIN, increment=30 * _S),
}
"""A bank for the game that may grow with each move; the form of a new table offers the same clocks."""


CLOCKS: Mapping[GameKind, Mapping[Pace, ClockTerms]] = {"dice": _WITH_DICE, "board": _ON_BOARD}
"""The usual clocks, by what a game is played with."""


def pace(speed: str) -> Pace:
    """Return the speed of a search by its name; raises `KeyError` for an unknown one."""
    return _PACE_BY_NAME[speed]


class Kind(NamedTuple):
    """The match that is searched for. `length` is in points, 1 for a single game; see `kind_of`."""

    game: str
    speed: str
    length: int = 1
    cube: bool = False


@cache
def _lengths(game: str) -> tuple[int, ...]:
    return tuple(length for length in LENGTHS if Terms(game, length=length).is_playable())


def search_lengths(game: str) -> tuple[int, ...]:
    """The lengths that a search for `game` may name, the shortest first; none: there is no such game."""
    return _lengths(game) if game in GAMES else ()


def kind_of(game: str, speed: str, length: int = 0, *, cube: bool = False) -> Kind | None:
    """Return the kind of a search with these fields; None: no match has such terms.

    Without a length (0), as clients of earlier versions search, it is the shortest match: a single game, or a
    match to three where three games take turns.
    """
    lengths = search_lengths(game)
    if not lengths or speed not in _PACE_BY_NAME:
        return None
    kind = Kind(game, speed, length or lengths[0], cube)
    return kind if kind.length in lengths and (GAMES[game].game.cube or not cube) else None


def usual_kind(game: str, speed: str) -> Kind:
    """Return the match that strangers play by custom; raises `KeyError` for an unknown game."""
    return Kind(game, speed, *GAMES[game].usual_match)


@cache
def usual(kind: Kind, *, rated: bool = False) -> Terms:
    """The terms to which a search leads: nothing but what it names, and no stakes."""
    clock = CLOCKS[GAMES[kind.game].game.kind][pace(kind.speed)]
    return Terms(kind.game, length=kind.length, cube=kind.cube, clock=clock, rated=rated)


def terms_of_search(kind: Kind, *, rated: bool, stakes: Stakes | None) -> Terms:
    """The usual terms with the stakes of a search.

    A staked match is rated, and spectators see each move late.
    """
    terms = usual(kind, rated=rated)
    return terms if stakes is None else replace(terms, rated=True, delayed=True, stakes=stakes)
