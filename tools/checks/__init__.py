"""Checks of the sources."""
