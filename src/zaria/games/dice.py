"""Two dice: rolls, and how likely each is."""

from typing import TypeAlias

Roll: TypeAlias = tuple[int, int]
"""Two dice, each 1 to 6, in any order."""

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, the larger die first."""


def ways(roll: Roll) -> int:
    """The number of throws, of 36, that give this roll."""
    return 1 if roll[0] == roll[1] else 2


ROLL_CHANCES: tuple[tuple[Roll, float], ...] = tuple((roll, ways(roll) / 36) for roll in ROLLS)
"""The 21 rolls, each with its probability."""
