"""Moultezim: fevga with a limit in the other side's first quarter."""

from tests.support.games.tables_notation import position, turns
from zaria import games


def test_it_differs_from_fevga_in_its_rows_alone() -> None:
    moultezim, fevga = games.dice_game("moultezim"), games.dice_game("fevga")
    assert (moultezim.opening, moultezim.cube, moultezim.classes) == (fevga.opening, False, fevga.classes)
    assert turns(position("moultezim"), 55) == turns(position("fevga"), 55)


def test_at_most_four_points_in_the_others_first_quarter() -> None:
    board = "X=24:9,13:2,11:1,10:1,9:1,8:1;O=24:15"
    legal = turns(position("moultezim", board), 61)
    assert "13/7 8/7" in legal
    assert not {turn for turn in legal if "13/7" in turn and turn != "13/7 8/7"} - {
        turn for turn in legal if any(f"{point}/" in turn for point in (11, 10, 9, 8))
    }


def test_six_points_of_the_own_first_quarter_may_be_held() -> None:
    five = "X=24:10,23:1,22:1,21:1,20:1,8:1;O=24:14,18:1"
    assert "24/19 8/7" in turns(position("moultezim", five), 51)
    assert "24/19 8/7" not in turns(position("fevga", five), 51)
