"""Constants of the kernel of tables games; compiled modules have them as an enum of `kernel.pxd`."""

NO_LIMIT = 99
"""Any number of checkers may leave the head."""
ROWS = 4096
"""No roll has more than 3060 distinct results; the steps of a roll pass through at most 3876 positions.

Where hitting checkers are distinguished there may be more, without a proved bound: the widest roll that a
search found has 2959. `ensure_capacity` stops before a write beyond the end.
"""
EDGES = 16384
"""Steps of a roll."""
WIDEST = 30
"""Steps from one node at most: from fifteen points by two dice."""
SLOTS = 8192
"""Places of the hash table."""
PAIR_SLOTS = 1024
"""Places used where two dice are played by free steps."""
TEXT = 225280
"""Bytes of a tree as JSON: at most `[25,6,4095],` for each of EDGES, and `[],` for each of ROWS."""
BOTH_DICE = 3
LARGER_DIE = 2
SMALLER_DIE = 1
"""Ranks of turns."""
SPOILT = -1
"""The rank of a turn that may not end where it does."""
NARDY = 1
FIVESTARS = 2
PRINCIPLE = 3
"""Head lists: that of the booklet of nardy, that of 5Stars, and no rolls in particular, but any roll."""
EACH_STEP = 1
END_OF_TURN = 2
"""Moments at which the six-block is looked for."""
OWN_QUARTER = 1
"""The limit of points held in the own first quarter; 2 is that in the other side's."""
STRUCK_POINT = 2
"""The ban of hit and off that holds for the whole point; 1 is that of the checker which hit."""
MOTHERS_WIN = 2
"""The rule by which a pinned mother ends the game; by 1 the game starts again if both are pinned."""
