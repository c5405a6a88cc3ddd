"""Chi-square against its tables and its definition, and what is said of it."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.statistics.dice import (
    DOUBLETS_SAID,
    FACES_SAID,
    FEWEST,
    NEVER,
    added,
    at_least,
    seen,
    verdict,
)

CRITICAL = {
    (1, 0.05): 3.8415, (1, 0.01): 6.6349, (1, 0.001): 10.8276,
    (2, 0.05): 5.9915, (3, 0.05): 7.8147, (4, 0.01): 13.2767,
    (5, 0.95): 1.1455, (5, 0.5): 4.3515, (5, 0.05): 11.0705, (5, 0.01): 15.0863, (5, 0.001): 20.5150,
    (10, 0.05): 18.3070,
}  # fmt: skip
"""By degrees of freedom and p, as every table of chi-square has them."""


@pytest.mark.parametrize(("df", "p"), CRITICAL)
def test_the_tables(df: int, p: float) -> None:
    assert at_least(CRITICAL[df, p], df) == pytest.approx(p, rel=1e-3)


@pytest.mark.parametrize("df", [1, 2, 5, 8])
def test_its_slope_is_the_density_of_chi_square(df: int) -> None:
    for x in (0.3, 1.0, 4.0, 11.0, 40.0):
        density = x ** (df / 2 - 1) * math.exp(-x / 2) / (2 ** (df / 2) * math.gamma(df / 2))
        slope = (at_least(x - 1e-4, df) - at_least(x + 1e-4, df)) / 2e-4
        assert slope == pytest.approx(density, rel=1e-4)


@given(st.integers(1, 12), st.floats(0, 1e6))
def test_it_is_a_share(df: int, chi2: float) -> None:
    assert 0 <= at_least(chi2, df) <= 1


def test_even_dice_are_too_even() -> None:
    perfect = verdict([1000] * 6, [1] * 6, FACES_SAID)
    assert (perfect.chi2, perfect.p) == (0, 1)
    assert "more even than in 999 of 1000" in str(perfect.words)


@pytest.mark.parametrize(
    ("sixes", "sentence"),
    [(110, "as even as"), (136, "19 of 20"), (145, "99 of 100"), (160, "999 of 1000")],
)
def test_what_is_said_of_loaded_dice(sixes: int, sentence: str) -> None:
    counts = [104, 97, 108, 92, 101, sixes]
    assert sentence in str(verdict(counts, [1] * 6, FACES_SAID).words)


def test_doublets_of_any_number_are_named() -> None:
    assert "usual for fair dice" in str(verdict([171, 829], [1, 5], DOUBLETS_SAID).words)
    for doublets in (100, 240):
        judgement = verdict([doublets, 1000 - doublets], [1, 5], DOUBLETS_SAID)
        assert "further from a sixth than in 999 of 1000" in str(judgement.words)


def test_honest_samples_are_called_uneven_as_often_as_is_said() -> None:
    chance = random.Random(69)
    p_values = [verdict(rolled(chance, 300), [1] * 6, FACES_SAID).p for _ in range(2000)]
    for p in (0.01, 0.05, 0.5):
        share = sum(p_value < p for p_value in p_values) / len(p_values)
        assert abs(share - p) < 4 * math.sqrt(p * (1 - p) / len(p_values))


def rolled(chance: random.Random, dice: int) -> list[int]:
    thrown = chance.choices(range(6), k=dice)
    return [thrown.count(face) for face in range(6)]


def test_of_few_rolls_nothing_is_said() -> None:
    few = seen([10, 0, 0, 0, 0, FEWEST - 11, FEWEST - 1, 50])
    assert (few.even, few.doubled, few.enough) == (None, None, False)
    nothing = seen(NEVER)
    assert (nothing.thrown, nothing.doublet_share, [face.share for face in nothing.faces]) == (0, 0, [0] * 6)


def test_counts_are_added_and_shared_out() -> None:
    rows = [[1, 2, 3, 4, 5, 6, 10, 2], [], [1, 0, 0, 0, 0, 0, 0, 0]]
    counts = seen(added(rows))
    assert [face.times for face in counts.faces] == [2, 2, 3, 4, 5, 6]
    assert sum(face.share for face in counts.faces) == pytest.approx(100)
    assert (counts.thrown, counts.rolls, counts.doublets, counts.doublet_share) == (22, 10, 2, 20)
    assert added([]) == NEVER
