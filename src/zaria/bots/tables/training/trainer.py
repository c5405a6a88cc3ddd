"""Training of nets by games with themselves: one source, compiled by Cython or run as it is.

Games are played with the nets as they are; each position then gets a target: what came of the game, blended
backwards with what the nets thought on the way (temporal differences), or what looking some plies ahead
promises. The nets are fitted to that (`gradients`), and the next games are played with the new ones.
"""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.net import Net, stride_of, whole, zeros

if not cython.compiled:  # the functions themselves are there from `trainer.pxd`
    from zaria.bots.tables.playing import die, lay_view, look, play

INPUTS = 314
UNITS = 250
DENSE = 64
OUTPUTS = 5
BANKS = 5
ROOM = 600000
"""Positions that are kept to be fitted to."""
LONGEST = 2000
"""Rolls of a game at most."""
STUCK = 100
ON = 192
"""Inputs of a position that are not 0, at most."""


def moments_of(hidden: int) -> int:
    """Return how many numbers Adam remembers of each mean: a row for each of a net's, and one more."""
    return (INPUTS + 1 + OUTPUTS + 1) * stride_of(hidden)


def memory_size(hidden: int) -> int:
    """Return how many numbers `Trainer.memory` has for nets of so many neurons."""
    return 1 + BANKS * (3 * moments_of(hidden) + 2 * DENSE)


