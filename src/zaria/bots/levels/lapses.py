"""Human oversights: the concealment of a turn's idea, and the turns that a player sees."""

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from zaria.bots.probabilities import OutcomeProbabilities
from zaria.games.turn import Turn
from zaria.match.match import Match
from zaria.match.plays import play_of

C = TypeVar("C")

OFF, HALF = 0, 12
_PARTS, _FAR, _HIT, _BORNE_OFF = 0.25, 0.2, -0.3, -0.4
_FLOOR = 0.2
"""Even the plainest turn is misjudged by this share of what a hidden one is."""


def hidden(turn: Turn) -> float:
    """Return how well the idea of a turn is hidden, 0 to 1.

    A turn with one checker is seen before one that needs several to work together, a hit and a checker borne
    off catch the eye, and what goes on far from home does not.
    """
    went: list[int] = []  # the places of the moved checkers
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
    """The equity of a turn as seen by a player who misjudges well hidden ones by `noise`."""
    return value + chance.gauss(0.0, noise * (_FLOOR + (1 - _FLOOR) * depth))


def seen(
    choices: Sequence[C], depth: Callable[[C], float], overlook: float, chance: random.Random
) -> list[C]:
    """The choices that are not overlooked, in their order; there is always one that meets the eye."""
    if overlook <= 0:
        return list(choices)
    noticed = [
        choice for choice in choices if chance.random() >= overlook * (_FLOOR + (1 - _FLOOR) * depth(choice))
    ]
    return noticed or [min(choices, key=depth)]


def believed(chances: OutcomeProbabilities, error: float) -> OutcomeProbabilities:
    """Chances as seen by a player who overestimates the chance to win by `error` than it is.

    No chance is more than doubled: nobody hopes where all is lost.
    """
    whole = 1.0 - chances.draw
    most = max(0.0, min(chances.win, chances.lose))
    win = chances.win + max(-most, min(most, error))
    win_ratio = win / chances.win if chances.win else 0.0
    loss_ratio = (whole - win) / chances.lose if chances.lose else 0.0
    return OutcomeProbabilities(
        win,
        min(win, win_ratio * chances.win2),
        min(win, win_ratio * chances.win3),
        min(whole - win, loss_ratio * chances.lose2),
        min(whole - win, loss_ratio * chances.lose3),
        chances.draw,
    )


def seed(match: Match) -> int:
    """Return a number for a decision of a match, always the same for the same decision."""
    plies = play_of(match).plies(match)
    text = f"{match.id} {match.game_no} {match.rolls} {match.stage} {plies}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
