"""Puzzles of games with dice: candidates among played decisions, and their proof."""
