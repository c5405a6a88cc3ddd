"""Announces results to whatever on the site follows from them: ratings, and whatever is added."""

from django.dispatch import Signal

match_recorded = Signal()
"""A match is over and has its row: sent with `match` (`Played`) and `terms`, once for each match.

Receivers run inside the transaction that stores the row. So a receiver that writes to the site's tables is
exact: after a kill at any moment its writes are there with the row, or neither is, and the projector records
the match again. It must not send messages or start work: the transaction may still be undone. A receiver that
raises undoes the transaction.
"""

match_closed = Signal()
"""A table was closed before a game began: sent with `match_id`, at least once.

Receivers run inside a transaction of the projector, too.
"""
