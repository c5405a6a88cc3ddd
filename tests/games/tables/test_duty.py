"""Stages of rolls, and who plays what is left."""

import pytest

from zaria.games.protocols import Dice, Duty, IllegalTurnError
from zaria.games.tables import turn_duty
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
    assert turn_duty.of_roll(options, roll, before) == Duty(stages, own_roll=True, base=True, heads=0)


@pytest.mark.parametrize(
    ("dice", "expected"),
    [((3, 1), (3, 1, 4)), ((5,) * 4, (5, 5, 4)), ((5, 5), (5, 5, 2)), ((6,), (6, 6, 1))],
)
def test_what_the_kernel_is_asked(dice: Dice, expected: tuple[int, int, int]) -> None:
    assert turn_duty.kernel_dice(dice) == expected


def test_what_is_left() -> None:
    assert turn_duty.left_over((3, 1), [(8, 3)]) == (1,)
    assert turn_duty.left_over((5, 5, 5, 5), [(8, 5), (8, 5)]) == (5, 5)
    with pytest.raises(IllegalTurnError):
        turn_duty.left_over((3, 1), [(8, 2)])


BASE, LATER = Duty(((5,) * 4, (6,) * 4)), Duty(((5,) * 4, (6,) * 4), base=False, heads=1)
REST = Duty(((5,), (6,) * 4), own_roll=False, base=False)
LAST = Duty(((6,) * 4,), own_roll=False, base=False)


@pytest.mark.parametrize(
    ("options", "due", "remaining", "onward"),
    [
        (FOUR, Duty(((3, 1),)), (), turn_duty.PASSES),
        (FOUR, Duty(((3, 1),)), (3,), turn_duty.PASSES),
        (LADDER, BASE, (), turn_duty.Onward(False, Duty(((6,) * 4,), base=False, heads=1))),
        (LADDER, LATER, (), turn_duty.Onward(False, Duty(((6,) * 4,), base=False, heads=2))),
        (LADDER, LATER, (5,), turn_duty.PASSES),
        (GULBARA, BASE, (5,), turn_duty.PASSES),
        (GULBARA, LATER, (5,), turn_duty.Onward(True, Duty(((5,), (6,) * 4), own_roll=False, base=False))),
        (
            GULBARA,
            REST,
            (5,),
            turn_duty.Onward(False, Duty(((6,) * 4,), own_roll=False, base=False, heads=1)),
        ),
        (GULBARA, LAST, (6, 6), turn_duty.Onward(False)),
        (GULBARA, LAST, (), turn_duty.Onward(False)),
        (CRAZY, BASE, (5,), turn_duty.Onward(True, Duty(((5,), (6,) * 4), own_roll=False, base=False))),
        (CRAZY, Duty(((6, 3),)), (6,), turn_duty.Onward(True, Duty(((6,),), own_roll=False, base=False))),
        (CRAZY, Duty(((6, 6),)), (), turn_duty.PASSES),
        (GULBAR, Duty(((5,) * 4,)), (), turn_duty.Onward(False)),
        (GULBAR, Duty(((5,) * 4,)), (5,), turn_duty.Onward(True, Duty(((5,),), own_roll=False, base=False))),
        (GULBAR, Duty(((6, 3),)), (), turn_duty.PASSES),
    ],
)
def test_what_follows(options: TablesOptions, due: Duty, remaining: Dice, onward: turn_duty.Onward) -> None:
    assert turn_duty.onward(options, due, remaining, heads=1) == onward
