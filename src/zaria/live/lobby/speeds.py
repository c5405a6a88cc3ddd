"""The usual terms of a game at each speed, for two strangers who asked only for an opponent.

The clocks are those that `zaria.match.terms.speed` calls by the same name.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec.structs import replace

from zaria.games.protocols import GameKind
from zaria.games.registry import GAMES
from zaria.match.stakes import Stakes
from zaria.match.terms import LENGTHS, ClockTerms, Terms

Pace = Literal["fast", "normal", "slow"]

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


@cache
def usual(game: str, speed: str, *, rated: bool = False) -> Terms | None:
    """A single game without cube and stakes; None: there is no such game.

    A game that rotates gets the shortest possible match.
    """
    if game not in GAMES:
        return None
    clock = CLOCKS[GAMES[game].game.kind][pace(speed)]
    every = (Terms(game, length=n, clock=clock, rated=rated) for n in LENGTHS)
    return next((terms for terms in every if terms.is_playable()), None)


def terms_of_search(game: str, speed: str, *, rated: bool, stakes: Stakes | None) -> Terms | None:
    """The usual terms with the stakes of a search; None: there is no such game.

    A staked match is rated, and spectators see each move late.
    """
    terms = usual(game, speed, rated=rated)
    if terms is None or stakes is None:
        return terms
    return replace(terms, rated=True, delayed=True, stakes=stakes)
