"""The numbers of positions of hypergammon, and what the tables have for each.

A place is a point, 1 to 24 as a side counts them, BAR or OFF. A placement is the three places of a side's
checkers, the lowest first, as a number from 0 (all borne off) to PLACEMENTS - 1 (all on the bar). A position
is the placement of the side on roll and that of the other side: PLACEMENTS * on_roll + opponent.
"""

OFF = 0
BAR = 25
HOME = 6
"""The highest point at home."""
PLACEMENTS = 3276
"""C(28, 3): three checkers on 26 places."""

EQUITY = 0
OUTCOME = 1
"""Kinds of tables: equities without a cube, and chances; both of the side on roll."""
POINT = 1 << 28
"""One point, in equities without a cube."""
CHANCES = 5
"""For each position: the chances to win, to win 2 or 3 points, 3, to lose 2 or 3, to lose 3."""
WHOLE = 65535
"""A certain chance, in the file of the table."""


def places() -> list[tuple[int, int, int]]:
    """Return the places of each placement."""
    return [
        (low, middle, high)
        for high in range(BAR + 1)
        for middle in range(high + 1)
        for low in range(middle + 1)
    ]
