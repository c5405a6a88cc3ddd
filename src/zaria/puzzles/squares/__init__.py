"""Puzzles of games on squares: candidates among played positions, and their proof."""
