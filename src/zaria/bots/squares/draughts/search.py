"""Looking ahead in draughts: alpha-beta, one source compiled by Cython or run as it is.

The C types stand in `search.pxd`. A `Search` is one thread's scratch pad; while it looks ahead it holds no
lock of the interpreter, and `halt` may be called from another thread.

Iterative deepening with a table of positions, narrow windows, reductions of late quiet moves. Moves are named
by their place in the list of the rules' kernel, which is always the same for the same position. Captures are
compulsory: an only move and captures below the horizon cost no depth, and a position in which the other side
threatens to capture is not judged as it stands. A position that comes back, or in which a drawing rule has
counted to its end, is a draw; what has been counted is part of the key of a position, so that what was found
at one count is not taken for true at another.

Values are hundredths of a man for the side to move; beyond `SURE` a win that has been seen through.
"""

from collections.abc import Sequence

from zaria.bots.squares.draughts.endings import Endings
from zaria.bots.squares.draughts.evaluator import DraughtsEvaluator
from zaria.games.draughts.kernel import Kernel, zeros

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.games.draughts.kernel import bits_in

WON = 1_000_000
SURE = WON - 1000
FAR = 2 * WON
MOVES = 4096
"""Room for moves, as in the rules' kernel."""
CROWDED = 3400
"""Beyond so many nobody looks further ahead."""
PLIES = 96
"""Nobody looks further ahead than that, threats and captures included."""
PAST = 128
"""Room for positions of the game so far."""
ENTRIES = 1 << 19
"""Positions remembered; 16 bytes each."""
LINES = 64
"""Moves ranked at once."""
WORD = 0xFFFFFFFFFFFFFFFF
FIRST, SECOND = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
THIRD, FOURTH = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""Odd numbers that mix well."""
BRUIJN = 0x03F79D71B4CB0A89
"""Its 64 windows of six bits are all different."""
EXACT, LOWER, UPPER = 0, 1, 2
NO_DRAWS, ENGLISH, RUSSIAN, INTERNATIONAL = 0, 1, 2, 3
SOON = 16
"""Plies before the end of a count from which on it is part of a position's key."""
ENOUGH_FOR_ONE = 8
"""How deep to look where there is nothing to choose."""
THREATS = 4
"""How often a threat below the horizon is looked into on one way."""
NEVER = 1 << 20
ABSENT = 127
"""As in `endings`."""


