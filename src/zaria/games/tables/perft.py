"""Counting positions: the common test of a turn generator."""

from collections.abc import Sequence

from zaria.games.dice import ROLLS
from zaria.games.protocols import Position
from zaria.games.turn import Turn


def perft(position: Position, depth: int) -> int:
    """The distinct positions reached at this depth, summed over all 21 rolls, a pass counting one.

    Rolls count once each whatever their chance. A level is a turn: each stage of a ladder and of a rest is
    one of its own, without a roll. A finished or locked game counts nothing deeper.
    """
    if position.outcome() or position.locked():
        return 0
    if depth == 1:
        return position.total() if position.duty is None else max(1, len(position.turns()))
    return sum(perft(after, depth - 1) for ready in _ready(position) for after in _following(ready))


def _ready(position: Position) -> list[Position]:
    """The position with each roll, or with what is due."""
    return [position.rolled(roll) for roll in ROLLS] if position.duty is None else [position]


def _following(ready: Position) -> Sequence[Position]:
    return ready.results() or [ready.play(Turn())]
