"""What people overlook: how well the idea of a turn is hidden, and which turns a player sees at all."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from zaria.games.turn import Turn

C = TypeVar("C")

OFF, HALF = 0, 12
_PARTS, _FAR, _HIT, _BORNE_OFF = 0.25, 0.2, -0.3, -0.4
_FLOOR = 0.2
"""Even the plainest turn is misjudged by this share of what a hidden one is."""


def hidden(turn: Turn) -> float:
    """How well the idea of a turn is hidden, 0 to 1.

    A turn with one checker is seen before one that needs several to work together, a hit and a checker borne
    off catch the eye, and what goes on far from home does not.
    """
    went: list[int] = []  # where the checkers that have moved stand
    parts = 0
    for step in turn.steps:
        if step.src in went:
            went.remove(step.src)
        else:
            parts += 1
        went.append(step.dst)
    depth = _PARTS * (parts - 1)
    depth += _FAR * any(step.src > HALF for step in turn.steps)
    depth += _HIT * any(step.hit for step in turn.steps)
    depth += _BORNE_OFF * any(step.dst == OFF for step in turn.steps)
    return min(1.0, max(0.0, depth))


def misjudged(value: float, depth: float, noise: float, chance: random.Random) -> float:
    """What a turn seems to be worth to somebody who misjudges well hidden ones by `noise`."""
    return value + chance.gauss(0.0, noise * (_FLOOR + (1 - _FLOOR) * depth))


def seen(
    choices: Sequence[C], depth: Callable[[C], float], overlook: float, chance: random.Random
) -> list[C]:
    """The choices that are not overlooked, in their order; there is always one that meets the eye."""
    if overlook <= 0:
        return list(choices)
    kept = [one for one in choices if chance.random() >= overlook * (_FLOOR + (1 - _FLOOR) * depth(one))]
    return kept or [min(choices, key=depth)]
