"""Crazy gulbar: a ladder of two, whose rest passes wherever it stops."""

import pytest

from tests.support.games.reread import reread
from tests.support.games.tables_notation import after, position, stages, turns


@pytest.mark.parametrize(
    ("ladder", "roll", "due"),
    [
        (2, 44, "due 44/55/66"),
        (4, 44, "due 4444/5555/6666"),
        (2, 66, "due 66"),
        (2, 64, "due 64"),
    ],
)
def test_stages(ladder: int, roll: int, due: str) -> None:
    start = position("crazy-gulbar", ladder=ladder)
    assert stages(start.rolled((roll // 10, roll % 10))) == due


def test_one_checker_leaves_the_head_in_a_whole_ladder() -> None:
    where = position("crazy-gulbar", "X=24:14,19:1;O=24:15")
    fours = after(where, 44, "24/20 19/15")
    assert stages(fours) == "ladder 55/66"
    assert fours.to_text().endswith(";ladder=55/66;heads=1")
    assert reread(fours, 0) == fours
    assert turns(fours)
    assert all("24/" not in turn for turn in turns(fours))


def test_the_head_may_wait_for_a_later_stage() -> None:
    later = position("crazy-gulbar", "X=24:14,16:1;O=24:15;ladder=55/66")
    assert any("24/" in turn for turn in turns(later))


def test_a_ladder_that_stops_at_its_first_stage_passes_too() -> None:
    where = position("crazy-gulbar", "X=24:1,off:14;O=8:15")
    reached = after(where, 44, "")
    assert (reached.turn, stages(reached)) == (1, "rest 44/55/66")


def test_a_part_of_a_stage_passes_with_the_stages_after_it() -> None:
    where = position("crazy-gulbar", "X=18:1,off:14;O=22:15;ladder=44/55/66")
    reached = after(where, None, "18/14")
    assert (reached.turn, stages(reached)) == (1, "rest 4/55/66")


def test_a_single_die_passes() -> None:
    reached = after(position("crazy-gulbar", "X=24:1,off:14;O=6:1,7:1,off:13"), 65, "")
    assert (reached.turn, stages(reached)) == (1, "rest 65")


def test_a_whole_ladder_is_not_rolled_again_after() -> None:
    done = after(position("crazy-gulbar", "X=20:2,off:13;O=24:15"), 66, "20/14(2)")
    assert (done.turn, stages(done)) == (1, "")


def test_a_rest_counts_its_own_heads() -> None:
    where = position("crazy-gulbar", "X=24:15;O=24:14,23:1;rest=4/55/66")
    fours = after(where, None, "24/20")
    assert fours.to_text().endswith(";rest=55/66;heads=1")
    assert fours.turn == 0
    assert turns(fours) == {"20/10"}
    sixes = after(fours, None, "20/10")
    assert turns(sixes) == {"10/4"}
    own_turn = after(sixes, None, "10/4")
    assert (own_turn.turn, stages(own_turn)) == (0, "")
    assert any("24/" in turn for turn in turns(own_turn, 31))
