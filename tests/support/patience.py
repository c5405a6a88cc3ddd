"""The time that tests wait for an event that always comes."""

PATIENCE = 30
"""Seconds: they cost nothing where all is well, and machines are busy."""
