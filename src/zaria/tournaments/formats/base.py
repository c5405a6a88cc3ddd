"""The interface of a format that is played in rounds."""

from collections.abc import Sequence
from typing import Protocol

from zaria.tournaments.field import Field, Meeting, Standing

Pairs = Sequence[tuple[str, str]]
"""Pairs by hand, side 0 first. All of these players are present, and nobody is in two of them."""


class PairsRefusedError(Exception):
    """The format does not allow these pairs; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Format(Protocol):
    """Rules of pairing and ranking."""

    def next_round(self, field: Field) -> list[Meeting] | None:
        """Return the meetings of the next round, or None after the last.

        All earlier rounds are over. A meeting without an opponent already has its result.
        """

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """Return the meetings of the next round with these pairs and byes; raises `PairsRefusedError`."""

    def allows_draw(self, field: Field) -> bool:
        """Return whether a match of the next round may be drawn; otherwise it needs a winner."""

    def standings(self, field: Field) -> list[Standing]:
        """Rank all entrants, the best first. No two share a place."""


class FixedPairs:
    """Shared by formats in which pairs follow from a table."""

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """Refuse pairs by hand: a later round would not fit them."""
        raise PairsRefusedError("by_table")
