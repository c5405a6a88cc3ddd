"""Work of any size in slices: one turn of the event loop processes no more than one of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SLICE = 100
"""Matches, players or events in one slice: less than 2 ms of work."""


def slices(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """Split `items` into slices."""
    for start in range(0, len(items), SLICE):
        yield items[start : start + SLICE]


class Rounds:
    """Match ids in slices, round after round: each id gets its turn, and no period has to process all."""

    def __init__(self, match_ids: Callable[[], list[str]]) -> None:
        """`match_ids` returns all of them, at the start of each round."""
        self._match_ids = match_ids
        self._remaining: list[str] = []

    def next_slice(self) -> list[str]:
        """The next ids of this round; the first of a new one after its end."""
        if not self._remaining:
            self._remaining = self._match_ids()
        match_ids = self._remaining[-SLICE:]
        del self._remaining[-SLICE:]
        return match_ids
