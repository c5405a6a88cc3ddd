"""Short nardy: the bans of hit and hide, and of hit and bear off."""

import pytest

from tests.support.games.tables_notation import position, turns
from zaria import games

HIT = "X=6:3,3:2,1:2;O=21:1"
"""X may hit O's lone checker on X's 4."""


def test_the_opening_dice_are_played() -> None:
    game = games.dice_game("short-nardy")
    assert (game.opening, game.next_starter) == ("play", "winner")
    assert position("short-nardy").total() == 447


def test_the_international_way_is_agreed_on() -> None:
    assert "6/4*/3" in turns(position("short-nardy", HIT), 21)
    where = "X=6:2,5:2,1:2,off:9;O=22:1"
    assert "5/3*/off" in turns(position("short-nardy", where, hit_then_off_ban=False), 32)


def test_a_checker_that_hit_is_not_borne_off_in_that_turn() -> None:
    where = "X=6:2,4:1,2:2,off:10;O=22:1,20:2,off:12"
    assert "4/3*/off" not in turns(position("short-nardy", where), 31)
    assert "4/3*/off" in turns(position("short-nardy", where, hit_then_off_ban=False), 31)


def test_nor_is_the_pair() -> None:
    """Two checkers come to the point of the hit by 3-3: nobody can tell which of them has hit."""
    where = "X=6:2,5:1,off:12;O=22:1,12:3"
    assert turns(position("short-nardy", where), 33) == {"6/3*(2) 5/2"}
    assert turns(position("short-nardy", where, hit_then_off_ban="checker"), 33) == {"6/3*/off 6/3 5/2"}


def test_a_checker_that_hit_and_ran_on_is_not_borne_off_either() -> None:
    where = "X=6:1,2:1,off:13;O=21:1,12:3"
    assert turns(position("short-nardy", where), 22) == {"6/4*/2 2/off"}
    assert turns(position("short-nardy", where, hit_then_off_ban=False), 22) == {"6/4*/off 2/off"}


def test_the_turn_after_is_free_again() -> None:
    after = position("short-nardy", "X=3:2,off:13;O=12:3")
    assert "3/off(2)" in turns(after, 33)


def test_who_has_hit_does_not_hide_upon_another() -> None:
    free = turns(position("short-nardy", HIT), 21)
    bound = turns(position("short-nardy", HIT, caucasus=True), 21)
    assert "6/4*/3" in free - bound


def test_who_has_hit_may_run_on_to_an_empty_point_and_be_covered() -> None:
    legal = turns(position("short-nardy", "X=6:3,3:2;O=21:1", caucasus=True), 22)
    assert any(turn.startswith("6/4*/2") for turn in legal)
    assert any(turn.startswith("6/4*(2)") for turn in legal)


def test_outside_the_home_one_may_hide() -> None:
    assert "13/9*/8" in turns(position("short-nardy", "X=13:3,8:2;O=16:1", caucasus=True), 41)


@pytest.mark.parametrize(
    "agreed", [{"hit_then_off_ban": True}, {"hit_then_off_ban": False, "caucasus": True}]
)
def test_who_has_hit_is_not_borne_off_while_there_is_another_way(agreed: dict[str, bool]) -> None:
    where = "X=6:2,5:2,1:2,off:9;O=22:1"
    assert "5/3*/off" not in turns(position("short-nardy", where, **agreed), 32)


BOTH_BANS = [
    ("X=5:1,3:1,off:13;O=24:1,19:2,10:1,off:11", 44, "5/1* 3/off", "5/1*/off 3/off"),
    ("X=4:1,off:14;O=23:1", 22, "4/2*", "4/2*/off"),
]
"""A position, a roll, the turn by the ban of the whole point, and the one by the caucasus alone."""


@pytest.mark.parametrize(("where", "roll", "strict", "mild"), BOTH_BANS)
def test_of_both_bans_the_stricter_holds(where: str, roll: int, strict: str, mild: str) -> None:
    assert turns(position("short-nardy", where, caucasus=True), roll) == {strict}
    assert turns(position("short-nardy", where), roll) == {strict}
    assert turns(position("short-nardy", where, caucasus=True, hit_then_off_ban=False), roll) == {mild}


@pytest.mark.parametrize(("where", "roll", "strict", "mild"), BOTH_BANS)
def test_the_ban_of_the_checker_alone_yields_to_the_caucasus(
    where: str, roll: int, strict: str, mild: str
) -> None:
    alone = position("short-nardy", where, hit_then_off_ban="checker")
    both = position("short-nardy", where, hit_then_off_ban="checker", caucasus=True)
    assert turns(alone, roll) == {strict}
    assert turns(both, roll) == {mild}
