"""Limits of the queues: their length, and the time of a question while others wait."""

from collections.abc import Iterable

from zaria.live.engines.question import Question

MOST = 1000
"""Questions in a queue; more get the simplest legal answer at once."""
SOON = 0.6
"""Seconds in which a queue should be served: a question shares them with those that wait behind it."""
LEAST = 0.02
"""Least seconds for each question."""
PATIENT = 4
"""A question that has waited for this part of its time gets less of the rest."""
PARTS = 6
"""That part: an engine may take somewhat more than its limit."""


def seconds_left(question: Question, now: float) -> float:
    """Seconds until the hard limit of a question."""
    return question.bounds.hard - (now - question.since)


def seconds(question: Question, waiting: Iterable[Question], now: float) -> float | None:
    """The time limit of a question while these wait; None: the program's own.

    Only questions of programs share the time: a person in training waits for as long as it takes.
    """
    limits = [] if question.bounds.soft is None else [question.bounds.soft]
    count = sum(not queued.lesson for queued in waiting)
    if count:
        limits.append(max(LEAST, SOON / (1 + count)))
    if now - question.since > question.bounds.hard / PATIENT:
        limits.append(max(LEAST, seconds_left(question, now) / PARTS))
    return min(limits, default=None)
