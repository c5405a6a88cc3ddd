"""The interface of a format that is played in rounds."""

from collections.abc import Sequence
from typing import Protocol

from zaria.tournaments.field import Field, Meeting, Standing

Pairs = Sequence[tuple[str, str]]
"""Pairs by hand, side 0 first. All of these players are present, and nobody is in two of them."""


class PairsRefusedError(Exception):
    """Pairs by hand that a format cannot have; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Format(Protocol):
    """Rules of pairing and ranking."""

    def next_round(self, field: Field) -> list[Meeting] | None:
        """The meetings of the next round; None: the tournament is over.

        All rounds so far are over. A meeting of somebody without an opponent has its result already.
        """

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """The meetings of the next round with these pairs, and byes; raises `PairsRefusedError`."""

    def allows_draw(self, field: Field) -> bool:
        """Return whether a match of the round after these may end as a draw; else somebody has to go on."""

    def standings(self, field: Field) -> list[Standing]:
        """All entrants, the best first. The places are a total order."""


class FixedPairs:
    """A part of formats in which pairs follow from a table."""

    def by_hand(self, field: Field, pairs: Pairs) -> list[Meeting]:
        """Refuse pairs by hand: a later round would not fit them."""
        raise PairsRefusedError("by_table")
