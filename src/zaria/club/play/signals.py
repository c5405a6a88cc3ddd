"""Asks the rooms above for what the page of a table shows."""

from django.dispatch import Signal

table_tournament = Signal()
"""Sent with `match_id` and `reader` (a player's id); a receiver returns a `TableTournament`, or None."""
