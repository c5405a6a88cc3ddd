"""Puzzles: offered near a solver's rating, answered on the board, judged by what an answer costs."""
