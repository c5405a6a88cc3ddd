"""Italian draughts: men do not capture kings, kings go one step, and four rules rank captures.

Source: the rules of the Italian federation (fid.it). Most pieces must be captured; then with a king rather
than a man; then most kings; then kings as early as possible. Chosen here: 40 moves of each side by kings only
draw by themselves, not on demand, and so does the fourth repetition.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game() -> DraughtsGame:
    """Italian draughts."""
    options = DraughtsOptions(
        flying=False,
        back=False,
        men_take_kings=False,
        priority="italian",
        crowning="stop",
        draws="italian",
        mirror=True,
    )
    source = "Rules of the Italian federation"
    return DraughtsGame(
        "italian-draughts", "Italian draughts", options, (), source, "mirror", "22,W,8,8,N2,1"
    )
