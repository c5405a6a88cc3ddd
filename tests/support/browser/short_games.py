"""Short whole games, each won on the board: what two who want it over can reach in a few moves.

Those of draughts and ugolki were found by a search over the rules of `zaria.games`; in that of chess a pawn
takes and promotes, and white castles before the mate; in that of Chess960 the king castles onto its rook.
"""

from typing import NamedTuple


class Short(NamedTuple):
    """Moves of both sides as `BoardMove.move` writes them, who wins by them, and by which rule."""

    winner: int
    reason: str
    moves: str
    options: dict[str, str]


SHORT = {
    "russian-draughts": Short(
        1,
        "no_pieces",
        "a3-b4 b6-a5 c3-d4 a5:c3:e5 e3-f4 e5-d4 f2-e3 d4:f2:h4 g1-f2 f6-g5 h2-g3 g5:e3:g1 d2-e3 h4:f2:d4"
        " e1-f2 g1:e3 c1-d2 e3:c1:a3 a1-b2 a3:c1",
        {},
    ),
    "giveaway": Short(
        0,
        "no_pieces",
        "a3-b4 b6-a5 c3-d4 a5:c3:e5 e3-f4 e5-d4 f2-e3 d4:f2:h4 g1-f2 f6-g5 h2-g3 g5:e3:g1 d2-e3 h4:f2:d4"
        " e1-f2 g1:e3 c1-d2 e3:c1:a3 a1-b2 a3:c1",
        {},
    ),
    "english-draughts": Short(
        0,
        "no_pieces",
        "10-14 23-19 12-16 19x12 14-17 22x13 11-16 24-20 6-10 13x6 2x9 20x11x2 3-7 12x3 10-15 2x11x18 1-6"
        " 18-15 6-10 15x6x13 4-8 3x12 5-9 13x6",
        {},
    ),
    "draughts": Short(
        0,
        "no_pieces",
        "31-26 16-21 33-29 17-22 26x17x28 12-17 29-24 20x29 34x23x12x21 15-20 28-22 13-18 22x13x24x15"
        " 7-12 21-16 9-13 16x7x18x9x20 2-7 32-27 4-9 15x4x13x2x11 6x17 20-15 5-10 15x4 3-9 4x22x11 1-7"
        " 11x2",
        {},
    ),
    "ugolki": Short(
        0,
        "house",
        "b2-b4 f6-e6 a2-c4 g6-g5 b4-d4 g7-e5 b3-h5 e5-d5 c3-g7 g5-f5 c1-g5 g8-e8 a1-e7 f8-f4 c4-g8 h8-d8"
        " d4-h8 f7-d7 b1-c1 h6-h4 c1-c3 d5-d4 c2-g6 d7-c7 a3-b3 h7-b7 b3-d5 d4-c4 c3-e5 e6-d6 d5-h7 b7-a7"
        " e7-f7 d6-e6 e5-e7 a7-a6 h5-h6 a6-a5 f7-f8 a5-a4 e7-f7 a4-a3 g5-h5 a3-a2 f7-f6 f5-g5 h5-f7",
        {"house": "3x3"},
    ),
    "chess": Short(
        0,
        "mate",
        "e2e4 f7f5 e4f5 g7g6 f5g6 g8f6 g6g7 e7e6 g7h8q e8f7 g1f3 f8c5 f1e2 c5e7 e1g1 b7b6 f3e5",
        {},
    ),
    "chess960": Short(1, "mate", "f1g1 h8g6 e2e3 g6f4 d1e2 f4e2", {"start_number": "617"}),
}
