"""Parts of a match's history, with the type of their event."""

from collections.abc import Sequence

from zaria.match import events as ev
from zaria.match.terms import Terms


def opened_terms(events: Sequence[ev.Event]) -> Terms:
    """The terms with which a match was opened."""
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    return opened.terms


def first_player(events: Sequence[ev.Event]) -> ev.Player:
    """The player who was seated right after the match was opened."""
    seated = events[1]
    assert isinstance(seated, ev.Seated)
    return seated.player
