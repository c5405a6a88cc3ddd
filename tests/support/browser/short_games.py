"""Short whole games, each won on the board: what two who want it over can reach in a few moves.

Those of draughts and ugolki were found by a search over the rules of `zaria.games`, against which
`tests.games.test_short_games` checks all of them; in that of chess a pawn takes and promotes, and white
castles before the mate; in that of Chess960 the king castles onto its rook.
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
    "brazilian-draughts": Short(
        1,
        "no_pieces",
        "e3-f4 b6-c5 c3-d4 c5xe3xg5 f2-e3 g5-h4 b2-c3 h4xf2xd4xb2 a1xc3 d6-c5 a3-b4 c5xa3 c1-b2 a3xc1xe3"
        " g1-f2 e3xg1 e1-f2 g1xd4xa1 h2-g3 f6-e5 g3-f4 e5xg3",
        {},
    ),
    "pool-checkers": Short(
        0,
        "no_pieces",
        "11-15 23-19 10-14 19x10x17 12-16 17-13 6-10 13x6x15 7-11 15-10 3-7 10x3x12x19 1-6 21-17 11-15"
        " 19x10x1 5-9 1-5 2-7 5x14x3 4-8 3x12",
        {},
    ),
    "czech-draughts": Short(
        0,
        "no_pieces",
        "g3-f4 d6-c5 c3-d4 h6-g5 f4xh6 c5-b4 a3xc5 e7-d6 c5xe7 f8xd6 h6xf8 h8-g7 f8xb4 d8-e7 b4xf8xh6 b6-c5"
        " d4xb6xd8 b8-c7 d8xa5 a7-b6 a5xd8xg5",
        {},
    ),
    "thai-draughts": Short(
        0,
        "no_pieces",
        "6-10 25-22 2-6 22-18 10-14 18-9-2 7-10 2-7 5-9 7-14-5 3-7 5-14 1-6 14-3-12 4-8 12-3 6-10 3-14",
        {},
    ),
    "spanish-draughts": Short(
        0,
        "no_pieces",
        "12-15 22-18 10-14 24-20 15x24 18-13 9x18 27-22 18x27 31x22 24x31 32-28 31x9 30-27 9x31x24 21-18"
        " 14x21x30 25-21 30x17 29-26 17x30x20",
        {},
    ),
    "portuguese-draughts": Short(
        0,
        "no_pieces",
        "12-15 22-18 10-14 24-20 15x24 18-13 9x18 27-22 18x27 31x22 24x31 32-28 31x9 30-27 9x31x24 21-18"
        " 14x21x30 25-21 30x17 29-26 17x30x20",
        {},
    ),
    "italian-draughts": Short(
        0,
        "blocked",
        "22-19 10-14 19x10 6x13 21-17 11-14 17x10 3-6 10x3 12-15 3x12x19x10 4-7 23-19 2-6 10x3x12 5-10"
        " 24-20 10-14 19x10 1-5 10x1 9-13 1-5 13-17 25-21",
        {},
    ),
    "turkish-draughts": Short(
        0,
        "no_pieces",
        "d3-d4 d6-d5 d4xd6xd8 c7-d7 d8xd6 f6-f5 d6xf6xf4 f7-f6 f4xf7xc7xc4 g7-f7 c4-g4 b7-c7 g4xg7xe7xb7xb4"
        " h7-g7 b4-a4 a7-b7 a4xa7xc7xh7xh5",
        {},
    ),
    "frisian-draughts": Short(
        0,
        "no_pieces",
        "34-29 18-22 35-30 20-24 29x20x18x27 16-21 27x16x18 8x28 32x23 3-8 23x3 12-17 3x12x26 7-12 26x3 1-7"
        " 3x1x21 6-11 21x1x12 15-20 12x15x29 9-13 29-20 10-14 20x3x23 5-10 23x5x3",
        {},
    ),
    "canadian-draughts": Short(
        1,
        "no_pieces",
        "45-39 27-34 44-38 34x45x32 43-37 32x43 46-40 30-36 47-41 36x47x34 50-45 34-40 51-46 40x51x38 56-50"
        " 43x56x45 48-41 29-35 58-51 45x58x47x36 63-58 35-41 53-47 41x52x63x50 54-48 22-27 48-41 36x47"
        " 69-63 38-44 59-52 47x58x69x56 68-62 56x69 55-49 44x55x68 70-63 69x52 65-59 52x65x54 71-65"
        " 54x71x32 67-61 68x55 72-65 55-33 65-59 33x65 66-60 65x54",
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
