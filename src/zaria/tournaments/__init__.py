"""Tournaments: the pairs of each round, and the places at the end. Pure; clock and chance are handed in."""
