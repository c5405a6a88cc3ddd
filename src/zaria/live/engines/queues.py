"""Lines of questions: how many may wait, and how long one may be thought about while others do."""

from collections.abc import Iterable

from zaria.live.engines.question import Question

MOST = 1000
"""Questions in a line; more are answered at once, as plainly as can be."""
SOON = 3.0
"""Seconds in which a line should be through; what waits shares them."""
LEAST = 0.02
"""Seconds that everybody may think."""
PATIENT = 4
"""Who has waited for this part of his time is given less of what is left."""
PARTS = 6
"""The part of it: whoever is asked may take some time more than he is given."""


def left(question: Question, now: float) -> float:
    """Seconds until nobody waits for the answer any more."""
    return question.bounds.hard - (now - question.since)


def seconds(question: Question, waiting: Iterable[Question], now: float) -> float | None:
    """How long it may be thought about while those wait; None: as long as who is asked is used to.

    Programs count alone: what people ask in training waits for as long as it takes.
    """
    limits = [] if question.bounds.soft is None else [question.bounds.soft]
    share = max(LEAST, SOON / (1 + sum(not other.lesson for other in waiting)))
    if share < 1.0:
        limits.append(share)
    if now - question.since > question.bounds.hard / PATIENT:
        limits.append(max(LEAST, left(question, now) / PARTS))
    return min(limits, default=None)
