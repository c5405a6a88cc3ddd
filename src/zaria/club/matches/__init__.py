"""Finished matches: results, replay and analysis."""
