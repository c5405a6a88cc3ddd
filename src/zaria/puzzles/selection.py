"""A few puzzles a game, and not from one phase of it alone."""

import random
from collections.abc import Callable, Iterator
from typing import TypeVar

from zaria.puzzles.puzzle import Puzzle

MOST_A_GAME = 3
"""The most puzzles of one game."""
SPACING = 8
"""Decisions that are passed over after a puzzle; up to so many are at the start."""

D = TypeVar("D")


def puzzles_among(
    decisions: Iterator[D], puzzle_of: Callable[[D], Puzzle | None], seed: int
) -> Iterator[Puzzle | None]:
    """Yield the puzzles among the decisions of a game, and None for each other one that was looked at."""
    pause = random.Random(seed).randrange(SPACING)
    count = 0
    for decision in decisions:
        if pause:
            pause -= 1
            continue
        puzzle = puzzle_of(decision)
        yield puzzle
        if puzzle is not None:
            count += 1
            pause = SPACING
        if count == MOST_A_GAME:
            return
