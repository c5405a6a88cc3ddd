"""The doubling cube, the match equity table and resignation; see docs/explanation/doubling.md.

from zaria.bots import doubling
decision = doubling.decision(match, chances)     # chances of the side on turn
doubling.doubles(match, chances), doubling.takes(match, chances)
"""

from zaria.bots.doubling.decision import Action, Decision, decide
from zaria.bots.doubling.offers import Offers
from zaria.bots.doubling.play import (
    Act,
    accepts_resignation,
    beavers,
    best,
    decision,
    doubles,
    equity_of,
    error,
    options,
    takes,
    winning,
)
from zaria.bots.doubling.stake import Stake
from zaria.bots.doubling.window import DoublingWindow, doubling_window

__all__ = [
    "Act",
    "Action",
    "Decision",
    "DoublingWindow",
    "Offers",
    "Stake",
    "accepts_resignation",
    "beavers",
    "best",
    "decide",
    "decision",
    "doubles",
    "doubling_window",
    "equity_of",
    "error",
    "options",
    "takes",
    "winning",
]
