"""Thresholds: the loss from which a decision is marked, and which decisions count.

In points: an error costs 0.04 of a point, an inaccuracy half as much, a blunder twice as much (backgammon
programs are similar: XG marks 0.02 and 0.08, gnubg 0.04, 0.08 and 0.16). In chances to win: 5, 10 and 15 in a
hundred, as on Lichess.
"""

from zaria import games
from zaria.bots.analysis.shape import Fortune, Mark, Marks, Unit

POINTS = Marks(inaccuracy=0.02, error=0.04, blunder=0.08, fortune=0.3)
CHANCE = Marks(inaccuracy=0.05, error=0.10, blunder=0.15, fortune=1.0)

CLOSE = 0.2
"""Points: a decision not to double counts if double and no double differ by less."""

SCALE: dict[Unit, float] = {"points": 500.0, "chance": 100.0}
"""The factor from the mean loss of a decision to the performance rate."""


def unit_of(game: str) -> Unit:
    """Return the unit of losses in a game (its identifier)."""
    return "chance" if games.get(game).is_board else "points"


def of(unit: Unit) -> Marks:
    """Return the thresholds in this unit."""
    return POINTS if unit == "points" else CHANCE


def mark(loss: float, lines: Marks) -> Mark:
    """Return the mark of a loss."""
    if loss >= lines.blunder:
        return "blunder"
    if loss >= lines.error:
        return "error"
    return "inaccuracy" if loss >= lines.inaccuracy else ""


def fortune(luck: float, lines: Marks) -> Fortune:
    """Return the mark of the luck of a roll."""
    if abs(luck) < lines.fortune:
        return ""
    return "lucky" if luck > 0 else "unlucky"
