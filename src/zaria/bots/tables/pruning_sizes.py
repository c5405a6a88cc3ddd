"""Sizes of pruning nets; `pruning.pxd` has the same for C."""

NEURONS = 32
UNITS = 250
PLACES = 28
"""Points 0 to 25 of the board of who has just played, then the checkers borne off: theirs, the opponent's."""
STATES = 64
MIDDLE = 32
"""Offset from the checkers on a place (negative: the opponent's) to its state."""
ROWS = 4096
FEWEST = 6
"""Results of a roll below which none is pruned."""
WIDEST = 32
"""Results of a roll that are kept at most, beside those that end the game."""
SIZE = UNITS * NEURONS + 2 * NEURONS
"""The weights of a pruning net."""
