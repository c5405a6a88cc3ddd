"""Federations: their pages, members, administrators and titles."""
