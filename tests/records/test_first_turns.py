"""The first turn of a game of backgammon has the name that players give it."""

import pytest

from zaria import games
from zaria.records.openings.backgammon import FIRST_POSITION, PLAYS, is_first_position, name_of


@pytest.mark.parametrize("name", PLAYS)
def test_every_named_turn_is_legal_and_found_by_its_steps(name: str) -> None:
    high, low = int(name[0]), int(name[1])
    position = games.dice_game("backgammon").start().rolled((high, low))
    names = [name_of(turn.moves) for turn in position.turns()]
    assert names.count(name) == 1
    assert {named[:2] for named in names if named} == {name[:2]}


def test_the_order_of_the_steps_does_not_matter() -> None:
    assert name_of([(24, 6), (18, 5)]) == name_of([(24, 5), (19, 6)]) == "65R"
    assert name_of([(8, 3), (6, 1)]) == name_of([(6, 1), (8, 3)]) == "31P"
    assert name_of([(24, 3), (24, 1)]) == ""
    assert name_of([(24, 5), (19, 4)]) == "", "24/15 has a name as 6-3 only"


def test_names_are_for_the_first_position_only() -> None:
    side = [FIRST_POSITION.get(point, 0) for point in range(26)]
    assert is_first_position((side, side))
    moved = [*side]
    moved[24], moved[23] = 1, 1
    assert not is_first_position((side, moved))
