"""The rule of contact: what happens where a checker reaches one of the other side."""

from enum import StrEnum


class ContactRule(StrEnum):
    """The fate of a lone checker; the value is the word that options and pages use."""

    HIT = "hit"
    """It is hit, and has to enter again from the bar."""
    PIN = "pin"
    """It is pinned where it stands."""
    SINGLE = "single"
    """Nothing: it holds its point as two would."""
    NONE = "none"
    """Nothing: the sides have no road in common."""

    @property
    def hits(self) -> bool:
        """May a checker be on the bar?"""
        return self is ContactRule.HIT

    @property
    def pins(self) -> bool:
        """May a checker be pinned under others?"""
        return self is ContactRule.PIN

    @property
    def exposes(self) -> bool:
        """Is a lone checker in danger?"""
        return self.hits or self.pins

    @property
    def lone_checker_blocks(self) -> bool:
        """Does a lone checker keep the other side off its point?"""
        return self is ContactRule.SINGLE

    @property
    def shares_road(self) -> bool:
        """Do the sides move over the same points? If not, checkers come from the hand, not from the bar."""
        return self is not ContactRule.NONE
