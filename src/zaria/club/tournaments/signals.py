"""Announces acts of directors to the rooms above."""

from django.dispatch import Signal

director_acted = Signal()
"""A director acted: sent with `tournament` (its row), `by` (a member), `act` (a word) and `reason`.

Receivers run inside the transaction of the act. They must not send messages or start work: the transaction
may still be undone. A receiver that raises undoes the act.
"""

series_changed = Signal()
"""A series of tournaments was set up, changed or ended, or a start of it left out.

Sent with `series` (its row), `by` (a member) and `act` (a word), inside the transaction of the act.
"""
