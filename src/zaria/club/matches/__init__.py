"""Finished matches: results, replay, statistics and analysis."""
