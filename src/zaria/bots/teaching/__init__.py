"""Advice for a player in training: the best turns before a move, and afterwards what it cost, and why.

from zaria.bots.teaching import hint, review
hint(match).choices[0].text
review(match).loss
"""

from zaria.bots.teaching.advice import Advice, NoAdviceError, hint, review
from zaria.bots.teaching.reasons import Reason

__all__ = ["Advice", "NoAdviceError", "Reason", "hint", "review"]
