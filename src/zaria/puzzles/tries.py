"""The tries of the levels that players have: what they answer, ten times each."""

import random
import zlib
from collections import Counter
from collections.abc import Callable

from zaria.bots.levels import ON_SQUARES
from zaria.bots.levels.dice import pick
from zaria.bots.levels.lapses import believed
from zaria.bots.levels.skill import skill
from zaria.bots.player import ThinkRequest
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Candidate, Engine
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position

LEVELS = (1, 2, 3, 4)
"""From a beginner to an expert: the master errs too rarely to say what people miss."""
LEVELS_ON_SQUARES = (1, 1.5, 2, 2.5)
"""The lowest four of the nine levels: those above look four moves ahead, and hardly miss a thing."""
SEEDS = 10
"""Tries of each level."""
TRIES = len(LEVELS) * SEEDS

Tries = Counter[str]
"""The number of times that each answer was given."""


def seeds(position: str) -> range:
    """Return the seeds of the tries of a position: with the same ones levels would err alike everywhere."""
    first = zlib.crc32(position.encode()) + 1
    return range(first, first + SEEDS)


def turns_tried(engine: Engine, position: Position, levels: tuple[int, ...] = LEVELS) -> Tries:
    """Return the turns that the levels play."""
    by_ply: dict[int, list[Candidate]] = {}
    tries: Tries = Counter()
    for level in levels:
        able = skill(position.game, level)
        if able.ply not in by_ply:
            by_ply[able.ply] = engine.ranked(position, able.ply)
        for seed in seeds(position.to_text()):
            tries[str(pick(by_ply[able.ply], able, random.Random(seed)))] += 1
    return tries


def moves_tried(position: BoardPosition) -> Tries:
    """Return the moves that the levels make on squares."""
    return Counter(
        ON_SQUARES[level].think(position, ThinkRequest(seed=seed)).choice
        for level in LEVELS_ON_SQUARES
        for seed in seeds(position.to_text())
    )


def cube_tried(
    position: Position, chances: OutcomeProbabilities, answer: Callable[[OutcomeProbabilities], str]
) -> Tries:
    """Return what the levels answer to a question about the cube, by the chances that they believe in."""
    return Counter(
        answer(believed(chances, random.Random(seed).gauss(0.0, skill(position.game, level).cube)))
        for level in LEVELS
        for seed in seeds(position.to_text())
    )
