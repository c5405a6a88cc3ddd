"""Training of nets by games with themselves: one source, compiled by Cython or run as it is.

Games are played with the nets as they are; each position then gets a target: what came of the game, blended
backwards with what the nets thought on the way (temporal differences), or what looking some plies ahead
promises. The nets are fitted to that (Adam, cross-entropy), and the next games are played with the new ones.
"""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.net import Net, whole, zeros

HIDDEN = 256
INPUTS = 314
UNITS = 250
DENSE = 64
WEIGHTS = 80384
BANKS = 5
MOMENTS = 82000
"""Room for what Adam remembers of the weights of a net."""
OVER = 5
CHECKERS = 15
ROOM = 600000
"""Positions that are kept to be fitted to."""
LONGEST = 2000
"""Rolls of a game at most."""
STUCK = 100
REMEMBERED = 1 + BANKS * (3 * MOMENTS + 2 * DENSE)
"""The numbers of `Trainer.memory`."""
BETA1 = 0.9
BETA2 = 0.999
TINY = 1e-8
MANY = 500
"""Positions of a phase that its dense numbers are measured by."""
NARROW = 0.02
"""The least deviation that normalizes a dense number."""


class Trainer:
    """Plays and learns; `judge` must have its rules and `net` its weights."""

    def __init__(self, judge: EvaluatorKernel, net: Net) -> None:
        self.judge = judge
        self.net = net
        self.filled = 0
        self.at = 0
        self.games = 0
        self.rate = 0.001
        self.steps = 0
        self.seed = 1
        self.error = 0.0
        self.points_won = 0.0
        self.square = 0.0
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.boards = whole(ROOM * 26)
            self.target = zeros(ROOM * 5)
            self.thought = zeros(LONGEST * 5)
            self.turned = whole(LONGEST)
            self.strayed = whole(LONGEST)
            self.bank = whole(ROOM)
            self.order = whole(ROOM)
            self.goal = zeros(5)
            self.unit = whole(192)
            self.much = zeros(192)
            self.hidden = zeros(HIDDEN)
            self.back = zeros(HIDDEN)
            self.miss = zeros(5)
            self.g_w = zeros(WEIGHTS)
            self.g_bias = zeros(HIDDEN)
            self.g_v = zeros(5 * HIDDEN)
            self.g_c = zeros(5)
            self.m = zeros(BANKS * MOMENTS)
            self.s = zeros(BANKS * MOMENTS)
            self.start = whole(26)
            self.mean = zeros(BANKS * MOMENTS)
            self.middle = zeros(BANKS * DENSE)
            self.width = zeros(BANKS * DENSE)
            self.rise = zeros(HIDDEN)
            self.sum = zeros(DENSE)
            self.squares = zeros(DENSE)
        for k in range(BANKS * DENSE):
            self.width[k] = 1.0

    def begin_with(self, board: tuple[int, ...]) -> None:
        """Games begin with this board, as the starter sees it."""
        for k in range(26):
            self.start[k] = board[k]

    def memory(self) -> list[float]:
        """What Adam remembers, the mean of the weights, and what was measured, for `recall`."""
        found = [float(self.steps)]
        for k in range(BANKS * MOMENTS):
            found.append(self.m[k])
        for k in range(BANKS * MOMENTS):
            found.append(self.s[k])
        for k in range(BANKS * MOMENTS):
            found.append(self.mean[k])
        for k in range(BANKS * DENSE):
            found.append(self.middle[k])
        for k in range(BANKS * DENSE):
            found.append(self.width[k])
        return found

    def recall(self, memory: list[float]) -> None:
        """Go on from there."""
        self.steps = int(memory[0])
        for k in range(BANKS * MOMENTS):
            self.m[k] = memory[1 + k]
            self.s[k] = memory[1 + BANKS * MOMENTS + k]
            self.mean[k] = memory[1 + 2 * BANKS * MOMENTS + k]
        for k in range(BANKS * DENSE):
            self.middle[k] = memory[1 + 3 * BANKS * MOMENTS + k]
            self.width[k] = memory[1 + 3 * BANKS * MOMENTS + BANKS * DENSE + k]

    def kept(self, sample: int) -> tuple[int, tuple[int, ...]]:
        """A position that is kept, and the phase it is of."""
        return self.bank[sample], tuple([self.boards[sample * 26 + k] for k in range(26)])

    # -- games

    def clear(self) -> None:
        """Forget the positions."""
        self.filled = 0
        self.at = 0

    def random(self) -> float:
        """0 to 1, from the seed."""
        self.seed = self.seed * 48271 % 2147483647
        return self.seed / 2147483647.0

    def lay(self, at: int, sample: int) -> None:
        for k in range(26):
            self.judge.stack[at * 26 + k] = self.boards[sample * 26 + k]

    def play(self, games: int, seed: int, blend: float, explore: float, ply: int) -> int:
        """Play so many games from the seed and set targets; returns the number of positions kept.

        `blend` is the lambda of temporal differences; `explore` how much noise (points) there is in each
        tenth turn. With `ply` above 0 targets are looked up so deep, and one turn in six is noisy.
        New positions come after those there are and, when there is no room, in place of the oldest.
        """
        self.seed = seed
        self.judge.seed = seed
        with cython.nogil:
            for _game in range(games):
                if self.at + LONGEST > ROOM:
                    self.at = 0
                self.game(blend, explore, ply)
                self.filled = max(self.filled, self.at)
                self.games += 1
        return self.filled

    def game(self, blend: float, explore: float, ply: int) -> None:
        first = self.at
        often = 0.16 if ply > 0 else 0.1
        idle = 0
        n = 0
        for k in range(26):
            self.judge.stack[k] = self.start[k]
        over = False
        while n < LONGEST and not over:
            at = first + n
            for k in range(26):
                self.boards[at * 26 + k] = self.judge.stack[k]
            self.judge.look(0, 0)
            for k in range(5):
                self.thought[n * 5 + k] = self.judge.o[k]
            self.bank[at] = self.judge.phase()
            d1 = self.judge.die()
            d2 = self.judge.die()
            while n == 0 and d1 == d2:
                d2 = self.judge.die()
            if d1 < d2:
                d1, d2 = d2, d1
            self.strayed[n] = self.random() < often
            self.judge.noise = explore if self.strayed[n] else 0.0
            self.judge.wide = ply > 0
            self.turned[n] = self.judge.play(0, d1, d2)
            self.judge.wide = False
            self.judge.noise = 0.0
            moved = False
            for k in range(26):
                seen = (
                    self.judge.stack[k]
                    if not self.turned[n]
                    else -self.judge.stack[self.judge.kernel.facing[k]]
                )
                if seen != self.boards[at * 26 + k]:
                    moved = True
            idle = 0 if moved else idle + 1
            n += 1
            self.judge.lay_view(0)
            self.judge.count()
            over = self.judge.off[0] == CHECKERS or self.judge.off[1] == CHECKERS or self.judge.locked()
            if idle >= STUCK:
                return
        if not over:
            return
        self.at += n
        if ply > 0:
            self.look_up(first, n, blend, ply)
            return
        self.judge.judged()
        for k in range(5):
            self.goal[k] = self.judge.o[k]
        for i in range(n - 1, -1, -1):
            if self.turned[i]:
                self.goal[0] = 1.0 - self.goal[0]
                for k in range(1, 3):
                    swap = self.goal[k]
                    self.goal[k] = self.goal[k + 2]
                    self.goal[k + 2] = swap
            if self.strayed[i]:  # what a noisy turn led to says nothing about the positions before it
                self.bank[first + i] = BANKS
                for k in range(5):
                    self.goal[k] = self.thought[i * 5 + k]
                continue
            for k in range(5):
                self.target[(first + i) * 5 + k] = self.goal[k]
                self.goal[k] = blend * self.goal[k] + (1.0 - blend) * self.thought[i * 5 + k]

    def look_up(self, first: int, n: int, blend: float, ply: int) -> None:
        """Set the targets of a game's positions by what looking ahead says.

        What a position later in the game proved to be better than it was thought, its forerunners were too:
        that is handed back, by `blend` a roll. Freed from the luck of the dice, little of it is noise.
        """
        for k in range(5):
            self.goal[k] = 0.0
        for i in range(n - 1, -1, -1):
            if self.strayed[i]:
                for k in range(5):
                    self.goal[k] = 0.0
            elif self.turned[i]:
                self.goal[0] = -self.goal[0]
                for k in range(1, 3):
                    swap = self.goal[k]
                    self.goal[k] = self.goal[k + 2]
                    self.goal[k + 2] = swap
            self.lay(0, first + i)
            self.judge.look(0, ply)
            for k in range(5):
                seen = self.judge.o[k] + blend * self.goal[k]
                seen = 0.0 if seen < 0.0 else 1.0 if seen > 1.0 else seen
                self.target[(first + i) * 5 + k] = seen
                self.goal[k] = seen - self.thought[i * 5 + k]

    # -- fitting

    def measure(self) -> None:
        """Find mean and deviation of the dense numbers in the positions kept, where a phase has many."""
        for bank in range(BANKS):
            count = 0
            for k in range(DENSE):
                self.sum[k] = 0.0
                self.squares[k] = 0.0
            for i in range(self.filled):
                if self.bank[i] != bank:
                    continue
                for k in range(26):
                    self.judge.view[k] = self.boards[i * 26 + k]
                self.judge.count()
                count += 1
                for k in range(self.judge.reckon(bank)):
                    self.sum[k] += self.judge.dense[k]
                    self.squares[k] += self.judge.dense[k] * self.judge.dense[k]
            if count < MANY:
                continue
            for k in range(DENSE):
                mid = self.sum[k] / count
                spread = self.squares[k] / count - mid * mid
                self.middle[bank * DENSE + k] = mid
                self.width[bank * DENSE + k] = root(spread) if spread > NARROW * NARROW else NARROW

    def fit(self, batch: int, rate: float, seed: int, most: int = 0) -> float:
        """Fit the nets once to all positions, or to so many by chance where that is not 0.

        Returns the mean squared error of the chance to win.
        """
        self.seed = seed
        self.rate = rate
        self.error = 0.0
        with cython.nogil:
            chosen = self.shuffle(most)
            for bank in range(BANKS):
                self.net.choose(bank)
                count = 0
                for i in range(chosen):
                    if self.bank[self.order[i]] == bank:
                        self.learn(self.order[i], bank)
                        count += 1
                        if count == batch:
                            self.apply(bank, count)
                            count = 0
                if count > batch // 2:
                    self.apply(bank, count)
                else:
                    self.forget()
            self.net.spread_all()
        self.judge.base_phase = -1
        return self.error / chosen if chosen else 0.0

    def shuffle(self, most: int) -> int:
        """Put the positions, or at most so many, in a random order; returns their number."""
        for i in range(self.filled):
            self.order[i] = i
        chosen = most if 0 < most < self.filled else self.filled
        for i in range(chosen):
            j = int(self.random() * (self.filled - i))
            j = i + j if i + j < self.filled else i
            swap = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = swap
        return chosen

    def learn(self, sample: int, bank: int) -> None:
        """Add a position to the gradients."""
        h = self.net.hidden
        for k in range(26):
            self.judge.view[k] = self.boards[sample * 26 + k]
        self.judge.count()
        n = 0
        for place in range(28):
            state = self.judge.view[place] if place < 26 else self.judge.off[place - 26]
            count = self.net.units(place, state)
            for j in range(count):
                self.unit[n] = self.net.unit[j]
                self.much[n] = self.net.much[j]
                n += 1
        count = self.judge.reckon(bank)
        for j in range(count):
            if self.judge.dense[j] != 0.0:
                self.unit[n] = UNITS + j
                self.much[n] = self.judge.dense[j]
                n += 1
        for k in range(h):
            self.hidden[k] = self.net.bias[self.net.in_bias + k]
        for j in range(n):
            at = self.net.in_w + self.unit[j] * HIDDEN
            much = self.much[j]
            for k in range(h):
                self.hidden[k] += much * self.net.w[at + k]
        for k in range(h):
            self.net.pre[k] = self.hidden[k]
        self.net.finish()
        for k in range(h):
            self.back[k] = 0.0
        for i in range(5):
            miss = self.net.o[i] - self.target[sample * 5 + i]
            if i == 0:
                self.error += miss * miss
            self.g_c[i] += miss
            at = self.net.in_v + i * HIDDEN
            to = i * HIDDEN
            for k in range(h):
                self.back[k] += miss * self.net.v[at + k]
                self.g_v[to + k] += miss * self.net.pre[k]
        for k in range(h):
            self.back[k] = self.back[k] * self.hidden[k] if self.hidden[k] > 0.0 else 0.0
            self.g_bias[k] += self.back[k]
        for j in range(n):
            at = self.unit[j] * HIDDEN
            much = self.much[j]
            for k in range(h):
                self.g_w[at + k] += much * self.back[k]

    def slopes(self, board: tuple[int, ...], target: tuple[float, ...]) -> tuple[list[float], list[float]]:
        """The outputs for a board, and how its cross-entropy grows with each weight, as in `Net.values`.

        The weights are those of the board's phase, which is chosen then: by such slopes `fit` goes downhill.
        """
        for k in range(26):
            self.boards[k] = self.judge.view[k] = board[k]
        for k in range(5):
            self.target[k] = target[k]
        self.judge.count()
        bank = self.judge.phase()
        self.net.choose(bank)
        self.forget()
        self.learn(0, bank)
        h = self.net.hidden
        found = [self.g_w[i * HIDDEN + k] for i in range(INPUTS) for k in range(h)]
        found += [self.g_bias[k] for k in range(h)]
        found += [self.g_v[i * HIDDEN + k] for i in range(5) for k in range(h)]
        found += [self.g_c[i] for i in range(5)]
        self.forget()
        return [self.net.o[i] for i in range(5)], found

    def forget(self) -> None:
        """Throw the gradients away."""
        for k in range(WEIGHTS):
            self.g_w[k] = 0.0
        for k in range(HIDDEN):
            self.g_bias[k] = 0.0
        for k in range(5 * HIDDEN):
            self.g_v[k] = 0.0
        for k in range(5):
            self.g_c[k] = 0.0

    def apply(self, bank: int, count: int) -> None:
        """Take one step of Adam along the gradients of so many positions.

        It goes by dense numbers brought to a mean of 0 and a deviation of 1 (`measure`): by those as they
        are, lopsided and of very different sizes, a net learns far less in the same time. The weights are
        nevertheless those of the numbers as they are.
        """
        self.steps += 1
        warm = self.steps if self.steps < 4000 else 4000
        self.rate_now = self.rate * root(1.0 - power(BETA2, warm)) / (1.0 - power(BETA1, warm))
        scale = 1.0 / count
        h = self.net.hidden
        for k in range(h):
            self.g_bias[k] *= scale
            self.rise[k] = 0.0
        for i in range(INPUTS):
            row = i * HIDDEN
            at = bank * MOMENTS + row
            in_w = self.net.in_w + row
            mid = self.middle[bank * DENSE + i - UNITS] if i >= UNITS else 0.0
            width = 1.0 / self.width[bank * DENSE + i - UNITS] if i >= UNITS else 1.0
            for k in range(h):
                g = (self.g_w[row + k] * scale - mid * self.g_bias[k]) * width
                self.m[at + k] += (1.0 - BETA1) * (g - self.m[at + k])
                self.s[at + k] += (1.0 - BETA2) * (g * g - self.s[at + k])
                step = width * self.rate_now * self.m[at + k] / (root(self.s[at + k]) + TINY)
                self.net.w[in_w + k] = self.net.w[in_w + k] - step
                self.rise[k] += mid * step
        at = bank * MOMENTS + WEIGHTS
        for k in range(h):
            step = self.moved(at + k, self.g_bias[k]) - self.rise[k]
            self.net.bias[self.net.in_bias + k] = self.net.bias[self.net.in_bias + k] - step
        at += HIDDEN
        for k in range(5 * HIDDEN):
            step = self.moved(at + k, self.g_v[k] * scale)
            self.net.v[self.net.in_v + k] = self.net.v[self.net.in_v + k] - step
        at += 5 * HIDDEN
        for k in range(5):
            step = self.moved(at + k, self.g_c[k] * scale)
            self.net.c[self.net.in_c + k] = self.net.c[self.net.in_c + k] - step
        self.forget()

    def moved(self, at: int, g: float) -> float:
        """By how much a weight moves."""
        self.m[at] += (1.0 - BETA1) * (g - self.m[at])
        self.s[at] += (1.0 - BETA2) * (g * g - self.s[at])
        return self.rate_now * self.m[at] / (root(self.s[at]) + TINY)

    def meet(self, other: "Trainer") -> None:
        """Both go on with the mean of their weights and of what Adam remembers; `other` as measured here."""
        for k in range(BANKS * WEIGHTS):
            self.net.w[k] = other.net.w[k] = 0.5 * (self.net.w[k] + other.net.w[k])
        for k in range(BANKS * HIDDEN):
            self.net.bias[k] = other.net.bias[k] = 0.5 * (self.net.bias[k] + other.net.bias[k])
        for k in range(BANKS * HIDDEN * 5):
            self.net.v[k] = other.net.v[k] = 0.5 * (self.net.v[k] + other.net.v[k])
        for k in range(BANKS * 5):
            self.net.c[k] = other.net.c[k] = 0.5 * (self.net.c[k] + other.net.c[k])
        for k in range(BANKS * MOMENTS):
            self.m[k] = other.m[k] = 0.5 * (self.m[k] + other.m[k])
            self.s[k] = other.s[k] = 0.5 * (self.s[k] + other.s[k])
        for k in range(BANKS * DENSE):
            other.middle[k] = self.middle[k]
            other.width[k] = self.width[k]
        self.net.spread_all()
        other.net.spread_all()
        self.judge.base_phase = -1
        other.judge.base_phase = -1

    def average(self, share: float) -> None:
        """Move the mean of the weights by this share towards what they are now."""
        for bank in range(BANKS):
            at = bank * MOMENTS
            for k in range(WEIGHTS):
                self.mean[at + k] += share * (self.net.w[bank * WEIGHTS + k] - self.mean[at + k])
            at += WEIGHTS
            for k in range(HIDDEN):
                self.mean[at + k] += share * (self.net.bias[bank * HIDDEN + k] - self.mean[at + k])
            at += HIDDEN
            for k in range(5 * HIDDEN):
                self.mean[at + k] += share * (self.net.v[bank * 5 * HIDDEN + k] - self.mean[at + k])
            at += 5 * HIDDEN
            for k in range(5):
                self.mean[at + k] += share * (self.net.c[bank * 5 + k] - self.mean[at + k])

    def averaged(self, bank: int) -> list[float]:
        """The mean of a phase's weights, as `Net.load` takes them."""
        h = self.net.hidden
        at = bank * MOMENTS
        rows = INPUTS + 6  # of the inputs, the hidden bias, the outputs
        return [self.mean[at + i * HIDDEN + k] for i in range(rows) for k in range(h)] + [
            self.mean[at + rows * HIDDEN + k] for k in range(5)
        ]

    # -- strength

    def duel(self, other: EvaluatorKernel, games: int, seed: int) -> float:
        """Play pairs of games, with the same dice and sides swapped, against another judge.

        Returns the points a game; `square` holds the mean square of a pair's mean.
        """
        self.points_won = 0.0
        self.square = 0.0
        pairs = games // 2
        for pair in range(pairs):
            one = self.duel_game(other, 0, seed + 7919 * pair)
            one += self.duel_game(other, 1, seed + 7919 * pair)
            one = one * 0.5
            self.points_won += one
            self.square += one * one
        self.square = self.square / pairs
        return self.points_won / pairs

    def duel_game(self, other: EvaluatorKernel, mine: int, seed: int) -> float:
        """The points that a game brings; `mine` is the side that this judge plays."""
        self.seed = seed % 2147483646 + 1
        side = 0
        for k in range(26):
            self.judge.stack[k] = self.start[k]
        for roll in range(LONGEST):
            d1 = self.roll_die()
            d2 = self.roll_die()
            while roll == 0 and d1 == d2:
                d2 = self.roll_die()
            if d1 < d2:
                d1, d2 = d2, d1
            if side == mine:
                turned = self.judge.play(0, d1, d2)
            else:
                for k in range(26):
                    other.stack[k] = self.judge.stack[k]
                turned = other.play(0, d1, d2)
                for k in range(26):
                    self.judge.stack[k] = other.stack[k]
            if turned:
                side = 1 - side
            self.judge.lay_view(0)
            self.judge.count()
            if self.judge.off[0] == CHECKERS or self.judge.off[1] == CHECKERS:
                worth = self.judge.judged()
                return worth if side == mine else -worth
            if self.judge.locked():
                return 0.0
        return 0.0

    def roll_die(self) -> int:
        self.seed = self.seed * 48271 % 2147483647
        return self.seed // 7 % 6 + 1


def root(x: float) -> float:
    """The square root."""
    return float(x**0.5)


def power(x: float, n: int) -> float:
    """A power."""
    return x**n
