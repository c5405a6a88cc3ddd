"""Constants of the draughts search; for compiled modules, small ones are an enum of `state.pxd`."""

MOVES = 4096
"""Room for moves, as in the rules' kernel."""
CROWDED = 3400
"""Moves in the list from which on no position is searched."""
PLIES = 96
"""No search goes deeper, threats and captures included."""
PAST = 128
"""Room for positions of the game so far."""
ENTRIES = 524288
"""Positions in the transposition table; 16 bytes each."""
LINES = 64
"""Moves ranked at once."""

WON = 1000000
"""The value of a won game; less the plies to the win."""
SURE = 999000
"""Values beyond are wins that have been seen through."""
FAR = 2000000
"""No value is as large."""
NEVER = 1048576
"""More plies than any rule counts."""

EXACT = 0
LOWER = 1
UPPER = 2
"""Kinds of stored value: exact, a lower bound or an upper bound."""

MOST_PIECES = 16
"""Against a lone king so many pieces, or more, are one kind of ending."""

THREATS = 1
"""Plies below the horizon in which a threat is searched."""
ENOUGH_FOR_ONE = 8
"""Depth at which the search of an only move ends."""
MARGIN = 24
"""Half of the window around the value of the last iteration."""
WIDEST_MARGIN = 1000
"""The window has no bound beyond it."""
SOON = 16
"""Plies before the end of a count from which on it is part of a position's key."""

STORED_MOVE = 1073741824
CAPTURE = 16777216
KILLER = 4194304
CROWNING = 2097152
MOST_HISTORY = 1048576
"""Scores by which moves are ordered."""

WORD = 0xFFFFFFFFFFFFFFFF
FIRST = 0x9E3779B97F4A7C15
SECOND = 0xD6E8FEB86659FD93
THIRD = 0xBF58476D1CE4E5B9
FOURTH = 0x94D049BB133111EB
FIFTH = 0xC2B2AE3D27D4EB4F
"""Odd numbers that mix well, for hashes of 64 bits."""
