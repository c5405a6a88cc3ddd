"""Hypergammon solved: three checkers a side, with all positions in one table."""
