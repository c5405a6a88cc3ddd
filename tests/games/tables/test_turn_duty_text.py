"""The text of a turn duty."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.tables_notation import position
from tests.support.search_budget import times
from tests.support.strategies import VARIANTS, onward, random_roll
from zaria import games
from zaria.games.protocols import InvalidPositionError, Option
from zaria.games.tables.game import TablesGame

SWITCHED = [
    *VARIANTS,
    games.dice_game("short-nardy-5s", paritet=True),
    games.dice_game("long-nardy-5s", paritet=True),
]


@settings(max_examples=times(200))
@given(st.sampled_from(SWITCHED), st.integers(0, 2**32), st.integers(0, 120), st.booleans())
def test_there_and_back(game: TablesGame, seed: int, stages: int, rolled: bool) -> None:
    """Any position that play leads to, in the middle of a ladder, before a rest or at its end."""
    random = Random(seed)
    where = game.start(seed % 2)
    for _ in range(stages):
        if where.outcome() or where.locked():
            break
        where = onward(where, random)
    if rolled and where.duty is None and where.outcome() is None:
        where = where.rolled(random_roll(random))
    read = game.parse(where.to_text(), where.turn)
    assert read == where
    assert hash(read) == hash(where)
    assert read.to_text() == where.to_text()


HOME = "X=6:15;O=6:15"


@pytest.mark.parametrize(
    ("game", "options", "due"),
    [
        ("gulbara", {}, "due=4444/5555/6666"),
        ("gulbara", {}, "due=13"),
        ("gulbara", {}, "ladder=2222/3333/4444/5555/6666"),
        ("gulbara", {}, "rest=5/6666"),
        ("gulbara", {}, "rest=66"),
        ("gulbara", {"ladder_from_roll": 4}, "rolls=1,0;due=4444"),
        ("gulbara", {"ladder_from_roll": 4}, "rolls=3,3;due=4444/5555/6666"),
        ("crazy-gulbar", {}, "due=55/66"),
        ("crazy-gulbar", {}, "rest=63"),
        ("crazy-gulbar", {}, "rest=3"),
        ("crazy-gulbar", {}, "rest=1/22/33/44/55/66;heads=1"),
        ("crazy-gulbar", {}, "ladder=66;heads=2"),
        ("gulbar", {}, "rest=5555"),
        ("gulbar", {}, "rest=55"),
        ("tabla", {}, "due=5555"),
        ("short-nardy-5s", {"paritet": True}, "starter=O;due=31"),
    ],
)
def test_what_may_be_due(game: str, options: dict[str, Option], due: str) -> None:
    assert position(game, f"{HOME};{due}", 1, **options).to_text().endswith(due)


@pytest.mark.parametrize(
    ("game", "due"),
    [
        ("tabla", "due=55"),
        ("tabla", "due=555"),
        ("tabla", "due=3131"),
        ("tabla", "due=71"),
        ("tabla", "due="),
        ("tabla", "due=31/22"),
        ("tabla", "due=31;heads=1"),
        ("tabla", "ladder=5555/6666"),
        ("tabla", "rest=31"),
        ("tabla", "rolls=1,1"),
        ("tabla", "starter=X"),
        ("tabla", "due=31;due=31"),
        ("chelebi", "rest=6666"),
        ("chelebi", "due=4444"),
        ("gulbara", "due=4444"),
        ("gulbara", "due=4444/6666"),
        ("gulbara", "ladder=555/6666"),
        ("gulbara", "ladder=1111/2222/3333/4444/5555/6666"),
        ("gulbara", "ladder=4444/5555"),
        ("gulbara", "rest=31"),
        ("gulbara", "rest=5555"),
        ("gulbara", "rest=1111/2222/3333/4444/5555/6666"),
        ("gulbara", "rest=6666;heads=1"),
        ("crazy-gulbar", "rest=666"),
        ("crazy-gulbar", "rest=55"),
        ("crazy-gulbar", "due=55/66;heads=1"),
        ("crazy-gulbar", "ladder=66;heads=3"),
        ("gulbar", "rest=44/55"),
        ("gulbar", "ladder=66"),
    ],
)
def test_what_is_never_due(game: str, due: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        position(game, f"{HOME};{due}")
    assert "\n" not in str(caught.value)


def test_nothing_is_due_when_the_game_is_over() -> None:
    for text in ("X=off:15;O=6:1;due=31", "X=6:1;O=off:15;due=31"):
        with pytest.raises(InvalidPositionError):
            position("tabla", text)
    with pytest.raises(InvalidPositionError):
        position("short-nardy-5s", "X=6:1;O=off:15;starter=X;due=31", paritet=True)
    assert position("short-nardy-5s", "X=6:1;O=off:15;starter=O;due=31", paritet=True).outcome() is None


def test_rolls_that_are_not_written_are_over() -> None:
    assert position("gulbara", HOME, ladder_from_roll=4).past.rolls == (3, 3)
