"""Tables of rolls: each cell beside a checker that is moved step by step."""

from itertools import permutations

import pytest

from zaria.bots.tables import roll_tables

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
BITS = roll_tables.entries()


def _reaches(roll: tuple[int, int], far: int, shut: int) -> bool:
    """Can a checker get that far by the dice, in some order, perhaps not by all, landing on open points?"""
    dice = [roll[0]] * 4 if roll[0] == roll[1] else list(roll)
    for order in permutations(dice) if len(dice) == 2 else [dice]:
        at = 0
        for die in order:
            at += die
            if at == far:
                return True
            if at > far or shut >> (at - 1) & 1:
                break
    return False


@pytest.mark.parametrize("far", range(1, 13))
def test_a_checker_gets_there_by_its_rolls(far: int) -> None:
    cells = roll_tables.rolls_that_reach()
    for shut in range(0, 1 << (far - 1), 1 if far < 9 else 7):
        rolls = {1 << BITS[a * 7 + b] for a, b in ROLLS if _reaches((a, b), far, shut)}
        assert cells[1 << (far - 1) | shut] == sum(rolls), (far, shut)


def test_rolls_are_counted_by_halves() -> None:
    low, high = roll_tables.rolls_by_halves()
    for count in range(len(ROLLS) + 1):
        some = {BITS[a * 7 + b] for a, b in ROLLS[:count]}
        mask = sum(1 << bit for bit in some)
        assert low[mask & 2047] + high[mask >> 11] == sum(BITS[a * 7 + b] in some for a, b in ROLLS)
