"""Advice for a player: the best turns before a move, what one has cost and why, what a position is worth.

from zaria.bots.teaching import hint, opinion, review
hint(match).choices[0].text
review(match).loss
opinion(match).value
"""

from zaria.bots.teaching.advice import Advice, NoAdviceError, hint, opinion, review
from zaria.bots.teaching.reasons import Reason

__all__ = ["Advice", "NoAdviceError", "Reason", "hint", "opinion", "review"]
