"""The interface of a format that is played in rounds."""

from typing import Protocol

from zaria.tournaments.field import Field, Meeting, Standing


class Format(Protocol):
    """Rules of pairing and ranking."""

    def next_round(self, field: Field) -> list[Meeting] | None:
        """The meetings of the next round; None: the tournament is over.

        All rounds so far are over. A meeting of somebody without an opponent has its result already.
        """

    def allows_draw(self, field: Field) -> bool:
        """Return whether a match of the round after these may end as a draw; else somebody has to go on."""

    def standings(self, field: Field) -> list[Standing]:
        """All entrants, the best first. The places are a total order."""
