"""The skill of each level, in one table for each kind of game: the only place where strength is set.

With dice a level is set by the cost of its turns in our analysis: a performance rate of about 40, 26, 14 and
7, and the best that we have for the master (`python -m tools.bench.level_rates GAME`). A beginner at
backgammon plays at 40 or worse. In board games the lowest level plays at least half its moves without looking
ahead, and the others lie between it and the master (`python -m tools.bench.levels GAME`).
"""

from collections.abc import Mapping
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

    * depth, nodes, seconds: the limits of its search, whichever ends first;
    * noise: its error about a position, in chess about a move (standard deviation, hundredths of a man);
    * overlook: the chance that it does not see a quiet move; for a capture it is a fifth;
    * most: the number of moves that it compares;
    * glance: the chance that it does not look ahead, and makes the move with the best position after it.
    """

    depth: int | None
    nodes: int | None
    seconds: float
    noise: int
    overlook: float
    most: int
    glance: float = 0.0


_HIT = {
    1: Skill(0, 0.39, 0.43, 0.11),
    2: Skill(0, 0.26, 0.29, 0.08),
    3: Skill(0, 0.15, 0.165, 0.05),
    4: Skill(0, 0.08, 0.09, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
_PIN = {
    1: Skill(0, 0.4, 0.44, 0.11),
    2: Skill(0, 0.23, 0.255, 0.08),
    3: Skill(0, 0.13, 0.145, 0.05),
    4: Skill(0, 0.064, 0.07, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
_SINGLE = {
    1: Skill(0, 0.355, 0.415, 0.11),
    2: Skill(0, 0.223, 0.26, 0.08),
    3: Skill(0, 0.12, 0.14, 0.05),
    4: Skill(0, 0.061, 0.071, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
_CHELEBI = {
    1: Skill(0, 0.395, 0.18, 0.11),
    2: Skill(0, 0.25, 0.114, 0.08),
    3: Skill(0, 0.15, 0.068, 0.05),
    4: Skill(0, 0.068, 0.031, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
_GULBARA = {
    1: Skill(0, 0.3, 0.168, 0.11),
    2: Skill(0, 0.19, 0.107, 0.08),
    3: Skill(0, 0.094, 0.052, 0.05),
    4: Skill(0, 0.038, 0.021, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
_CRAZY = {
    1: Skill(0, 0.45, 0.31, 0.11),
    2: Skill(0, 0.28, 0.19, 0.08),
    3: Skill(0, 0.148, 0.102, 0.05),
    4: Skill(0, 0.072, 0.05, 0.03),
    5: Skill(2, 0.0, 0.0, 0.0),
}
SKILLS: Mapping[str, Mapping[int, Skill]] = {
    ContactRule.HIT: _HIT,
    ContactRule.PIN: _PIN,
    ContactRule.SINGLE: _SINGLE,
    ContactRule.NONE: _HIT,
    "chelebi": _CHELEBI,
    "gulbara": _GULBARA,
    "crazy-gulbar": _CRAZY,
}
"""By the game's identifier, else by what becomes of a lone checker (`DiceRules.contact`).

Each game has its own noise for the same rate: a checker that is misplaced costs more where marses are usual.
"""

_DRAUGHTS: dict[float, Look] = {
    1: Look(4, 12_000, 0.3, 22, 0.045, 4, glance=0.6),
    1.5: Look(4, 12_000, 0.3, 22, 0.045, 4, glance=0.45),
    2: Look(4, 12_000, 0.3, 22, 0.045, 4, glance=0.3),
    2.5: Look(4, 12_000, 0.3, 22, 0.045, 4, glance=0.18),
    3: Look(4, 12_000, 0.3, 22, 0.045, 4, glance=0.06),
    3.5: Look(5, 31_000, 0.35, 15, 0.027, 4, glance=0.03),
    4: Look(6, 80_000, 0.4, 9, 0.01, 2),
    4.5: Look(None, 200_000, 0.5, 4, 0.005, 2),
    5: Look(None, None, 1.0, 0, 0.0, 1),
}
_GIVEAWAY: dict[float, Look] = {
    **_DRAUGHTS,
    4: Look(8, 200_000, 0.5, 7, 0.005, 2),
}
_UGOLKI: dict[float, Look] = {
    1: Look(4, 12_000, 0.3, 17, 0.03, 4, glance=0.8),
    1.5: Look(4, 12_000, 0.3, 17, 0.03, 4, glance=0.65),
    2: Look(4, 12_000, 0.3, 17, 0.03, 4, glance=0.5),
    2.5: Look(4, 12_000, 0.3, 17, 0.03, 4, glance=0.32),
    3: Look(4, 12_000, 0.3, 17, 0.03, 4, glance=0.15),
    3.5: Look(5, 31_000, 0.35, 12, 0.017, 4, glance=0.07),
    4: Look(6, 80_000, 0.4, 7, 0.005, 2),
    4.5: Look(None, 200_000, 0.5, 3, 0.0025, 2),
    5: Look(None, None, 1.0, 0, 0.0, 1),
}
_CHESS: dict[float, Look] = {
    1: Look(None, 350, 0.2, 95, 0.19, 5, glance=0.5),
    1.5: Look(None, 350, 0.2, 95, 0.19, 5, glance=0.35),
    2: Look(None, 350, 0.2, 95, 0.19, 5, glance=0.2),
    2.5: Look(None, 420, 0.2, 85, 0.165, 5, glance=0.12),
    3: Look(None, 500, 0.2, 75, 0.14, 4, glance=0.05),
    3.5: Look(None, 720, 0.25, 52, 0.085, 4, glance=0.025),
    4: Look(None, 1_050, 0.3, 30, 0.03, 2),
    4.5: Look(None, 14_000, 0.5, 15, 0.015, 2),
    5: Look(None, 200_000, 1.0, 0, 0.0, 1),
}
LOOKS: Mapping[str, Mapping[float, Look]] = {
    "chess": _CHESS,
    "ugolki": _UGOLKI,
    "giveaway": _GIVEAWAY,
    "": _DRAUGHTS,
}
"""By the name of the game, "" for all that are not named."""


def skill(game: DiceRules, level: int) -> Skill:
    """The skill of a level in a game with dice."""
    return SKILLS.get(game.id, SKILLS[game.contact])[level]


def look(game: str, level: float) -> Look:
    """The skill of a level in a board game."""
    return LOOKS.get(game, LOOKS[""])[level]
