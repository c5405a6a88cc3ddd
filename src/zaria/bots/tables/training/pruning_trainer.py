"""Training of pruning nets: rolls of self-play judged by the real net, and fits to differences within a roll.

Only differences within a roll matter, most of all those between its good turns: a result counts by
`exp(-distance / SHARPNESS)`, its distance in points from the best.
"""

import math

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.net import whole, zeros
from zaria.bots.tables.pruning import PruningNet

if not cython.compiled:  # the functions themselves are there from `pruning_trainer.pxd`
    from math import exp, sqrt

    from zaria.bots.tables.playing import copy, die, is_pruned, lay_board, lay_view, play, row_view, step
    from zaria.bots.tables.pruning import own_checkers
    from zaria.bots.tables.pruning_sizes import FEWEST, MIDDLE, NEURONS, PLACES, STATES, UNITS
    from zaria.games.tables.board import HOME
    from zaria.games.tables.kernel.generation import generate

ROOM = 1600000
"""Results that are stored at most."""
GROUPS = 120000
"""Rolls of which they are at most."""
BEST = 32
"""Of a roll's results so many of the best are stored, and as many of the others."""
LONGEST = 400
"""Rolls of a game at most."""
NOISY = 0.16
"""The share of turns that are played with noise."""
SHARPNESS = 0.12
LEAST = 0.03
"""The least weight of a result."""
TRIED = 1
"""The place in the stack where a roll's stages are laid out."""
BETA1 = 0.9
BETA2 = 0.999
TINY = 1e-8


