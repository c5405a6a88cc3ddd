"""Short nardy: the bans of hit and hide, and of hit and bear off."""

import pytest

from tests.games.tables.written import position, turns
from zaria import games

HIT = "X=6:3,3:2,1:2;O=21:1"
"""X may hit O's lone checker on X's 4."""


def test_the_opening_dice_are_played() -> None:
    game = games.get("short-nardy")
    assert (game.opening, game.next_starter) == ("play", "winner")
    assert position("short-nardy").total() == 447


def test_all_is_allowed_unless_it_is_agreed_otherwise() -> None:
    assert "6/4*/3" in turns(position("short-nardy", HIT), 21)


def test_who_has_hit_does_not_hide_upon_another() -> None:
    free = turns(position("short-nardy", HIT), 21)
    bound = turns(position("short-nardy", HIT, caucasus=True), 21)
    assert "6/4*/3" in free - bound


def test_who_has_hit_may_run_on_to_an_empty_point_and_be_covered() -> None:
    found = turns(position("short-nardy", "X=6:3,3:2;O=21:1", caucasus=True), 22)
    assert any(turn.startswith("6/4*/2") for turn in found)
    assert any(turn.startswith("6/4*(2)") for turn in found)


def test_outside_the_home_one_may_hide() -> None:
    assert "13/9*/8" in turns(position("short-nardy", "X=13:3,8:2;O=16:1", caucasus=True), 41)


@pytest.mark.parametrize("bans", [{"caucasus": True}, {"hit_then_off_ban": True}])
def test_who_has_hit_is_not_borne_off_while_there_is_another_way(bans: dict[str, bool]) -> None:
    where = "X=6:2,5:2,1:2,off:9;O=22:1"
    assert "5/3*/off" in turns(position("short-nardy", where), 32)
    assert "5/3*/off" not in turns(position("short-nardy", where, **bans), 32)


def test_where_less_could_be_played_the_first_ban_yields() -> None:
    where = "X=4:1,off:14;O=23:1"
    assert turns(position("short-nardy", where, caucasus=True), 22) == {"4/2*/off"}
    assert turns(position("short-nardy", where, hit_then_off_ban=True), 22) == {"4/2*"}
    both = position("short-nardy", where, caucasus=True, hit_then_off_ban=True)
    assert turns(both, 22) == {"4/2*/off"}
