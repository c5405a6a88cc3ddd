"""The first turn of each side in a game of backgammon has the name that players give it."""

import pytest

from zaria import games
from zaria.records.openings.backgammon import (
    FIRST_POSITION,
    PLAYS,
    game_name,
    name_of,
    stands_first,
    turn_name,
)


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


def _steps(name: str) -> list[tuple[int, int]]:
    """The steps of a named turn, as a match stores them."""
    high, low = int(name[0]), int(name[1])
    turns = games.dice_game("backgammon").start().rolled((high, low)).turns()
    return next(list(turn.moves) for turn in turns if name_of(turn.moves) == name)


def _counts(**changes: int) -> list[int]:
    side = [FIRST_POSITION.get(point, 0) for point in range(26)]
    for point, change in changes.items():
        side[int(point.removeprefix("p"))] += change
    return side


def test_names_are_for_a_side_that_has_not_moved() -> None:
    first = _counts()
    assert stands_first(first)
    assert turn_name(first, first, _steps("31P")) == "31P"
    moved = _counts(p24=-1, p23=1)
    assert not stands_first(moved)
    assert turn_name(moved, first, _steps("31P")) == ""


def test_a_reply_that_plays_as_an_opening_does_has_its_name() -> None:
    pointed = _counts(p8=-1, p6=-1, p5=2)
    assert turn_name(_counts(), pointed, _steps("52S")) == "52S"
    assert game_name([_steps("31P"), _steps("52S")]) == "31P-52S"
    assert game_name([_steps("31P")]) == "31P"
    assert game_name([_steps("31P"), [(24, 4), (24, 4), (13, 4), (13, 4)]]) == "31P", (
        "doublets have no letter"
    )


def test_a_reply_that_hits_has_no_name() -> None:
    slotted = _counts(p13=-1, p11=1, p6=-1, p5=1)
    assert turn_name(_counts(), slotted, _steps("64P")) == "64P"
    assert turn_name(_counts(), slotted, _steps("41S")) == "41S"
    split = _counts(p24=-1, p23=1, p13=-1, p11=1)
    assert turn_name(_counts(), split, _steps("64P")) == "", "8/2* hits the blot on 23"
    assert game_name([_steps("21S"), _steps("64P")]) == "21S"
    assert game_name([_steps("21S"), _steps("31P")]) == "21S-31P"


def test_a_game_whose_first_turn_has_no_name_has_none() -> None:
    assert game_name([]) == ""
    assert game_name([[(24, 3), (24, 1)], _steps("31P")]) == ""