def mixed(men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
    """A number that stands for a position."""
    h = (men + side) * FIRST & WORD
    h = ((h ^ h >> 32) + kings) * SECOND & WORD
    h = ((h ^ h >> 29) + their_men) * THIRD & WORD
    h = ((h ^ h >> 32) + their_kings) * FOURTH & WORD
    return h ^ h >> 31


def slot(square: int) -> int:
    """A number from 0 to 63 for a single bit."""
    return (square * BRUIJN & WORD) >> 58


class Search:
    """One look ahead at a time; see above."""

    def __init__(self) -> None:
        if not cython.compiled:  # else they are arrays of zeros from the beginning
            self.keys = zeros(ENTRIES)
            self.notes = zeros(ENTRIES)
            self.order = zeros(MOVES)
            self.score = zeros(MOVES)
            self.killers = zeros(2 * PLIES)
            self.history = zeros(2 * 4096)
            self.path = zeros(PAST + PLIES)
            self.ending = zeros(PLIES)
            self.road = zeros(PLIES)
            self.quiet = zeros(PLIES)
            self.line_src = zeros(PLIES * PLIES)
            self.line_dst = zeros(PLIES * PLIES)
            self.line_cap = zeros(PLIES * PLIES)
            self.line_crown = zeros(PLIES * PLIES)
            self.length = zeros(PLIES)
            self.barred = zeros(MOVES)
            self.lost = zeros(MOVES)
            self.found_value = zeros(2 * LINES)
            self.found_depth = zeros(2 * LINES)
            self.found_length = zeros(2 * LINES)
            self.found_move = zeros(2 * LINES)
            self.found_src = zeros(2 * LINES * PLIES)
            self.found_dst = zeros(2 * LINES * PLIES)
            self.found_cap = zeros(2 * LINES * PLIES)
            self.found_crown = zeros(2 * LINES * PLIES)
        self.rules = Kernel()
        self.judge = DraughtsEvaluator()
        self.endings: Endings
        self.few = 0
        self.age = 0
        self.past = 0
        self.found = 0
        self.nodes = 0
        self.most_nodes = 0
        self.deepest = 0
        self.wanted = 0
        self.stop = False
        self.giveaway = False
        self.draws = NO_DRAWS
        self.quiet_end = NEVER
        self.main_road = 0
        self.noise = 0
        self.seed = 0
        self.men = self.kings = self.their_men = self.their_kings = self.side = 0
        self.root_best = 0
        self.root_moves = 0
        self.barring = False

    # -- what is asked -------------------------------------------------------------------------------------

    def set_game(self, giveaway: bool, draws: int, quiet_end: int, main_road: int) -> None:
        """Take what the rules' kernel does not know: who wins, which endings are counted, the plies without
        a capture or a move of a man that draw (0 for none), and the long diagonal."""
        self.giveaway = giveaway
        self.draws = draws
        self.quiet_end = quiet_end if quiet_end else NEVER
        self.main_road = main_road

    def load(self, rules: tuple[int, ...], side: int, own: tuple[int, int], their: tuple[int, int]) -> None:
        """Take the rules as numbers, the side to move, its men and kings, the other side's men and kings."""
        self.rules.load(rules, side, own, their)
        self.side = side
        self.men, self.kings = own
        self.their_men, self.their_kings = their
        self.past = 0
        self.ending[0] = 0
        self.road[0] = 0
        self.quiet[0] = 0

    def set_endings(self, endings: Endings, few: int) -> None:
        """Take endings that are known, to be looked up where there are so few pieces; 0 for not at all."""
        self.endings = endings
        self.few = few

    def count(self, ending: int, road: int, quiet: int) -> None:
        """Take what has been counted towards a draw; see `draws.Tally`."""
        self.ending[0] = ending
        self.road[0] = road
        self.quiet[0] = quiet

    def remember(self, positions: Sequence[tuple[int, int, int, int, int]]) -> None:
        """Take the positions before this one, of which the last may come back: men, kings, men and kings of
        the other, side to move."""
        last = positions[-PAST:]
        self.past = len(last)
        for i in range(len(last)):
            men, kings, their_men, their_kings, side = last[i]
            self.path[i] = mixed(men, kings, their_men, their_kings, side)

    def search(self, nodes: int, depth: int, lines: int, noise: int, seed: int) -> int:
        """Look ahead until so many positions have been seen, so deep, or until `halt`; returns how many
        moves have been ranked: as many as `lines` where there are so many.

        The moves are asked for by `line`. `stop` is taken back before, not here, lest a call be lost.
        """
        self.most_nodes = nodes
        self.noise = noise
        self.seed = seed * FIRST & WORD
        self.deepest = min(depth, PLIES // 2)
        self.wanted = min(lines, LINES)
        self.renew()
        with cython.nogil:
            self.deepen()
        return self.found

    def ready(self) -> None:
        """Forget an earlier call of `halt`."""
        self.stop = False

    def halt(self) -> None:
        """End the search that is going on, from another thread."""
        self.stop = True

    def line(self, k: int) -> tuple[int, int, list[tuple[int, int, int, bool]]]:
        """Of the k-th best move: value, depth, and the moves to come (from, to, captured, crowned)."""
        moves = []
        for i in range(k * PLIES, k * PLIES + self.found_length[k]):
            moves.append((self.found_src[i], self.found_dst[i], self.found_cap[i], bool(self.found_crown[i])))
        return self.found_value[k], self.found_depth[k], moves

    # -- deeper and deeper ---------------------------------------------------------------------------------

    def renew(self) -> None:
        """Forget what was found in other positions."""
        self.age += 1
        if self.age > 0xFFFF:
            self.age = 1
            for i in range(ENTRIES):
                self.notes[i] = 0
        for i in range(2 * PLIES):
            self.killers[i] = 0
        for i in range(2 * 4096):
            self.history[i] = 0
        self.nodes = 0
        self.found = 0
        self.found_depth[LINES] = 0

    def deepen(self) -> None:
        """Look one move further each time round."""
        self.root_moves = self.rules.generate(
            self.men, self.kings, self.their_men | self.their_kings, self.side, 0
        )
        lines = min(self.wanted, self.root_moves)
        for i in range(self.root_moves):
            self.barred[i] = 0
            self.lost[i] = 0
        if lines == 0:
            return
        for d in range(1, self.deepest + 1):
            for k in range(lines):
                self.rank(d, k)
                if self.stop:
                    break
            for i in range(self.root_moves):
                self.barred[i] = 0
            if self.stop and (lines > 1 or self.found_depth[LINES] < d or self.lost[self.found_move[LINES]]):
                break
            self.settle(0, lines)
            if self.stop or self.found_value[lines - 1] > SURE or self.found_value[0] < -SURE:
                break
            if self.root_moves == 1 and d >= ENOUGH_FOR_ONE:
                break
        if self.found == 0:
            for k in range(lines):
                self.guess(k, k, 0, 0)
            self.settle(0, lines)
        if self.stop:
            self.mend(lines)

    def rank(self, depth: int, k: int) -> None:
        """Find the k-th best move by a search so deep; the better ones are barred."""
        margin = 24
        alpha = -FAR
        beta = FAR
        if depth > 3 and k < self.found and -SURE < self.found_value[k] < SURE:
            alpha = self.found_value[k] - margin
            beta = self.found_value[k] + margin
        self.barring = k > 0
        while True:
            self.root_best = -1
            value = self.ahead(
                self.men, self.kings, self.their_men, self.their_kings, self.side, depth, alpha, beta, 0, 0
            )
            if self.stop and (self.root_best < 0 or value <= alpha):
                return
            if self.stop or alpha < value < beta:
                self.note(k, value, depth)
                return
            margin *= 4
            if value <= alpha:
                alpha = value - margin if margin < 1000 else -FAR
            else:
                beta = value + margin if margin < 1000 else FAR

    def note(self, k: int, value: int, depth: int) -> None:
        """Write down the k-th best move of this round with what follows it."""
        at = LINES + k
        self.found_value[at] = value
        self.found_depth[at] = depth
        self.found_move[at] = self.root_best
        self.found_length[at] = self.length[0]
        for i in range(self.length[0]):
            self.found_src[at * PLIES + i] = self.line_src[i]
            self.found_dst[at * PLIES + i] = self.line_dst[i]
            self.found_cap[at * PLIES + i] = self.line_cap[i]
            self.found_crown[at * PLIES + i] = self.line_crown[i]
        self.barred[self.root_best] = 1

    def settle(self, first: int, lines: int) -> None:
        """A round is over: what it found counts from now on, from the move `first` on."""
        for k in range(first, lines):
            self.found_value[k] = self.found_value[LINES + k]
            self.found_depth[k] = self.found_depth[LINES + k]
            self.found_length[k] = self.found_length[LINES + k]
            self.found_move[k] = self.found_move[LINES + k]
            for i in range(k * PLIES, k * PLIES + self.found_length[k]):
                self.found_src[i] = self.found_src[LINES * PLIES + i]
                self.found_dst[i] = self.found_dst[LINES * PLIES + i]
                self.found_cap[i] = self.found_cap[LINES * PLIES + i]
                self.found_crown[i] = self.found_crown[LINES * PLIES + i]
        self.found = lines

    def guess(self, k: int, move: int, value: int, depth: int) -> None:
        """Where there was no time to look at it: a move as it comes for the k-th best."""
        self.rules.generate(self.men, self.kings, self.their_men | self.their_kings, self.side, 0)
        self.root_best = move
        self.length[1] = 0
        self.keep(0, move)
        self.note(k, value, depth)

    def mend(self, lines: int) -> None:
        """Say of moves that they lose where the round that was broken off has shown it.

        If nothing else was found the next move that may hold comes in, for no more than the worst was worth.
        """
        value = max(-SURE, min(SURE, self.found_value[lines - 1]))
        holds = 0
        for k in range(lines):
            if self.lost[self.found_move[k]]:
                self.found_value[k] = self.lost[self.found_move[k]]
            else:
                holds += 1
        if holds:
            return
        for i in range(self.root_moves):
            move = self.order[i]
            if not self.lost[move]:
                self.guess(lines - 1, move, value, self.found_depth[lines - 1])
                self.settle(lines - 1, lines)
                return

    def keep(self, ply: int, move: int) -> None:
        """Put a move at the head of a line, before what follows from the next ply."""
        at = ply * PLIES
        self.line_src[at] = self.rules.src[move]
        self.line_dst[at] = self.rules.dst[move]
        self.line_cap[at] = self.rules.taken[move]
        self.line_crown[at] = self.rules.crowned[move]
        more = self.length[ply + 1]
        for i in range(more):
            self.line_src[at + 1 + i] = self.line_src[at + PLIES + i]
            self.line_dst[at + 1 + i] = self.line_dst[at + PLIES + i]
            self.line_cap[at + 1 + i] = self.line_cap[at + PLIES + i]
            self.line_crown[at + 1 + i] = self.line_crown[at + PLIES + i]
        self.length[ply] = more + 1

    # -- what has been counted -----------------------------------------------------------------------------

    def kind(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """The ending there is, as a number that stays the same as long as it lasts; 0 for none.

        The lowest bits tell whose moves are counted (0 light, 1 dark, 2 both), the next four how many pieces
        that side has.
        """
        mine = men | kings
        theirs = their_men | their_kings
        if mine & mine - 1 and theirs & theirs - 1:
            return 0
        first = bits_in(mine)
        second = bits_in(theirs)
        if self.draws == ENGLISH:
            return 2 | 1 << 2 if first == second and men | their_men == 0 else 0
        if first < second or (first == second and side == 1):
            men, their_men = their_men, men
            kings, their_kings = their_kings, kings
            first, second = second, first
            side = 1 - side
        if second != 1 or their_men != 0:
            return 0
        if self.draws == RUSSIAN:
            n = bits_in(kings)
            return side | min(first, 15) << 2 | n << 6 if n >= 3 else 0
        if first <= 3 and kings != 0:
            return (2 if first == 1 else side) | first << 2
        return 0

    def on_road(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """The side, 1 or 2, with three pieces against a lone king on the main road; 0 for none."""
        if self.draws != RUSSIAN:
            return 0
        if their_men == 0 and their_kings & self.main_road != 0:
            if bits_in(their_kings) == 1 and bits_in(men | kings) == 3:
                return 1 + side
        elif (
            men == 0
            and kings & self.main_road != 0
            and bits_in(kings) == 1
            and bits_in(their_men | their_kings) == 3
        ):
            return 2 - side
        return 0

    def drawn(self, men: int, kings: int, their_men: int, their_kings: int, side: int, ply: int) -> bool:
        """Has a rule counted to its end, or has the position been on the board before?"""
        quiet = self.quiet[ply]
        if quiet >= self.quiet_end:
            return True
        if quiet >= 4:
            here = self.past + ply
            key = self.path[here]
            i = here - 4
            least = max(0, here - quiet)
            while i >= least:
                if self.path[i] == key:
                    return True
                i -= 2
        if self.road[ply] >= 5:
            return True
        if self.ending[ply] == 0:
            return False
        kind = self.kind(men, kings, their_men, their_kings, side)
        if kind == 0:
            return False
        if self.draws == ENGLISH:
            return self.ending[ply] >= 40
        pieces = kind >> 2 & 15
        if self.draws == INTERNATIONAL:
            return self.ending[ply] >= (16 if pieces == 3 else 5 if pieces == 2 else 10)
        if self.ending[ply] < 15:
            return False
        if pieces > 3:
            return True
        strong = men | kings
        weak = their_men | their_kings
        if kind & 1 != side:
            strong, weak = weak, strong
        return strong & self.main_road != 0 and weak & self.main_road == 0

    def tally(
        self, was: int, held: int, men: int, kings: int, their_men: int, their_kings: int, side: int, ply: int
    ) -> None:
        """Count what has come of a move: the pieces after it, seen by who moved. `was` and `held` are the
        ending and the main road before it."""
        self.ending[ply + 1] = 0
        self.road[ply + 1] = 0
        if self.draws == NO_DRAWS:
            return
        now = self.kind(men, kings, their_men, their_kings, side)
        if was != 0 and was == now:
            counted = now & 3
            self.ending[ply + 1] = self.ending[ply] + (1 if counted == 2 or counted == side else 0)
        if held != 0 and self.on_road(men, kings, their_men, their_kings, side) == held:
            self.road[ply + 1] = self.road[ply] + (1 if held == 1 + side else 0)

    # -- judging -------------------------------------------------------------------------------------------

    def judged(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """What a position seems to be worth."""
        value = self.judge.value(men, kings, their_men, their_kings, side)
        if self.noise:
            h = mixed(men, kings, their_men, their_kings, side) ^ self.seed
            h = h * SECOND & WORD
            h = h ^ h >> 32
            four = (h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24 & 255)
            odd = four
            value += (odd - 510) * self.noise * 443 >> 16  # the sum of four has a deviation of 148
        return value

    def looked_up(self, men: int, kings: int, their_men: int, their_kings: int, side: int, ply: int) -> int:
        """What an ending is known to be worth; `FAR` where it is not known, or a rule may cut it short."""
        code = self.endings.probe(men, kings, their_men, their_kings, side)
        if code == ABSENT:
            return FAR
        if code == 0:
            return self.judged(men, kings, their_men, their_kings, side) >> 4
        plies = abs(code) - 1
        if self.quiet[ply] + plies >= self.quiet_end:
            return FAR
        moves = (plies + 1) >> 1
        if self.road[ply] + moves > 5 and self.on_road(men, kings, their_men, their_kings, side):
            return FAR
        kind = self.kind(men, kings, their_men, their_kings, side) if self.draws > ENGLISH else 0
        if kind:
            limit = 15
            if self.draws == INTERNATIONAL:
                limit = 16 if kind >> 2 == 3 else 5
            if self.ending[ply] + moves > limit:
                return FAR
        return WON - ply - plies if code > 0 else ply + plies - WON

    def threatened(
        self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int
    ) -> bool:
        """Could the other side capture if it were to move?"""
        self.rules.captures(their_men, their_kings, men | kings, 1 - side, base)
        return self.rules.n > base

    def arrange(
        self, base: int, n: int, best: int, kings: int, side: int, ply: int, their_kings: int
    ) -> None:
        """Say which moves to try first."""
        for i in range(base, base + n):
            self.order[i] = i
            cap = self.rules.taken[i]
            if i - base == best:
                self.score[i] = 1 << 30
            elif cap != 0:
                self.score[i] = (1 << 24) + bits_in(cap) + bits_in(cap & their_kings)
            else:
                mark = self.rules.src[i] | self.rules.dst[i]
                if mark == self.killers[2 * ply]:
                    self.score[i] = (1 << 22) + 1
                elif mark == self.killers[2 * ply + 1]:
                    self.score[i] = 1 << 22
                else:
                    at = side << 12 | slot(self.rules.src[i]) << 6 | slot(self.rules.dst[i])
                    self.score[i] = self.history[at] + (1 << 21 if self.rules.crowned[i] else 0)

    def pick(self, i: int, end: int) -> int:
        """The most promising move that has not been tried, brought to place i of the order."""
        top = i
        for k in range(i + 1, end):
            if self.score[self.order[k]] > self.score[self.order[top]]:
                top = k
        move = self.order[top]
        while top > i:
            self.order[top] = self.order[top - 1]
            top -= 1
        self.order[i] = move
        return move

    def reward(self, move: int, side: int, ply: int, depth: int) -> None:
        """A quiet move was too good for the other side: try it earlier next time."""
        mark = self.rules.src[move] | self.rules.dst[move]
        if mark != self.killers[2 * ply]:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = mark
        at = side << 12 | slot(self.rules.src[move]) << 6 | slot(self.rules.dst[move])
        self.history[at] += depth * depth
        if self.history[at] > 1 << 20:
            for i in range(2 * 4096):
                self.history[i] >>= 1

    # -- the table of positions ----------------------------------------------------------------------------

    def marked(self, key: int, ply: int) -> int:
        """The key of a position with what is counted in it."""
        counted = self.ending[ply] << 4 | self.road[ply]
        if self.quiet[ply] + SOON >= self.quiet_end:
            counted |= self.quiet[ply] << 16
        if counted == 0:
            return key
        return key ^ (counted * THIRD & WORD)

    def known(self, key: int) -> int:
        """What is remembered of a position; 0 for nothing."""
        at = key & ENTRIES - 2
        for i in range(at, at + 2):
            if self.keys[i] == key and self.notes[i] >> 43 == self.age:
                return self.notes[i]
        return 0

    def store(self, key: int, value: int, depth: int, bound: int, move: int) -> None:
        """Remember a position: in the first of two places unless something deeper stands there."""
        at = key & ENTRIES - 2
        old = self.notes[at]
        if self.keys[at] != key and old >> 43 == self.age and old >> 22 & 127 > depth:
            at += 1
        self.keys[at] = key
        self.notes[at] = value + FAR | depth << 22 | bound << 29 | move << 31 | self.age << 43

    # -- the search ----------------------------------------------------------------------------------------

    def ahead(
        self, men: int, kings: int, their_men: int, their_kings: int, side: int,
        depth: int, alpha: int, beta: int, ply: int, base: int,
    ) -> int:  # fmt: skip
        """The value of a position to the side to move, exact between alpha and beta, else a bound."""
        self.length[ply] = 0
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.stop = True
        if self.stop:
            return 0
        n = self.rules.generate(men, kings, their_men | their_kings, side, base)
        if n == 0:
            return WON - ply if self.giveaway else ply - WON
        plain = mixed(men, kings, their_men, their_kings, side)
        self.path[self.past + ply] = plain
        if ply > 0:
            if self.drawn(men, kings, their_men, their_kings, side, ply):
                return 0
            if self.few and bits_in(men | kings | their_men | their_kings) <= self.few:
                value = self.looked_up(men, kings, their_men, their_kings, side, ply)
                if value != FAR:
                    return value
            alpha = max(alpha, ply - WON)
            beta = min(beta, WON - ply - 1)
            if alpha >= beta:
                return alpha
        forced = self.rules.taken[base] != 0
        if ply >= PLIES - 2 or base + n > CROWDED:
            return self.judged(men, kings, their_men, their_kings, side)
        if (
            depth <= 0
            and not forced
            and (depth <= -THREATS or not self.threatened(men, kings, their_men, their_kings, side, base + n))
        ):
            return self.judged(men, kings, their_men, their_kings, side)
        return self.among(men, kings, their_men, their_kings, side, depth, alpha, beta, ply, base, n, plain)

    def among(
        self, men: int, kings: int, their_men: int, their_kings: int, side: int,
        depth: int, alpha: int, beta: int, ply: int, base: int, n: int, plain: int,
    ) -> int:  # fmt: skip
        """The value of the best of the n moves listed from `base` on."""
        key = self.marked(plain, ply)
        wide = beta - alpha > 1
        best_move = -1
        if depth > 0:
            note = self.known(key)
            if note != 0:
                best_move = note >> 31 & 4095
                if not wide and note >> 22 & 127 >= depth:
                    value = self.shifted((note & 0x3FFFFF) - FAR, -ply)
                    bound = note >> 29 & 3
                    if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                        return value
        forced = self.rules.taken[base] != 0
        was = 0
        held = 0
        if self.draws != NO_DRAWS:
            was = self.kind(men, kings, their_men, their_kings, side)
            held = self.on_road(men, kings, their_men, their_kings, side)
        self.arrange(base, n, best_move, kings, side, ply, their_kings)
        less = 1
        if (n == 1 and ply < PLIES // 2) or (depth <= 0 and forced):
            less = 0
        best = -FAR
        best_move = 0
        floor = alpha
        tried = 0
        for i in range(base, base + n):
            move = self.pick(i, base + n)
            if ply == 0 and self.barred[move]:
                continue
            src = self.rules.src[move]
            dst = self.rules.dst[move]
            cap = self.rules.taken[move]
            after_men = men
            after_kings = kings
            self.quiet[ply + 1] = 0
            if kings & src:
                after_kings = kings & ~src | dst
                if cap == 0:
                    self.quiet[ply + 1] = self.quiet[ply] + 1
            else:
                after_men = men & ~src
                if self.rules.crowned[move]:
                    after_kings = kings | dst
                else:
                    after_men |= dst
            left_men = their_men & ~cap
            left_kings = their_kings & ~cap
            self.tally(was, held, after_men, after_kings, left_men, left_kings, side, ply)
            deep = depth - less
            value = 0
            if tried == 0:
                value = -self.ahead(
                    left_men, left_kings, after_men, after_kings, 1 - side,
                    deep, -beta, -floor, ply + 1, base + n,
                )  # fmt: skip
            else:
                late = 0
                if tried >= 3 and depth >= 3 and not forced and not self.rules.crowned[move]:
                    late = 1 if tried < 8 or depth < 6 else 2
                value = -self.ahead(
                    left_men, left_kings, after_men, after_kings, 1 - side,
                    deep - late, -floor - 1, -floor, ply + 1, base + n,
                )  # fmt: skip
                if value > floor and not self.stop and (late or (wide and value < beta)):
                    value = -self.ahead(
                        left_men, left_kings, after_men, after_kings, 1 - side,
                        deep, -beta, -floor, ply + 1, base + n,
                    )  # fmt: skip
            if self.stop:
                return best
            tried += 1
            if ply == 0 and value < -SURE:
                self.lost[move] = value
            if value > best:
                best = value
                best_move = move - base
                if ply == 0:
                    self.root_best = move
                if value > floor or ply == 0:
                    floor = max(floor, value)
                    self.keep(ply, move)
                if value >= beta:
                    if cap == 0 and depth > 0:
                        self.reward(move, side, ply, depth)
                    break
        if depth > 0 and not (ply == 0 and self.barring):
            bound = EXACT
            if best >= beta:
                bound = LOWER
            elif best <= alpha:
                bound = UPPER
            self.store(key, self.shifted(best, ply), min(depth, 127), bound, best_move)
        return best

    def shifted(self, value: int, ply: int) -> int:
        """A win counted from the position instead of from the root, or the reverse for a negative ply."""
        if value > SURE:
            return value + ply
        return value - ply if value < -SURE else value


def kernel_is_compiled() -> bool:
    """Does the compiled search run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
