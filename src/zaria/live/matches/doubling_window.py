"""Players who roll without asking are asked after all where they might want to double."""

from zaria.bots import doubling
from zaria.bots.tables.engine import engine_for
from zaria.match.match import Match

MARGIN = 0.1
"""A double that loses no more than this, on the scale of `doubling.Decision`, might be wanted."""


def may_double(match: Match) -> bool:
    """Return whether a double of the side on turn is right or nearly so, as the engine sees it at once."""
    position = match.dice_position()
    decision = doubling.decision(match, engine_for(position.game).evaluate(position))
    return decision.double or decision.doubled >= decision.no_double - MARGIN
