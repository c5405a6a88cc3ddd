"""Puzzles: offered near a solver's rating, answered on the board, graded by what an answer costs."""
