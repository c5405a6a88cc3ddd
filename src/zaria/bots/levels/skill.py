"""The skill of each level, in one table for each kind of game: the only place where strength is set.

Each level wins 60 to 80 of a hundred single games against the one below (`tools.bench.levels`); where luck
decides so much that none could, the steps are as wide as they can be, and equal.
"""

from collections.abc import Mapping
from math import exp, log
from typing import NamedTuple

from zaria.games.contact import ContactRule
from zaria.games.protocols import DiceRules

LEVELS = (1, 2, 3, 4, 5)
"""From a beginner to a master, in every game in which the level makes a difference."""
BETWEEN = (1.5, 2.5, 3.5, 4.5)
"""The levels between them, in board games: without luck five steps would be too steep."""
ON_BOARDS: tuple[float, ...] = tuple(sorted((*LEVELS, *BETWEEN)))
"""All levels of a board game."""
USUAL = 3
"""The default level."""
MASTER = LEVELS[-1]
"""The highest level, without lapses."""
_NAMES: dict[float, str] = {1: "Beginner", 2: "Easy", 3: "Club player", 4: "Expert", 5: "Master"}
NAMES: Mapping[float, str] = _NAMES | {level: f"{_NAMES[level // 1]} +" for level in BETWEEN}
"""The English names of the levels."""
PREFIX = "level"
"""The beginning of a level's program name, before its number."""


class Skill(NamedTuple):
    """The skill of a level with dice.

    * ply: the plies that it looks ahead;
    * noise: its error about a turn whose idea is well hidden (standard deviation, points);
    * overlook: the chance that it does not see such a turn;
    * cube: its error about the chance to win (standard deviation) in decisions about the cube.
    """

    ply: int
    noise: float
    overlook: float
    cube: float


class Look(NamedTuple):
    """The skill of a level on squares.

    * nodes, depth: the limits of its search in positions and plies, whichever ends first (None: any depth).
      Never a time, as a level should be as strong on a busy machine;
    * noise: its error about a position, in chess about a move (standard deviation, hundredths of a man);
    * overlook: the chance that it does not see a quiet move; for a capture it is a fifth;
    * most: the number of moves that it compares;
    * glance: the chance that it does not look ahead, and makes the move with the best position after it.
    """

    nodes: int
    depth: int | None
    noise: int
    overlook: float
    most: int
    glance: float = 0.0


def _skills(noise: float, overlook: float, shares: tuple[float, ...]) -> Mapping[int, Skill]:
    """Return the skills of all levels: each below the master errs by its share of these errors."""
    lower = {
        level: Skill(0, noise * share, overlook * share, _CUBE * share)
        for level, share in zip(LEVELS, shares, strict=False)
    }
    return {**lower, MASTER: Skill(2, 0.0, 0.0, 0.0)}


_CUBE = 0.1
"""The error about the chance to win, in decisions about the cube, of a performance rate of 40."""
_HIT = _skills(0.39, 0.43, (1.33, 0.98, 0.69, 0.37))
SKILLS: Mapping[str, Mapping[int, Skill]] = {
    ContactRule.HIT: _HIT,
    ContactRule.PIN: _skills(0.4, 0.44, (1.36, 0.95, 0.67, 0.4)),
    ContactRule.SINGLE: _skills(0.355, 0.415, (1.35, 0.83, 0.53, 0.25)),
    ContactRule.NONE: _HIT,
    "antitabla": _skills(0.39, 0.43, (1.3, 0.8, 0.5, 0.22)),
    "chelebi": _skills(0.395, 0.18, (1.6, 1.1, 0.75, 0.3)),
    "gulbara": _skills(0.3, 0.168, (1.8, 1.25, 0.8, 0.42)),
    "gulbahar": _skills(0.355, 0.415, (1.5, 0.95, 0.47, 0.22)),
    "crazy-gulbar": _skills(0.45, 0.31, (1.36, 0.98, 0.62, 0.3)),
    "longgammon": _skills(0.39, 0.43, (0.75, 0.48, 0.27, 0.11)),
    "hypergammon": _skills(1.4, 0.45, (1.8, 0.87, 0.5, 0.25)),
}
"""By the game's identifier, else by what becomes of a lone checker (`DiceRules.contact`).

The errors are those of a performance rate of 40, the shares make steps of equal strength.
"""

