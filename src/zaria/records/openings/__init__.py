"""The names of openings, found by the positions of a game."""
