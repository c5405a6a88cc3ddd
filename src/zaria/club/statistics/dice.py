"""Statistics of dice, and whether they are unusual, in words. Pure but for the words.

The test is Pearson's chi-square against honest dice. `p` is how many of all honest samples of the same size
are at least as uneven: P(X >= chi-square), the upper regularised gamma function Q(df/2, x/2), which for whole
degrees of freedom is a finite sum (Abramowitz and Stegun 26.4.4 and 26.4.5), so nothing is approximated but
that the counts of a fair die are taken for a chi-square variable; hence `FEWEST`.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

FEWEST = 100
"""Rolls, or dice, of which nothing is said yet: of fewer than a hundred rolls too few are doublets (17)."""

FACES = 6
ROLLS, DOUBLETS = 6, 7
"""Places of rolls and doublets in the counts of a match, after the faces."""

NEVER = [0] * 8
"""The counts where nothing fell."""

Words = tuple[tuple[float, Any], ...]

FACES_SAID: Words = (
    (0.001, _("The faces are more uneven than in 999 of 1000 fair samples of this size.")),
    (0.01, _("The faces are more uneven than in 99 of 100 fair samples of this size.")),
    (0.05, _("The faces are more uneven than in 19 of 20 fair samples of this size.")),
    (0.99, _("The faces are as even as fair dice usually are.")),
    (0.999, _("The faces are more even than in 99 of 100 fair samples of this size.")),
    (math.inf, _("The faces are more even than in 999 of 1000 fair samples of this size.")),
)
DOUBLETS_SAID: Words = (
    (
        0.001,
        _("The share of doublets is further from a sixth than in 999 of 1000 fair samples of this size."),
    ),
    (0.01, _("The share of doublets is further from a sixth than in 99 of 100 fair samples of this size.")),
    (0.05, _("The share of doublets is further from a sixth than in 19 of 20 fair samples of this size.")),
    (math.inf, _("The number of doublets is usual for fair dice.")),
)
"""Words for p below a number, the least first. Faces can be too even as well."""


class Verdict(NamedTuple):
    """Result of the test: chi-square, degrees of freedom, p, and words."""

    chi2: float
    df: int
    p: float
    words: Any


class FaceCount(NamedTuple):
    """Count of a face, and its share in per cent."""

    value: int
    times: int
    share: float


class Seen(NamedTuple):
    """Dice of a player. `rolls` are of two dice; the dice of opening rolls are among the faces only."""

    faces: list[FaceCount]
    thrown: int
    rolls: int
    doublets: int
    even: Verdict | None
    doubled: Verdict | None

    @property
    def doublet_share(self) -> float:
        """Doublets among the rolls, in percent; honest dice give 16.7."""
        return 100 * self.doublets / self.rolls if self.rolls else 0.0

    @property
    def opening_dice(self) -> int:
        """Dice of opening rolls, which are no rolls of two dice of the player."""
        return self.thrown - 2 * self.rolls

    @property
    def enough(self) -> bool:
        """True if there are enough dice for a verdict."""
        return self.even is not None or self.doubled is not None


def added(counts: Sequence[Sequence[int]]) -> list[int]:
    """The counts of many matches in one; a match without dice has an empty one."""
    rows = [row for row in counts if len(row) == len(NEVER)]
    return [sum(column) for column in zip(*rows, strict=True)] if rows else list(NEVER)


def seen(counts: Sequence[int]) -> Seen:
    """Totals of some matches: six faces, rolls, doublets."""
    faces, rolls, doublets = list(counts[:FACES]), counts[ROLLS], counts[DOUBLETS]
    thrown = sum(faces)
    return Seen(
        faces=[_face(n + 1, count, thrown) for n, count in enumerate(faces)],
        thrown=thrown,
        rolls=rolls,
        doublets=doublets,
        even=verdict(faces, [1] * FACES, FACES_SAID) if thrown >= FEWEST else None,
        doubled=verdict([doublets, rolls - doublets], [1, 5], DOUBLETS_SAID) if rolls >= FEWEST else None,
    )


def verdict(counts: Sequence[int], weights: Sequence[int], words_by_p: Words) -> Verdict:
    """Compare `counts` with the average of fair dice, which is as `weights`."""
    per_weight = sum(counts) / sum(weights)
    chi2 = sum(
        (count - per_weight * weight) ** 2 / (per_weight * weight)
        for count, weight in zip(counts, weights, strict=True)
    )
    df = len(counts) - 1
    p = at_least(chi2, df)
    return Verdict(chi2, df, p, next(words for limit, words in words_by_p if p < limit))


def at_least(chi2: float, df: int) -> float:
    """The share of honest samples with a chi-square of `chi2` or more: Q(df/2, chi2/2)."""
    x, a = chi2 / 2, df / 2
    if x <= 0:
        return 1.0
    shape = 0.5 if df % 2 else 1.0
    tail = math.erfc(math.sqrt(x)) if df % 2 else math.exp(-x)
    while shape < a:
        tail += math.exp(shape * math.log(x) - x - math.lgamma(shape + 1))
        shape += 1
    return min(1.0, tail)


def _face(value: int, count: int, thrown: int) -> FaceCount:
    return FaceCount(value, count, 100 * count / thrown if thrown else 0.0)
