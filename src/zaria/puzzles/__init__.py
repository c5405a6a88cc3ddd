"""Puzzles: decisions that players of a known strength miss, each proven by a deeper look.

>>> from zaria.puzzles import shipped
>>> puzzle = next(iter(shipped.load("tabla")))
>>> puzzle.game
'tabla'
"""