class PruningTrainer:
    """Plays, stores what the real net says of the results of rolls, and fits a pruning net to that.

    `evaluator` must have its rules, nets and table, and no pruning net. `lost` is the sum of what `survey`
    found lost, in points; `missed` counts the rolls whose best result was pruned, and `results` and `stayed`
    what there was to be pruned, and what is left.
    """

    def __init__(self, evaluator: EvaluatorKernel, pruning: PruningNet) -> None:
        self.evaluator = evaluator
        self.pruning = pruning
        self.groups = 0
        self.rolls = 0
        self.missed = 0
        self.results = 0
        self.stayed = 0
        self.lost = 0.0
        self.surveying = False
        self.seed = 1
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.start = whole(26)
            self.states = whole(ROOM * PLACES)
            self.value = zeros(ROOM)
            self.weight = zeros(ROOM)
            self.first = whole(GROUPS + 1)
            self.order = whole(GROUPS)
            self.best = zeros(BEST)
            self.score = zeros(4 * BEST)
            self.hidden = zeros(4 * BEST * NEURONS)
            self.g_table = zeros(PLACES * STATES * NEURONS)
            self.g_w = zeros(UNITS * NEURONS)
            self.g_bias = zeros(NEURONS)
            self.g_v = zeros(NEURONS)
            self.m = zeros((UNITS + 2) * NEURONS)
            self.s = zeros((UNITS + 2) * NEURONS)

    def begin_with(self, board: tuple[int, ...]) -> None:
        """Games begin with this board, as the starter sees it."""
        for k in range(26):
            self.start[k] = board[k]

    def random(self) -> float:
        """0 to 1, from the seed."""
        self.seed = self.seed * 48271 % 2147483647
        return self.seed / 2147483647.0

    # -- playing

    def gather(self, rolls: int, seed: int, noise: float) -> int:
        """Play from the seed until so many rolls (stages of ladders too) are stored; returns their number.

        They are fewer if there is no room. `noise` (points) misleads some turns.
        """
        self.groups = 0
        self.first[0] = 0
        self.surveying = False
        self.play_games(rolls, seed, noise)
        return self.groups

    def survey(self, rolls: int, seed: int, noise: float) -> None:
        """Prune so many rolls of games from the seed, and sum up what that loses by the real net's values.

        Rolls without a choice do not count; those that are not pruned count, and lose nothing.
        """
        self.rolls = self.missed = self.results = self.stayed = 0
        self.lost = 0.0
        self.surveying = True
        self.play_games(rolls, seed, noise)

    def play_games(self, rolls: int, seed: int, noise: float) -> None:
        self.seed = self.evaluator.seed = valid(seed)
        with cython.nogil:
            while (self.rolls if self.surveying else self.groups) < rolls:
                if not self.surveying and not self.has_room():
                    break
                self.game(rolls, noise)

    def has_room(self) -> bool:
        """Is there room for one more roll?"""
        return self.groups < GROUPS and self.first[self.groups] + 4 * BEST < ROOM

    def game(self, rolls: int, noise: float) -> None:
        """Play a game and take up its rolls."""
        for k in range(26):
            self.evaluator.stack[k] = self.start[k]
        for _roll in range(LONGEST):
            if (self.rolls if self.surveying else self.groups) >= rolls:
                return
            d1 = die(self.evaluator)
            d2 = die(self.evaluator)
            if d1 < d2:
                d1, d2 = d2, d1
            self.take_roll(d1, d2)
            self.evaluator.noise = noise if self.random() < NOISY else 0.0
            play(self.evaluator, 0, d1, d2)
            self.evaluator.noise = 0.0
            lay_view(self.evaluator, 0)
            self.evaluator.features.count()
            if (
                self.evaluator.features.rear[0] == 0
                or self.evaluator.features.rear[1] == 0
                or self.evaluator.locked()
            ):
                return

    def take_roll(self, d1: int, d2: int) -> None:
        """Take up the results of a roll from the board of the game, in a ladder those of each stage."""
        laddered = d1 == d2 and self.evaluator.ladder > 0
        times = self.evaluator.ladder if laddered else 4
        copy(self.evaluator, 0, TRIED)
        self.evaluator.kernel.base = True
        self.evaluator.kernel.gone = 0
        value = d1
        while value <= HOME:
            lay_board(self.evaluator, TRIED)
            n = generate(self.evaluator.kernel, value, d2 if not laddered else value, times)
            self.take_results(n)
            if not laddered or value == HOME:
                return
            if step(self.evaluator, TRIED, value, value, times) < times or self.evaluator.done:
                return
            self.evaluator.kernel.base = False
            value += 1

    def take_results(self, n: int) -> None:
        """Judge the kernel's n results by the real net, and store or survey them."""
        pruned = n >= FEWEST and is_pruned(self.evaluator)
        if n < 2 or not (pruned or self.surveying):
            return
        if not pruned:
            self.rolls += 1
            self.results += n
            self.stayed += n
            return
        for row in range(n):
            row_view(self.evaluator, row)
            self.evaluator.worth[row] = -self.evaluator.evaluate()
        if self.surveying:
            self.survey_results(n)
        elif self.has_room():
            self.store_results(n)

    def survey_results(self, n: int) -> None:
        """Sum up what pruning loses of n results that are judged."""
        best = self.evaluator.worth[0]
        for row in range(n):
            best = max(best, self.evaluator.worth[row])
        count = self.pruning.keep(self.evaluator.kernel, n, 1)
        remaining = self.evaluator.worth[self.pruning.kept_rows[0]]
        for i in range(count):
            remaining = max(remaining, self.evaluator.worth[self.pruning.kept_rows[i]])
        self.rolls += 1
        self.results += n
        self.stayed += count
        self.lost += best - remaining
        if remaining < best:
            self.missed += 1

    def store_results(self, n: int) -> None:
        """Store of n results that are judged the best, and some of the others."""
        lowest = self.lowest_stored(n)
        share = BEST / (n - BEST) if n > 2 * BEST else 1.0
        begin = self.first[self.groups]
        at = begin
        for row in range(n):
            value = self.evaluator.worth[row]
            if (value >= lowest or self.random() < share) and at - begin < 4 * BEST:
                self.store(at, row)
                at += 1
        if at > begin + 1:
            self.groups += 1
            self.first[self.groups] = at

    def lowest_stored(self, n: int) -> float:
        """The value from which on a result is stored whatever chance says."""
        filled = 0
        for row in range(n):
            value = self.evaluator.worth[row]
            if filled == BEST and value <= self.best[BEST - 1]:
                continue
            at = filled if filled < BEST else BEST - 1
            while at > 0 and self.best[at - 1] < value:
                self.best[at] = self.best[at - 1]
                at -= 1
            self.best[at] = value
            filled = filled + 1 if filled < BEST else BEST
        return self.best[filled - 1]

    def store(self, at: int, row: int) -> None:
        """Store a result: the states of its places, what it is worth to who rolled, how much it counts."""
        own_off = self.evaluator.kernel.side_size
        opponent_off = self.evaluator.kernel.side_size
        for p in range(26):
            state = self.evaluator.kernel.out[row * 26 + p]
            self.states[at * PLACES + p] = state
            own_off -= own_checkers(state)
            opponent_off -= own_checkers(-state)
        self.states[at * PLACES + 26] = own_off
        self.states[at * PLACES + 27] = opponent_off
        self.value[at] = self.evaluator.worth[row]
        self.weight[at] = exp((self.evaluator.worth[row] - self.best[0]) / SHARPNESS) + LEAST

    # -- fitting

    def fit(self, passes: int, batch: int, rate: float, seed: int) -> float:
        """Fit the pruning net to all rolls so many times, with Adam, at rates that fall to nothing.

        Returns the mean weighted squared error of a roll in the last pass, in square points.
        """
        self.seed = valid(seed)
        error = 0.0
        batches = self.groups // batch
        done = 0
        for _pass in range(passes):
            self.shuffle()
            error = 0.0
            for number in range(batches):
                share = rate_share(done, passes * batches)
                with cython.nogil:
                    for i in range(number * batch, (number + 1) * batch):
                        error += self.learn(self.order[i])
                    self.take_step(batch, rate * share)
                done += 1
        return error / (batches * batch) if batches else 0.0

    def shuffle(self) -> None:
        """Put the rolls in a random order."""
        for i in range(self.groups):
            self.order[i] = i
        for i in range(self.groups - 1):
            j = int(self.random() * (self.groups - i))
            j += i
            swap = self.order[i]
            self.order[i] = self.order[j]
            self.order[j] = swap

    def learn(self, group: int) -> float:
        """Add a roll to the gradients; returns its weighted mean squared error."""
        begin = self.first[group]
        n = self.first[group + 1] - begin
        total = 0.0
        middle = 0.0
        for i in range(n):
            self.score[i] = self.scored(begin + i, i)
            total += self.weight[begin + i]
            middle += self.weight[begin + i] * (self.score[i] - self.value[begin + i])
        middle /= total
        error = 0.0
        for i in range(n):
            weight = self.weight[begin + i] / total
            miss = self.score[i] - self.value[begin + i] - middle
            error += weight * miss * miss
            self.pass_back(begin + i, i, weight * miss)
        return error

    def scored(self, sample: int, i: int) -> float:
        """The score of a stored result; its hidden layer is left in row i of `hidden`."""
        to = i * NEURONS
        for k in range(NEURONS):
            self.hidden[to + k] = self.pruning.bias[k]
        for place in range(PLACES):
            state = self.states[sample * PLACES + place]
            if state != 0:
                at = (place * STATES + state + MIDDLE) * NEURONS
                for k in range(NEURONS):
                    self.hidden[to + k] += self.pruning.table[at + k]
        total = 0.0
        for k in range(NEURONS):
            high = self.hidden[to + k] if self.hidden[to + k] > 0.0 else 0.0
            self.hidden[to + k] = high
            total += high * high * self.pruning.v[k]
        return 0.5 * total

    def pass_back(self, sample: int, i: int, miss: float) -> None:
        """Add what a result's error says to the gradients."""
        to = i * NEURONS
        for k in range(NEURONS):
            high = self.hidden[to + k]
            self.g_v[k] += 0.5 * miss * high * high
            self.hidden[to + k] = miss * self.pruning.v[k] * high
            self.g_bias[k] += self.hidden[to + k]
        for place in range(PLACES):
            state = self.states[sample * PLACES + place]
            if state != 0:
                at = (place * STATES + state + MIDDLE) * NEURONS
                for k in range(NEURONS):
                    self.g_table[at + k] += self.hidden[to + k]

    def take_step(self, count: int, rate: float) -> None:
        """Take one step of Adam along the gradients of so many rolls, and forget them."""
        scale = 1.0 / count
        self.gather_units()
        for k in range(UNITS * NEURONS):
            self.pruning.w[k] = self.pruning.w[k] - self.adam_step(k, self.g_w[k] * scale, rate)
            self.g_w[k] = 0.0
        at = UNITS * NEURONS
        for k in range(NEURONS):
            step = self.adam_step(at + k, self.g_bias[k] * scale, rate)
            self.pruning.bias[k] = self.pruning.bias[k] - step
            step = self.adam_step(at + NEURONS + k, self.g_v[k] * scale, rate)
            self.pruning.v[k] = self.pruning.v[k] - step
            self.g_bias[k] = 0.0
            self.g_v[k] = 0.0
        self.pruning.spread()

    def gather_units(self) -> None:
        """Bring the gradients of the table to the units, and forget those of the table."""
        for place in range(PLACES):
            for state in range(STATES):
                at = (place * STATES + state) * NEURONS
                for j in range(self.pruning.net.units(place, state - MIDDLE)):
                    row = self.pruning.net.unit[j] * NEURONS
                    much = self.pruning.net.much[j]
                    for k in range(NEURONS):
                        self.g_w[row + k] += much * self.g_table[at + k]
                for k in range(NEURONS):
                    self.g_table[at + k] = 0.0

    def adam_step(self, at: int, g: float, rate: float) -> float:
        """By how much a weight moves."""
        self.m[at] += (1.0 - BETA1) * (g - self.m[at])
        self.s[at] += (1.0 - BETA2) * (g * g - self.s[at])
        return rate * self.m[at] / (sqrt(self.s[at]) + TINY)


def valid(seed: int) -> int:
    """Return a seed (1 or more) in the generator's range: a multiple of its modulus would stand still."""
    return (seed - 1) % 2147483646 + 1


def rate_share(done: int, total: int) -> float:
    """The share of the rate in the step after so many: it falls to 0 along half a wave of the cosine.

    Adam's means begin at 0, for which it makes up.
    """
    warmth = math.sqrt(1 - BETA2 ** (done + 1)) / (1 - BETA1 ** (done + 1))
    return 0.5 * (1 + math.cos(math.pi * done / total)) * warmth
