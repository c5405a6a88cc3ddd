"""Announces to the rooms above that a member has an address."""

from django.dispatch import Signal

address_recorded = Signal()
"""A member has a confirmed address that they did not have before: sent with `player`, and `earlier`.

`earlier` are the ids of the accounts that had one of their addresses before. Receivers run inside the
transaction that records it, and carry over what outlives an account.
"""
