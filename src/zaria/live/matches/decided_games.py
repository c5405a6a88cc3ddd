"""Games by the day that are decided in fact, so that the winner may offer the result."""

from zaria.bots.tables.decided import least_chance
from zaria.match.match import Match
from zaria.match.result_states import can_offer

SURE = 0.999
"""The least chance to win with which a game counts as decided."""


def can_offer_result(match: Match, side: int) -> bool:
    """Return whether `side` may offer the result now: the rules allow it, and the game is decided."""
    return can_offer(match, side) and wins_surely(match, side)


def wins_surely(match: Match, side: int) -> bool:
    """Return whether `side` wins the game whatever happens, or nearly so, with the other side to act."""
    return least_chance(match.dice_position(), side) >= SURE
