"""Stages of rolls, and who plays what is left."""

import pytest

from zaria.games.game import Dice, Duty, IllegalTurn
from zaria.games.tables import duty
from zaria.games.tables.options import TablesOptions

FOUR = TablesOptions()
LADDER = TablesOptions(doublets="ladder")
GULBARA = TablesOptions(doublets="ladder", rest="ladder")
LATE = TablesOptions(doublets="ladder", rest="ladder", ladder_from_roll=4)
GULBAR = TablesOptions(rest="any", roll_again=True)
CRAZY = TablesOptions(doublets="ladder", ladder=2, rest="any")


@pytest.mark.parametrize(
    ("options", "roll", "before", "stages"),
    [
        (FOUR, (3, 1), 0, ((3, 1),)),
        (FOUR, (1, 3), 0, ((1, 3),)),
        (FOUR, (5, 5), 0, ((5,) * 4,)),
        (LADDER, (5, 5), 0, ((5,) * 4, (6,) * 4)),
        (CRAZY, (4, 4), 0, ((4, 4), (5, 5), (6, 6))),
        (LATE, (5, 5), 2, ((5,) * 4,)),
        (LATE, (5, 5), 3, ((5,) * 4, (6,) * 4)),
    ],
)
def test_stages(options: TablesOptions, roll: tuple[int, int], before: int, stages: tuple[Dice, ...]) -> None:
    assert duty.of_roll(options, roll, before) == Duty(stages, own=True, base=True, heads=0)


@pytest.mark.parametrize(
    ("dice", "asked"),
    [((3, 1), (3, 1, 4)), ((5,) * 4, (5, 5, 4)), ((5, 5), (5, 5, 2)), ((6,), (6, 6, 1))],
)
def test_what_the_kernel_is_asked(dice: Dice, asked: tuple[int, int, int]) -> None:
    assert duty.asked(dice) == asked


def test_what_is_left() -> None:
    assert duty.left_over((3, 1), [(8, 3)]) == (1,)
    assert duty.left_over((5, 5, 5, 5), [(8, 5), (8, 5)]) == (5, 5)
    with pytest.raises(IllegalTurn):
        duty.left_over((3, 1), [(8, 2)])


BASE, LATER = Duty(((5,) * 4, (6,) * 4)), Duty(((5,) * 4, (6,) * 4), base=False, heads=1)
REST = Duty(((5,), (6,) * 4), own=False, base=False)
LAST = Duty(((6,) * 4,), own=False, base=False)


@pytest.mark.parametrize(
    ("options", "due", "left", "onward"),
    [
        (FOUR, Duty(((3, 1),)), (), duty.PASSES),
        (FOUR, Duty(((3, 1),)), (3,), duty.PASSES),
        (LADDER, BASE, (), duty.Onward(False, Duty(((6,) * 4,), base=False, heads=1))),
        (LADDER, LATER, (), duty.Onward(False, Duty(((6,) * 4,), base=False, heads=2))),
        (LADDER, LATER, (5,), duty.PASSES),
        (GULBARA, BASE, (5,), duty.PASSES),
        (GULBARA, LATER, (5,), duty.Onward(True, Duty(((5,), (6,) * 4), own=False, base=False))),
        (GULBARA, REST, (5,), duty.Onward(False, Duty(((6,) * 4,), own=False, base=False, heads=1))),
        (GULBARA, LAST, (6, 6), duty.Onward(False)),
        (GULBARA, LAST, (), duty.Onward(False)),
        (CRAZY, BASE, (5,), duty.Onward(True, Duty(((5,), (6,) * 4), own=False, base=False))),
        (CRAZY, Duty(((6, 3),)), (6,), duty.Onward(True, Duty(((6,),), own=False, base=False))),
        (CRAZY, Duty(((6, 6),)), (), duty.PASSES),
        (GULBAR, Duty(((5,) * 4,)), (), duty.Onward(False)),
        (GULBAR, Duty(((5,) * 4,)), (5,), duty.Onward(True, Duty(((5,),), own=False, base=False))),
        (GULBAR, Duty(((6, 3),)), (), duty.PASSES),
    ],
)
def test_what_follows(options: TablesOptions, due: Duty, left: Dice, onward: duty.Onward) -> None:
    assert duty.onward(options, due, left, heads=1) == onward
