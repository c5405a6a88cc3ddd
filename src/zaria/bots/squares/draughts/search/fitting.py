"""Fitting an evaluator's weights to how games went: logistic regression, one position at a time.

Steps are scaled by what a weight has been moved already (Adagrad), so that ways for men to stand that are
rare learn as fast as common ones, but nothing from a single game alone: `CALM` stands for evidence that was
there before. `fitting.pxd` beside this file gives the C types.

Many positions come as one row of numbers of 64 bits: men, kings, men and kings of the other, of which each
takes as many as a word of this package, and one number for the rest. From its lowest bits up these are the
side to move (1 bit), whether the position is kept aside (1), what light got in half points (2), and from bit
8 on what the search expected of it, in 65536ths.
"""

from collections.abc import Sequence

from .evaluator import DraughtsEvaluator

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from math import exp

    from .interpreted_kind import IS_WIDE, ROOM, TABLES, WORDS

WAYS, NUMBERS = 6561, 8
"""As in `evaluator`."""
WORD = 0xFFFFFFFFFFFFFFFF
CALM = 20.0
FADE = 0.0002
"""The share of a weight that is lost with a full step: what is not confirmed goes back to nothing."""


class Fit:
    """Weights as odds (logarithms, not hundredths of a man) and how sure they are."""

    def __init__(self, evaluator: DraughtsEvaluator) -> None:
        if not cython.compiled:
            self.weights: list[float] = [0.0] * ROOM
            self.moved: list[float] = [0.0] * ROOM
        self.evaluator = evaluator
        for i in range(ROOM):
            self.weights[i] = 0.0
            self.moved[i] = CALM

    def take(self, values: list[int], scale: float) -> None:
        """Begin with weights of an evaluator."""
        patterns = self.evaluator.tables * WAYS * 2
        for i in range(patterns):
            self.weights[i] = values[i] / scale
        for i in range(NUMBERS * 2):
            self.weights[TABLES * WAYS * 2 + i] = values[patterns + i] / scale

    def give(self, scale: float) -> list[int]:
        """The weights in hundredths of a man, in the order of `DraughtsEvaluator.set_weights`."""
        rounded = []
        patterns = self.evaluator.tables * WAYS * 2
        for i in range(patterns):
            rounded.append(round(self.weights[i] * scale))
        for i in range(NUMBERS * 2):
            rounded.append(round(self.weights[TABLES * WAYS * 2 + i] * scale))
        return rounded

    def odds(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> float:
        """The evaluation of a position for light, with either side to move."""
        self.evaluator.look(men, kings, their_men, their_kings, side)
        early = 0.0
        late = 0.0
        for t in range(self.evaluator.tables):
            i = 2 * (t * WAYS + self.evaluator.plus[t])
            k = 2 * (t * WAYS + self.evaluator.minus[t])
            early += self.weights[i] - self.weights[k]
            late += self.weights[i + 1] - self.weights[k + 1]
        for t in range(NUMBERS):
            i = 2 * (TABLES * WAYS + t)
            early += self.evaluator.counts[t] * self.weights[i]
            late += self.evaluator.counts[t] * self.weights[i + 1]
        share = self.evaluator.share / 64.0
        return early * share + late * (1.0 - share)

    def step(
        self, men: int, kings: int, their_men: int, their_kings: int, side: int, won: float, rate: float
    ) -> float:
        """Learn from a position what light got from it, 0 to 1; returns the loss before, 0 rate only that."""
        chance = 1.0 / (1.0 + exp(-self.odds(men, kings, their_men, their_kings, side)))
        error = won - chance
        if rate > 0.0:
            share = self.evaluator.share / 64.0
            for t in range(self.evaluator.tables):
                i = 2 * (t * WAYS + self.evaluator.plus[t])
                k = 2 * (t * WAYS + self.evaluator.minus[t])
                if i != k:
                    self.pull(i, error * share, rate)
                    self.pull(i + 1, error * (1.0 - share), rate)
                    self.pull(k, -error * share, rate)
                    self.pull(k + 1, -error * (1.0 - share), rate)
            for t in range(NUMBERS):
                if self.evaluator.counts[t] != 0:
                    i = 2 * (TABLES * WAYS + t)
                    self.pull(i, error * share * self.evaluator.counts[t], rate)
                    self.pull(i + 1, error * (1.0 - share) * self.evaluator.counts[t], rate)
        return error * error

    def learn(self, samples: Sequence[int], stride: int, rate: float, searched: float) -> None:
        """Learn once from the samples of a row that are not kept aside.

        `searched` is the share of what the search expected in what is learned; `stride` has no factor in
        common with the number of samples and sets their order.
        """
        sample = 4 * WORDS + 1
        count = len(samples) // sample
        place = 0
        with cython.nogil:
            for _ in range(count):
                place = (place + stride) % count
                i = sample * place
                label = samples[i + 4 * WORDS]
                if label >> 1 & 1 == 0:
                    won = (label >> 2 & 3) / 2.0
                    target = won + searched * ((label >> 8) / 65536.0 - won)
                    self.step_at(samples, i, target, rate)

    def loss(self, samples: Sequence[int]) -> float:
        """Return the mean square error about the results of the samples kept aside."""
        total = 0.0
        aside = 0
        sample = 4 * WORDS + 1
        with cython.nogil:
            for place in range(len(samples) // sample):
                i = sample * place
                label = samples[i + 4 * WORDS]
                if label >> 1 & 1:
                    aside += 1
                    won = (label >> 2 & 3) / 2.0
                    total += self.step_at(samples, i, won, 0.0)
        return total / max(1, aside)

    def step_at(self, samples: Sequence[int], i: int, won: float, rate: float) -> float:
        """Take the step for the sample that begins at a place of a row."""
        return self.step(
            self.squares(samples, i),
            self.squares(samples, i + WORDS),
            self.squares(samples, i + 2 * WORDS),
            self.squares(samples, i + 3 * WORDS),
            samples[i + 4 * WORDS] & 1,
            won,
            rate,
        )

    def squares(self, samples: Sequence[int], i: int) -> int:
        """The squares that stand at a place of a row, the lowest 64 bits first."""
        if IS_WIDE:
            high = samples[i + 1]
            return high << 32 << 32 | samples[i] & WORD
        return samples[i] & WORD

    def pull(self, i: int, slope: float, rate: float) -> None:
        """Move one weight."""
        self.moved[i] += slope * slope
        step = rate / self.moved[i] ** 0.5
        self.weights[i] += step * slope - step * FADE * self.weights[i]
