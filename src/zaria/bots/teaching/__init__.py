"""Advice for a player: the best turns of a roll, the loss of a turn and its reasons, the value of a position.

from zaria.bots.teaching import hint, opinion, review
hint(match).choices[0].text
review(match).loss
opinion(match).value
"""

from zaria.bots.teaching.advice import Advice, NoAdviceError, hint, opinion, review
from zaria.bots.teaching.reasons import Reason

__all__ = ["Advice", "NoAdviceError", "Reason", "hint", "opinion", "review"]
