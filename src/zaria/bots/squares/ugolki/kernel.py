"""Alpha-beta for ugolki: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`. A `Searcher` is one thread's scratch pad. Compiled it does not hold
Python's lock while it searches; another thread may set `stop`.

A position is the men of the side to move, those of the other, and the moves each has made, because of the
fortieth. Values are those of `evaluator`.
"""

from array import array

import cython

from zaria.bots.squares.ugolki.evaluator import UgolkiEvaluator, zeros
from zaria.games.ugolki.kernel import UgolkiKernel

ALL = 0xFFFFFFFFFFFFFFFF
FAR = 1 << 40
"""Added before a division and taken away after it: Python and C divide negative numbers differently."""
DE_BRUIJN = 0x03F79D71B4CB0A89
MIX_1, MIX_2, MIX_3 = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93
WON, SURE = 1_000_000, 999_000
"""As in `search`."""
ENDLESS = 2_000_000
FORTY = 40
PLIES = 64
"""Moves looked ahead, at most."""
ROOM = 512
"""Moves of a position: sixteen men cannot have more than 32 ends each, nor fewer men more in all."""
EXACT, FLOOR, CEILING = 0, 1, 2
"""Kinds of stored value: exact, a lower bound or an upper bound of the true value."""


class Searcher:
    """Searches one position at a time: `load`, then `round` with growing depth; moves come in `best`."""

    def __init__(self, size: int = 18) -> None:
        """`size`: positions remembered, as a power of two (16 bytes each)."""
        self.rules = UgolkiKernel()
        self.keys = array("Q", bytes(8 << size))
        self.known = array("q", bytes(8 << size))
        self.mask = (1 << size) - 1
        self.one = 1
        self.index = zeros(64)
        for square in range(64):
            self.index[(DE_BRUIJN << square & ALL) >> 58] = square
        self.house = zeros(2)
        self.gain = zeros(2 * 64)
        self.evaluator = UgolkiEvaluator()
        self.src = zeros(PLIES * ROOM)
        self.dst = zeros(PLIES * ROOM)
        self.score = zeros(PLIES * ROOM)
        self.killers = zeros(2 * PLIES)
        self.history = zeros(2 * 4096)
        self.root_move = zeros(ROOM)
        self.root_fixed = zeros(ROOM)
        self.roots = 0
        self.own_men = self.their_men = 0
        self.side = self.own_moves = self.their_moves = 0
        self.noise = self.seed = 0
        self.nodes = self.most = 0
        self.stop = self.over = False

    # -- what is loaded ------------------------------------------------------------------------------------

    def weigh(
        self,
        houses: tuple[int, int],
        early: list[int],
        late: list[int],
        out: list[int],
        lateness: list[int],
        single: list[int],
    ) -> None:
        """Take the houses and the weights, squares as light sees them from a1 on."""
        self.house[0], self.house[1] = houses
        for side in range(2):
            for square in range(64):
                seen = 63 - square if side else square
                self.gain[64 * side + square] = (early[seen] + late[seen]) // 2
        self.evaluator.weigh(houses, early, late, out, lateness, single)

    def load(
        self, side: int, men: tuple[int, int], moves_made: tuple[int, int], noise: int = 0, seed: int = 0
    ) -> None:
        """Take a position and forget the one before; see `engine.Limits` for noise and seed."""
        self.side = side
        self.own_men, self.their_men = men[side], men[1 - side]
        self.own_moves, self.their_moves = moves_made[side], moves_made[1 - side]
        self.noise, self.seed = noise, seed & 0xFFFFFFFF
        self.stop = self.over = False
        self.nodes = 0
        self.forget()
        self.roots = self.generate(self.own_men, self.their_men, side, 0)
        for n in range(self.roots):
            self.pick(0, n, self.roots)
            self.root_move[n] = self.src[n] << 6 | self.dst[n]
            self.root_fixed[n] = ENDLESS

    def fix(self, move: int, value: int) -> None:
        """Return what a move is worth where the rules say so and the search cannot know."""
        for n in range(self.roots):
            if self.root_move[n] == move:
                self.root_fixed[n] = value

    def best(self, place: int) -> int:
        """The move at a place, 0 the best: 64 times the square it begins on and the one where it ends."""
        return self.root_move[place]

    def remembered(self, side: int, men: int, opp: int, moves: int, their_moves: int) -> int:
        """The move remembered as best in a position, -1 for none."""
        h = self.hashed(side, men, opp, moves, their_moves)
        if self.keys[h & self.mask] != h:
            return -1
        return self.known[h & self.mask] & 4095

    def round(self, depth: int, first: int, most: int) -> int:
        """Search the moves from place `first` on and put the best there; its value.

        It ends early, `over`, when more than `most` positions have been seen since `load`, or by `stop`: then
        what stands there is the best so far. The value is -ENDLESS where nothing was found, or nothing but
        moves that lose: then it is the next one, which may not.
        """
        self.most = most
        with cython.nogil:
            return self.look_first(depth, first)

    def value(self) -> int:
        """Return what the loaded position is worth at a glance."""
        return self.evaluate(self.own_men, self.their_men, self.side, self.own_moves, self.their_moves)

    def perft(self, men: int, opp: int, side: int, depth: int) -> int:
        """Sequences of `depth` moves by the moves this search makes; for tests."""
        total = 0
        n = self.generate(men, opp, side, depth)
        if n == 0:
            return self.perft(opp, men, 1 - side, depth)
        if depth == 1:
            return n
        for i in range(n):
            at = depth * ROOM + i
            after = men ^ self.bit(self.src[at]) ^ self.bit(self.dst[at])
            total += self.perft(opp, after, 1 - side, depth - 1)
        return total

    # -- the search ----------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Begin as one that knows nothing, so that the same question has the same answer."""
        for n in range(self.mask + 1):
            self.keys[n] = 0
        for n in range(2 * PLIES):
            self.killers[n] = -1
        for n in range(2 * 4096):
            self.history[n] = 0

    def bit(self, square: int) -> int:
        """A square as a bit."""
        return self.one << square

    def look_first(self, depth: int, first: int) -> int:
        """The value of the best move from place `first` on, which is put there."""
        alpha = -ENDLESS
        for n in range(first, self.roots):
            move = self.root_move[n]
            fixed = self.root_fixed[n]
            if fixed != ENDLESS:
                value = fixed
            else:
                value = self.after_first(move, depth, alpha, n - first)
                if self.over:
                    if alpha >= -SURE:
                        break
                    value = ENDLESS  # nothing is known of it, but those before it lose
            if value > alpha:
                alpha = value
                m = n
                while m > first:
                    self.root_move[m] = self.root_move[m - 1]
                    self.root_fixed[m] = self.root_fixed[m - 1]
                    m -= 1
                self.root_move[first] = move
                self.root_fixed[first] = fixed
            if self.over:
                return -ENDLESS
        return alpha

    def after_first(self, move: int, depth: int, alpha: int, place: int) -> int:
        """Return what one move of the position is worth, as far as it may be more than alpha."""
        men = self.own_men ^ self.bit(move >> 6) ^ self.bit(move & 63)
        opp, moves, opponent = self.their_men, self.own_moves + 1, 1 - self.side
        if place == 0 or alpha == -ENDLESS:
            return -self.look(
                opp, men, opponent, self.their_moves, moves, depth - 1, -ENDLESS, -alpha, 1, True
            )
        less = 1 if place > 7 and depth > 3 else 0
        value = -self.look(
            opp, men, opponent, self.their_moves, moves, depth - 1 - less, -alpha - 1, -alpha, 1, True
        )
        if value > alpha and not self.over:
            value = -self.look(
                opp, men, opponent, self.their_moves, moves, depth - 1, -ENDLESS, -alpha, 1, True
            )
        return value

    def look(
        self,
        men: int,
        opp: int,
        side: int,
        moves: int,
        their_moves: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        may_pass: bool,
    ) -> int:
        """The value of a position, exact between alpha and beta, else a bound."""
        self.nodes += 1
        if self.nodes > self.most or self.stop:
            self.over = True
        if self.over:
            return 0
        if opp == self.house[side]:
            return ply - WON
        if their_moves >= FORTY and opp & self.house[1 - side] != 0:
            return WON - ply
        if depth <= 0 or ply >= PLIES - 1:
            return self.evaluate(men, opp, side, moves, their_moves)
        h = self.hashed(side, men, opp, moves, their_moves)
        at = h & self.mask
        known_move = -1
        if self.keys[at] == h:
            data = self.known[at]
            known_move = data & 4095
            value = (data >> 24) - ENDLESS
            if value > SURE:
                value -= ply
            elif value < -SURE:
                value += ply
            if (data >> 16 & 127) >= depth:
                bound = data >> 12 & 3
                if bound == EXACT or (value >= beta if bound == FLOOR else value <= alpha):
                    return value
        if (
            may_pass
            and depth >= 3
            and beta < SURE
            and (men & self.house[side] == 0 or moves < FORTY - 8)
            and self.evaluate(men, opp, side, moves, their_moves) >= beta
        ):
            value = -self.look(
                opp, men, 1 - side, their_moves, moves, depth - 3, -beta, 1 - beta, ply + 1, False
            )
            if value >= beta and value < SURE:
                return value
        n = self.generate(men, opp, side, ply)
        if n == 0:
            return -self.look(opp, men, 1 - side, their_moves, moves, depth, -beta, -alpha, ply + 1, False)
        self.promote(ply, n, side, known_move)
        return self.best_of(men, opp, side, moves, their_moves, depth, alpha, beta, ply, n, h)

    def best_of(
        self,
        men: int,
        opp: int,
        side: int,
        moves: int,
        their_moves: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        n: int,
        h: int,
    ) -> int:
        """The value of the best of the moves found, and what is to be remembered of it."""
        best = -ENDLESS
        best_move = 0
        floor = alpha
        width = min(n, 8 + 4 * depth)
        base = ply * ROOM
        for i in range(n):
            if i >= width and best >= -SURE:
                break  # the others are seldom better; but lost is only who loses by every move
            self.pick(base, i, n)
            src, dst = self.src[base + i], self.dst[base + i]
            after = men ^ self.bit(src) ^ self.bit(dst)
            less = 0
            if i >= 3 and depth >= 3:
                less = 1 if i < 10 or depth < 5 else 2
            if i == 0:
                value = -self.look(
                    opp, after, 1 - side, their_moves, moves + 1, depth - 1, -beta, -floor, ply + 1, True
                )
            else:
                value = -self.look(
                    opp,
                    after,
                    1 - side,
                    their_moves,
                    moves + 1,
                    depth - 1 - less,
                    -floor - 1,
                    -floor,
                    ply + 1,
                    True,
                )
                if value > floor and (value < beta or less > 0) and not self.over:
                    value = -self.look(
                        opp, after, 1 - side, their_moves, moves + 1, depth - 1, -beta, -floor, ply + 1, True
                    )
            if self.over:
                return 0
            if value > best:
                best = value
                best_move = src << 6 | dst
                if best > floor:
                    floor = best
                if best >= beta:
                    self.praise(side, best_move, depth, ply)
                    break
        bound = FLOOR if best >= beta else (CEILING if best <= alpha else EXACT)
        value = best
        if value > SURE:
            value += ply
        elif value < -SURE:
            value -= ply
        at = h & self.mask
        self.keys[at] = h
        data = value + ENDLESS
        self.known[at] = data << 24 | depth << 16 | bound << 12 | best_move
        return best

    def praise(self, side: int, move: int, depth: int, ply: int) -> None:
        """Remember a move that refuted the one before it."""
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        at = 4096 * side + move
        self.history[at] += depth * depth
        if self.history[at] > 4000:
            for n in range(2 * 4096):
                self.history[n] = self.history[n] >> 1

    def hashed(self, side: int, men: int, opp: int, moves: int, their_moves: int) -> int:
        """A number for the position; moves made count only where men are late at home."""
        h = men * MIX_1 + opp * MIX_2 + side
        if men & self.house[side] != 0 and moves > 23:
            h += moves << 8
        if opp & self.house[1 - side] != 0 and their_moves > 23:
            h += their_moves << 20
        h &= ALL
        h ^= h >> 32
        h = h * MIX_3 & ALL
        return h ^ h >> 29

    # -- moves and their order -----------------------------------------------------------------------------

    def generate(self, men: int, opp: int, side: int, ply: int) -> int:
        """Find all moves, with what they gain at first sight; how many there are."""
        both = men | opp
        at = ply * ROOM
        while men != 0:
            man = men & (ALL ^ men) + 1
            men ^= man
            squares = self.rules.ends(man, both ^ man)
            src = self.index[(man * DE_BRUIJN & ALL) >> 58]
            from_worth = self.gain[64 * side + src]
            while squares != 0:
                end = squares & (ALL ^ squares) + 1
                squares ^= end
                dst = self.index[(end * DE_BRUIJN & ALL) >> 58]
                self.src[at] = src
                self.dst[at] = dst
                self.score[at] = 16 * (self.gain[64 * side + dst] - from_worth)
                at += 1
        return at - ply * ROOM

    def promote(self, ply: int, n: int, side: int, known_move: int) -> None:
        """Add to the scores of moves that did well before."""
        first, second = self.killers[2 * ply], self.killers[2 * ply + 1]
        for at in range(ply * ROOM, ply * ROOM + n):
            move = self.src[at] << 6 | self.dst[at]
            if move == known_move:
                self.score[at] += 1000000
            elif move in (first, second):
                self.score[at] += 600
            self.score[at] += self.history[4096 * side + move]

    def pick(self, base: int, i: int, n: int) -> None:
        """Bring the most promising of the moves from i on to place i."""
        best = base + i
        for at in range(base + i + 1, base + n):
            if self.score[at] > self.score[best]:
                best = at
        at = base + i
        if best != at:
            self.score[at], self.score[best] = self.score[best], self.score[at]
            self.src[at], self.src[best] = self.src[best], self.src[at]
            self.dst[at], self.dst[best] = self.dst[best], self.dst[at]

    # -- evaluation ----------------------------------------------------------------------------------------

    def evaluate(self, men: int, opp: int, side: int, moves: int, their_moves: int) -> int:
        """Return the static evaluation of a position, with noise if there is any."""
        value = self.evaluator.value(men, opp, side, moves, their_moves)
        if self.noise != 0:
            value += self.error(self.hashed(side, men, opp, moves, their_moves))
        return value

    def error(self, h: int) -> int:
        """By how much this position is misjudged: nearly normal, the same each time."""
        h = (h ^ self.seed * MIX_1 & ALL) * MIX_3 & ALL
        h ^= h >> 32
        h = h * MIX_2 & ALL
        total = (h & 255) + (h >> 16 & 255) + (h >> 32 & 255) + (h >> 48 & 255) - 510
        return (total * self.noise + 148 * FAR) // 148 - FAR


def kernel_is_compiled() -> bool:
    """Does this kernel run compiled?"""
    return not __file__.endswith(".py")
