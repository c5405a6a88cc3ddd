"""Decisions that count instead of the result of a match; the rooms above make them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.dispatch import Signal

decisions = Signal()
"""Sent with `match_id` and `reader`, a player's id or ""; a receiver returns a `DirectorDecision` or None."""


class DirectorDecision(NamedTuple):
    """A decision as a sentence; `reason` is its author with the words that they gave."""

    text: str
    reason: str


def decision(match_id: str, reader: str) -> DirectorDecision | None:
    """Return the decision about a match, if there is one that the reader may see."""
    answers: Sequence[tuple[object, object]] = decisions.send(
        DirectorDecision, match_id=match_id, reader=reader
    )
    return next((answer for _receiver, answer in answers if isinstance(answer, DirectorDecision)), None)
