"""Announces results to whatever on the site follows from them: ratings, and whatever is added."""

from django.dispatch import Signal

matches_recorded = Signal()
"""Matches are over and have their rows: sent with `results`, pairs of `Played` and `Terms`, each match once.

Receivers run inside the transaction that stores the rows. So a receiver that writes to the site's tables is
exact: after a kill at any moment its writes are there with the rows, or neither are, and the projector
records the matches again. It must not send messages or start work: the transaction may still be undone. A
receiver that raises undoes the transaction.
"""

match_closed = Signal()
"""A table was closed before a game began: sent with `match_id`, at least once.

Receivers run inside a transaction of the projector, too.
"""
