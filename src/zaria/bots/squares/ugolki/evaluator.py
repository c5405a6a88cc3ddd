"""Static evaluation of ugolki: one source, compiled by Cython or run as it is.

Values are those for the side to move, in hundredths of what a step is worth to a straggler. They are sums of
weights (`weights`): of each man's square while many are at home and when they are out, of jumps forward that
stand ready, of the rearmost man, of men still to come, of lateness. `evaluator.pxd` gives the C types.
"""

import cython

if not cython.compiled:
    from zaria.games.draughts.kernel import bits_in

ALL = 0xFFFFFFFFFFFFFFFF
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
HALF, WORD = 1 << 31, (1 << 32) - 1
FAR = 1 << 40
"""Added before a division and taken away after it: Python and C divide negative numbers differently."""
DE_BRUIJN = 0x03F79D71B4CB0A89
FORTY = 40
UP, ACROSS, AGAIN, REAR, PAIR, BESIDE, TEMPO = 0, 1, 2, 3, 4, 5, 6
"""The single weights: jumps forward to the far side and sideways, a second jump after them, each step of the
rearmost man, men in line, men beside each other, being to move."""
SINGLES = 7


def zeros(count: int) -> list[int]:
    """Numbers to begin with: a list when interpreted, the cells of a C array when compiled."""
    return [0] * count


class UgolkiEvaluator:
    """The weights for one kind of house."""

    def __init__(self) -> None:
        self.house = zeros(2)
        self.packed = zeros(2 * 8 * 256)
        self.rear = zeros(2 * 64)
        self.out = zeros(17)
        self.late = zeros(41)
        self.single = zeros(SINGLES)
        self.men = 12
        self.index = zeros(64)
        for square in range(64):
            self.index[(DE_BRUIJN << square & ALL) >> 58] = square

    def weigh(
        self,
        houses: tuple[int, int],
        early: list[int],
        late: list[int],
        out: list[int],
        lateness: list[int],
        single: list[int],
    ) -> None:
        """Set the houses and the weights, squares as light sees them from a1 on."""
        self.house[0], self.house[1] = houses
        self.men = houses[0].bit_count()
        for side in range(2):
            for square in range(64):
                seen = 63 - square if side else square
                self.rear[64 * side + square] = 14 - (seen >> 3) - (seen & 7)
            for rank in range(8):
                for files in range(256):
                    total = 0
                    for file in range(8):
                        if files >> file & 1:
                            seen = 63 - (8 * rank + file) if side else 8 * rank + file
                            total += (early[seen] << 32) + late[seen]
                    self.packed[2048 * side + 256 * rank + files] = total
        for n in range(len(out)):
            self.out[n] = out[n]
        for n in range(41):
            self.late[n] = lateness[n]
        for n in range(SINGLES):
            self.single[n] = single[n]

    def value(self, men: int, opp: int, side: int, moves: int, their_moves: int) -> int:
        """Return the worth of a position to the side to move, whose men come first."""
        home = bits_in(men & self.house[side]) + bits_in(opp & self.house[1 - side])
        value = self.place_value(men, side, home) - self.place_value(opp, 1 - side, home)
        both = men | opp
        value += self.shape_value(men, both, side, moves) - self.shape_value(opp, both, 1 - side, their_moves)
        return value + self.single[TEMPO]

    def place_value(self, men: int, side: int, home: int) -> int:
        """The worth of the squares of the men, where so many of both sides are still at home."""
        total = self.packed[2048 * side + (men & 255)]
        for rank in range(1, 8):
            total += self.packed[2048 * side + 256 * rank + (men >> 8 * rank & 255)]
        late = (total + HALF & WORD) - HALF
        early = (total - late) >> 32
        whole = 2 * self.men
        return (early * home + late * (whole - home) + FAR * whole) // whole - FAR

    def shape_value(self, men: int, both: int, side: int, moves_made: int) -> int:
        """Return what the men have before them and behind them."""
        free = ALL ^ both
        if side == 0:
            up = ((men << 8) & both) << 8 & free
            across = ((men & NOT_H) << 1 & both & NOT_H) << 1 & free
            landed = up | across
            again = (((landed << 8) & both) << 8 | ((landed & NOT_H) << 1 & both & NOT_H) << 1) & free
        else:
            up = (men >> 8 & both) >> 8 & free
            across = ((men & NOT_A) >> 1 & both & NOT_A) >> 1 & free
            landed = up | across
            again = ((landed >> 8 & both) >> 8 | ((landed & NOT_A) >> 1 & both & NOT_A) >> 1) & free
        value = self.single[UP] * bits_in(up) + self.single[ACROSS] * bits_in(across)
        value += self.single[AGAIN] * bits_in(again)
        value += self.single[PAIR] * bits_in(men & men >> 8)
        value += self.single[BESIDE] * bits_in(men & (men & NOT_A) >> 1)
        value += self.out[bits_in(men & (ALL ^ self.house[1 - side]))]
        value += self.single[REAR] * self.rearmost(men, side)
        at_home = men & self.house[side]
        if at_home != 0:
            value += bits_in(at_home) * self.late[moves_made if moves_made < FORTY else FORTY]
        return value

    def rearmost(self, men: int, side: int) -> int:
        """Steps to the far corner of the man that is furthest from it."""
        most = 0
        while men != 0:
            man = men & (ALL ^ men) + 1
            men ^= man
            steps = self.rear[64 * side + self.index[(man * DE_BRUIJN & ALL) >> 58]]
            if steps > most:
                most = steps
        return most
