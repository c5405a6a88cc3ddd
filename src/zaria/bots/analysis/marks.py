"""Thresholds: the loss from which a decision is marked, and which decisions count.

In points: an error is what costs 0.04 of a point, half of that is inaccurate, twice as much a blunder
(players of backgammon draw the lines so or nearly so: XG marks 0.02 and 0.08, gnubg 0.04, 0.08 and 0.16).
In chances to win: 5, 10 and 15 in a hundred, as Lichess does.
"""

from zaria.bots.analysis.shape import Fortune, Mark, Marks, Unit

POINTS = Marks(inaccuracy=0.02, error=0.04, blunder=0.08, fortune=0.3)
CHANCE = Marks(inaccuracy=0.05, error=0.10, blunder=0.15, fortune=1.0)

CLOSE = 0.2
"""Points: a decision about the cube that nobody turned counts where double and no double differ by less."""

SCALE: dict[Unit, float] = {"points": 500.0, "chance": 100.0}
"""The factor from the mean loss of a decision to the performance rate."""


def of(unit: Unit) -> Marks:
    """The lines for losses in this unit."""
    return POINTS if unit == "points" else CHANCE


def mark(loss: float, lines: Marks) -> Mark:
    """The mark of a loss."""
    if loss >= lines.blunder:
        return "blunder"
    if loss >= lines.error:
        return "error"
    return "inaccuracy" if loss >= lines.inaccuracy else ""


def fortune(luck: float, lines: Marks) -> Fortune:
    """The mark of the luck of a roll."""
    if abs(luck) < lines.fortune:
        return ""
    return "lucky" if luck > 0 else "unlucky"
