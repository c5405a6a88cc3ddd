"""Matches as files: writing, reading and checking them."""
