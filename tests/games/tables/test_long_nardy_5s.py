"""Long nardy of 5Stars: its list of rolls, its points."""

import pytest

from tests.support.games.tables_notation import after, position, turns
from zaria import games


def test_the_list_is_the_sites() -> None:
    twos = after(position("long-nardy-5s"), 21, "24/21")
    assert twos.to_text().endswith(";open=21")
    assert turns(twos, 55) == {"24/14(2)"}
    listed = after(position("long-nardy-5s"), 53, "24/16")
    assert turns(listed, 55) == {"24/9"}
    principle = after(position("long-nardy-5s", head_list="principle"), 53, "24/16")
    assert turns(principle, 55) == {"24/14(2)", "24/19 24/9"}


def test_fours_after_fives_may_be_played_by_two() -> None:
    assert turns(after(position("long-nardy-5s"), 55, "24/4"), 44) == {"24/20(2)"}


@pytest.mark.parametrize(
    ("loser", "options", "points", "kind"),
    [
        ("6:15", {}, 1, "single"),
        ("6:14,off:1", {}, 1, "single"),
        ("7:1,off:14", {}, 2, "mars"),
        ("18:1,6:14", {}, 2, "mars"),
        ("19:1,6:14", {}, 3, "koks"),
        ("19:1,off:14", {}, 3, "koks"),
        ("19:1,6:14", {"koks": False}, 2, "mars"),
        ("19:1,6:14", {"mars": False}, 3, "koks"),
        ("18:1,6:14", {"mars": False}, 1, "single"),
        ("19:1,6:14", {"mars": False, "koks": False}, 1, "single"),
    ],
)
def test_points(loser: str, options: dict[str, bool], points: int, kind: str) -> None:
    for game in ("long-nardy-5s", "short-nardy-5s"):
        outcome = position(game, f"X={loser};O=off:15", **options).outcome()
        assert outcome is not None
        assert (outcome.points, outcome.kind) == (points, kind)


@pytest.mark.parametrize(
    ("mars", "koks", "classes"),
    [
        (True, True, ((1, "single"), (2, "mars"), (3, "koks"))),
        (True, False, ((1, "single"), (2, "mars"))),
        (False, True, ((1, "single"), (3, "koks"))),
        (False, False, ((1, "single"),)),
    ],
)
def test_classes_are_those_agreed_on(mars: bool, koks: bool, classes: object) -> None:
    assert games.dice_game("long-nardy-5s", mars=mars, koks=koks).classes == classes