class Trainer:
    """Plays and learns; `evaluator` must have its rules and `net` its weights.

    If it `prunes`, the evaluator must have a pruning net: targets are looked up with it, games are played
    without.
    """

    def __init__(self, evaluator: EvaluatorKernel, net: Net) -> None:
        self.evaluator = evaluator
        self.features = self.evaluator.features
        self.net = net
        self.stride = stride_of(net.hidden)
        self.moments = moments_of(net.hidden)
        self.prunes = False
        self.filled = 0
        self.at = 0
        self.games = 0
        self.rate = 0.001
        self.rate_now = 0.0
        self.steps = 0
        self.seed = 1
        self.error = 0.0
        self.points_won = 0.0
        self.square = 0.0
        self.hidden = self.net.numbers(self.stride)
        self.back = self.net.numbers(self.stride)
        self.g_w = self.net.numbers(INPUTS * self.stride)
        self.g_bias = self.net.numbers(self.stride)
        self.g_v = self.net.numbers(OUTPUTS * self.stride)
        self.m = self.net.numbers(BANKS * self.moments)
        self.s = self.net.numbers(BANKS * self.moments)
        self.mean = self.net.numbers(BANKS * self.moments)
        self.rise = self.net.numbers(self.stride)
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.boards = whole(ROOM * 26)
            self.target = zeros(ROOM * 5)
            self.thought = zeros(LONGEST * 5)
            self.turned = whole(LONGEST)
            self.strayed = whole(LONGEST)
            self.bank = whole(ROOM)
            self.order = whole(ROOM)
            self.goal = zeros(5)
            self.row = whole(ON)
            self.weight_row = whole(ON)
            self.much = zeros(ON)
            self.g_c = zeros(5)
            self.start = whole(26)
            self.middle = zeros(BANKS * DENSE)
            self.width = zeros(BANKS * DENSE)
            self.sum = zeros(DENSE)
            self.squares = zeros(DENSE)
        for k in range(BANKS * DENSE):
            self.width[k] = 1.0

    def begin_with(self, board: tuple[int, ...]) -> None:
        """Games begin with this board, as the starter sees it."""
        for k in range(26):
            self.start[k] = board[k]

    def memory(self) -> list[float]:
        """Return what Adam remembers, the mean of the weights, and what was measured, for `recall`."""
        state = [float(self.steps)]
        for k in range(BANKS * self.moments):
            state.append(self.m[k])
        for k in range(BANKS * self.moments):
            state.append(self.s[k])
        for k in range(BANKS * self.moments):
            state.append(self.mean[k])
        for k in range(BANKS * DENSE):
            state.append(self.middle[k])
        for k in range(BANKS * DENSE):
            state.append(self.width[k])
        return state

    def recall(self, memory: list[float]) -> None:
        """Go on from there."""
        self.steps = int(memory[0])
        for k in range(BANKS * self.moments):
            self.m[k] = memory[1 + k]
            self.s[k] = memory[1 + BANKS * self.moments + k]
            self.mean[k] = memory[1 + 2 * BANKS * self.moments + k]
        for k in range(BANKS * DENSE):
            self.middle[k] = memory[1 + 3 * BANKS * self.moments + k]
            self.width[k] = memory[1 + 3 * BANKS * self.moments + BANKS * DENSE + k]

    def stored_position(self, sample: int) -> tuple[int, tuple[int, ...]]:
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
            self.evaluator.stack[at * 26 + k] = self.boards[sample * 26 + k]

    def play(self, games: int, seed: int, blend: float, explore: float, ply: int) -> int:
        """Play so many games from the seed and set targets; returns the number of positions kept.

        `blend` is the lambda of temporal differences; `explore` how much noise (points) there is in each
        tenth turn. With `ply` above 0 targets are looked up so deep, and one turn in six is noisy.
        New positions come after those there are and, when there is no room, in place of the oldest.
        """
        self.seed = seed
        self.evaluator.seed = seed
        self.net.forget()
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
            self.evaluator.stack[k] = self.start[k]
        over = False
        while n < LONGEST and not over:
            at = first + n
            for k in range(26):
                self.boards[at * 26 + k] = self.evaluator.stack[k]
            look(self.evaluator, 0, 0)
            for k in range(5):
                self.thought[n * 5 + k] = self.evaluator.o[k]
            self.bank[at] = self.features.phase()
            d1 = die(self.evaluator)
            d2 = die(self.evaluator)
            while n == 0 and d1 == d2:
                d2 = die(self.evaluator)
            if d1 < d2:
                d1, d2 = d2, d1
            self.strayed[n] = self.random() < often
            self.evaluator.noise = explore if self.strayed[n] else 0.0
            self.evaluator.wide = ply > 0
            self.turned[n] = play(self.evaluator, 0, d1, d2)
            self.evaluator.wide = False
            self.evaluator.noise = 0.0
            moved = False
            for k in range(26):
                seen = (
                    self.evaluator.stack[k]
                    if not self.turned[n]
                    else -self.evaluator.stack[self.evaluator.kernel.facing[k]]
                )
                if seen != self.boards[at * 26 + k]:
                    moved = True
            idle = 0 if moved else idle + 1
            n += 1
            lay_view(self.evaluator, 0)
            self.features.count()
            over = self.features.rear[0] == 0 or self.features.rear[1] == 0 or self.evaluator.locked()
            if idle >= STUCK:
                return
        if not over:
            return
        self.at += n
        if ply > 0:
            self.look_up(first, n, blend, ply)
            return
        self.evaluator.evaluate_counted()
        for k in range(5):
            self.goal[k] = self.evaluator.o[k]
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
            self.evaluator.prunes = self.prunes
            look(self.evaluator, 0, ply)
            self.evaluator.prunes = False
            for k in range(5):
                seen = self.evaluator.o[k] + blend * self.goal[k]
                seen = 0.0 if seen < 0.0 else 1.0 if seen > 1.0 else seen
                self.target[(first + i) * 5 + k] = seen
                self.goal[k] = seen - self.thought[i * 5 + k]

    # -- the weights

    def meet(self, partner: "Trainer") -> None:
        """Both go on with the mean of their weights and of what Adam remembers, scaled as measured here."""
        for k in range(BANKS * INPUTS * self.stride):
            self.net.w[k] = partner.net.w[k] = 0.5 * (self.net.w[k] + partner.net.w[k])
        for k in range(BANKS * self.stride):
            self.net.bias[k] = partner.net.bias[k] = 0.5 * (self.net.bias[k] + partner.net.bias[k])
        for k in range(BANKS * self.stride * 5):
            self.net.v[k] = partner.net.v[k] = 0.5 * (self.net.v[k] + partner.net.v[k])
        for k in range(BANKS * 5):
            self.net.c[k] = partner.net.c[k] = 0.5 * (self.net.c[k] + partner.net.c[k])
        for k in range(BANKS * self.moments):
            self.m[k] = partner.m[k] = 0.5 * (self.m[k] + partner.m[k])
            self.s[k] = partner.s[k] = 0.5 * (self.s[k] + partner.s[k])
        for k in range(BANKS * DENSE):
            partner.middle[k] = self.middle[k]
            partner.width[k] = self.width[k]
        self.net.spread_all()
        partner.net.spread_all()

    def average(self, share: float) -> None:
        """Move the mean of the weights by this share towards what they are now."""
        for bank in range(BANKS):
            at = bank * self.moments
            for k in range(INPUTS * self.stride):
                self.mean[at + k] += share * (self.net.w[bank * INPUTS * self.stride + k] - self.mean[at + k])
            at += INPUTS * self.stride
            for k in range(self.stride):
                self.mean[at + k] += share * (self.net.bias[bank * self.stride + k] - self.mean[at + k])
            at += self.stride
            for k in range(5 * self.stride):
                self.mean[at + k] += share * (self.net.v[bank * 5 * self.stride + k] - self.mean[at + k])
            at += 5 * self.stride
            for k in range(5):
                self.mean[at + k] += share * (self.net.c[bank * 5 + k] - self.mean[at + k])

    def averaged(self, bank: int) -> list[float]:
        """The mean of a phase's weights, as `Net.load` takes them."""
        h = self.net.hidden
        at = bank * self.moments
        rows = INPUTS + 6  # of the inputs, the hidden bias, the outputs
        return [self.mean[at + i * self.stride + k] for i in range(rows) for k in range(h)] + [
            self.mean[at + rows * self.stride + k] for k in range(5)
        ]

    # -- strength

    def duel(self, opponent: EvaluatorKernel, games: int, seed: int) -> float:
        """Play pairs of games, with the same dice and sides swapped, against another evaluator.

        Returns the points a game; `square` holds the mean square of a pair's mean.
        """
        self.points_won = 0.0
        self.square = 0.0
        pairs = games // 2
        for pair in range(pairs):
            points = self.duel_game(opponent, 0, seed + 7919 * pair)
            points += self.duel_game(opponent, 1, seed + 7919 * pair)
            points = points * 0.5
            self.points_won += points
            self.square += points * points
        self.square = self.square / pairs
        return self.points_won / pairs

    def duel_game(self, opponent: EvaluatorKernel, own_side: int, seed: int) -> float:
        """The points that a game brings; `own_side` is the side that this evaluator plays."""
        self.seed = seed % 2147483646 + 1
        self.evaluator.net.forget()
        opponent.net.forget()
        side = 0
        for k in range(26):
            self.evaluator.stack[k] = self.start[k]
        for roll in range(LONGEST):
            d1 = self.roll_die()
            d2 = self.roll_die()
            while roll == 0 and d1 == d2:
                d2 = self.roll_die()
            if d1 < d2:
                d1, d2 = d2, d1
            if side == own_side:
                turned = play(self.evaluator, 0, d1, d2)
            else:
                for k in range(26):
                    opponent.stack[k] = self.evaluator.stack[k]
                turned = play(opponent, 0, d1, d2)
                for k in range(26):
                    self.evaluator.stack[k] = opponent.stack[k]
            if turned:
                side = 1 - side
            lay_view(self.evaluator, 0)
            self.features.count()
            if self.features.rear[0] == 0 or self.features.rear[1] == 0:
                worth = self.evaluator.evaluate_counted()
                return worth if side == own_side else -worth
            if self.evaluator.locked():
                return 0.0
        return 0.0

    def roll_die(self) -> int:
        self.seed = self.seed * 48271 % 2147483647
        return self.seed // 7 % 6 + 1