_DRAUGHTS = (
    Look(12_000, 4, 22, 0.045, 4, glance=0.6),
    Look(12_000, 4, 22, 0.045, 4, glance=0.3),
    Look(12_000, 4, 22, 0.045, 4, glance=0.06),
    Look(40_000, 6, 9, 0.01, 2),
    Look(600_000, None, 0, 0.0, 1),
)
_UGOLKI = (
    Look(12_000, 4, 17, 0.03, 4, glance=0.8),
    Look(12_000, 4, 17, 0.03, 4, glance=0.5),
    Look(12_000, 4, 17, 0.03, 4, glance=0.15),
    Look(40_000, 6, 7, 0.005, 2),
    Look(600_000, None, 0, 0.0, 1),
)
_CHESS = (
    Look(350, None, 95, 0.19, 5, glance=0.5),
    Look(350, None, 95, 0.19, 5, glance=0.2),
    Look(500, None, 75, 0.14, 4, glance=0.05),
    Look(1_050, None, 30, 0.03, 2),
    Look(200_000, None, 0, 0.0, 1),
)
PATHS: Mapping[str, tuple[Look, ...]] = {
    "chess": _CHESS,
    "chess960": _CHESS,
    "ugolki": _UGOLKI,
}
"""The ways from a beginner, at 1, to the master, at 5, with a station at each whole number.

By the name of the game; the others go the way of draughts.
"""
PLACES: Mapping[str, tuple[float, ...]] = {
    "russian-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "giveaway": (1, 1.85, 2.42, 2.97, 3.5, 3.95, 4.35, 4.7, 5),
    "english-draughts": (1.6, 2.17, 2.63, 2.95, 3.32, 3.8, 4, 4.45, 5),
    "draughts": (1.75, 2.07, 2.5, 2.98, 3.43, 3.82, 4.08, 4.45, 5),
    "brazilian-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "pool-checkers": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "czech-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "thai-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "spanish-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "portuguese-draughts": (1, 1.7, 2.6, 3.12, 3.48, 3.8, 4.15, 4.55, 5),
    "italian-draughts": (1.6, 2.17, 2.63, 2.95, 3.32, 3.8, 4, 4.45, 5),
    "turkish-draughts": (1, 1.7, 2.5, 3.05, 3.45, 3.8, 4.1, 4.5, 5),
    "frisian-draughts": (1, 1.65, 2.1, 2.7, 3, 3.3, 3.7, 4.25, 5),
    "canadian-draughts": (1.5, 2.1, 2.55, 2.85, 3.15, 3.5, 3.95, 4.45, 5),
    "ugolki": (1, 1.7, 2.36, 2.8, 3.22, 3.67, 4, 4.45, 5),
    "chess": (1, 1.68, 2.45, 2.97, 3.6, 4.12, 4.27, 4.38, 5),
    "chess960": (1, 1.68, 2.45, 2.97, 3.6, 4.12, 4.27, 4.38, 5),
}
"""The place of each level on the path of its game, found by measuring: equal steps of strength."""


def _between(low: Look, high: Look, share: float) -> Look:
    """Return the skill at a share of the way from one to the other, on which positions grow by a factor."""
    if not share:
        return low

    def mixed(start: float, end: float) -> float:
        return start + share * (end - start)

    return Look(
        round(exp(mixed(log(low.nodes), log(high.nodes)))),
        None if low.depth is None or high.depth is None else round(mixed(low.depth, high.depth)),
        round(mixed(low.noise, high.noise)),
        mixed(low.overlook, high.overlook),
        low.most if share < 1 else high.most,
        mixed(low.glance, high.glance),
    )


def _at(path: tuple[Look, ...], place: float) -> Look:
    """Return the skill at a place of a path, from 1 to its number of stations."""
    station = min(int(place), len(path) - 1)
    return _between(path[station - 1], path[station], place - station)


LOOKS: Mapping[str, Mapping[float, Look]] = {
    game: {
        level: _at(PATHS.get(game, _DRAUGHTS), place) for level, place in zip(ON_BOARDS, places, strict=True)
    }
    for game, places in PLACES.items()
}
"""The skill of each level in each board game."""


def skill(game: DiceRules, level: int) -> Skill:
    """The skill of a level in a game with dice."""
    return SKILLS.get(game.id, SKILLS[game.contact])[level]


def look(game: str, level: float) -> Look:
    """The skill of a level in a board game."""
    return LOOKS[game][level]
