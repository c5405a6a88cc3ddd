"""Chelebi: tabla with ladders, whose rest is lost."""

from tests.support.games.tables_notation import after, position, stages, turns


def test_every_doublet_is_a_ladder_from_the_first_roll() -> None:
    start = position("chelebi")
    assert stages(start.rolled((5, 5))) == "due 5555/6666"
    fives = after(start, 55, "13/8(4)")
    assert (fives.turn, stages(fives)) == (0, "ladder 6666")
    sixes = after(fives, None, "24/18(2) 8/2(2)")
    assert (sixes.turn, stages(sixes)) == (1, "")


def test_who_is_stuck_loses_the_rest() -> None:
    where = position("chelebi", "X=19:2,13:4,off:9;O=18:2,17:2,off:11;ladder=6666")
    assert turns(where) == {"19/13(2)"}
    assert stages(after(where, None, "19/13(2)")) == ""
    at_once = after(position("chelebi", "X=13:4,off:11;O=18:2,17:2,off:11"), 55, "")
    assert (at_once.turn, stages(at_once)) == (1, "")


def test_nothing_passes_to_the_other_side() -> None:
    where = position("chelebi", "X=bar:1,13:4;O=6:2,5:2,4:2,3:2,2:2,1:2;ladder=5555/6666")
    lost = after(where, None, "")
    assert (lost.turn, stages(lost)) == (1, "")


def test_the_bar_comes_first_in_every_stage() -> None:
    where = position("chelebi", "X=bar:1,13:4;O=13:5;ladder=5555/6666")
    assert all("bar/" in turn for turn in turns(where))
    shut = position("chelebi", "X=bar:1,13:4;O=5:2;ladder=5555/6666")
    assert turns(shut) == set()


def test_points_are_tablas() -> None:
    outcome = position("chelebi", "X=24:1,6:14;O=off:15").outcome()
    assert outcome is not None
    assert (outcome.points, outcome.kind) == (3, "koks")
