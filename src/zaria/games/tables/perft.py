"""Counting positions: the common test of a turn generator."""

from zaria.games.game import Roll
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls."""


def perft(position: Position, depth: int) -> int:
    """The distinct positions reached at this depth, summed over all 21 rolls, a pass counting one.

    Rolls count once each whatever their chance. A finished or locked game counts nothing deeper.
    """
    if position.outcome() or position.locked():
        return 0
    if depth == 1:
        return position.total()
    passed = [position.play(Turn())]
    return sum(perft(after, depth - 1) for roll in ROLLS for after in position.results(roll) or passed)
