"""The compiled model of the cube, beside its source run by Python."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bots.cube_strategies import chances, stakes
from tests.support.games.interpreted_kernel import interpreted
from tests.support.search_budget import times
from zaria.bots.doubling import Stake, cubes
from zaria.bots.doubling.owners import ME, NOBODY, OTHER
from zaria.bots.probabilities import OutcomeProbabilities

CLOSE = 1e-9
EVEN_GAME = OutcomeProbabilities(0.5, 0.1, 0.0, 0.1)


@cache
def by_python() -> Any:
    return interpreted(cubes)


def model(stake: Stake, module: Any = cubes) -> Any:
    return module.Cubes(stake.equity_of, stake.points, stake.value, stake.raises, jacoby=stake.jacoby)


@settings(max_examples=times(100))
@given(
    stakes(),
    st.lists(chances(), min_size=1, max_size=4),
    st.floats(0, 1),
    st.integers(0, 3),
    st.sampled_from([ME, OTHER, NOBODY]),
)
def test_compiled_it_gives_what_its_source_does(
    stake: Stake, every: list[OutcomeProbabilities], efficiency: float, level: int, owner: int
) -> None:
    """One model is asked again and again: what it is worth with some chances depends on no others."""
    compiled, source = model(stake), model(stake, by_python())
    assert compiled.values == source.values
    for some in every:
        equity = compiled.playing(some, efficiency, level, owner)
        assert equity == pytest.approx(source.playing(some, efficiency, level, owner), abs=CLOSE)
        assert equity == model(stake).playing(some, efficiency, level, owner)


@given(st.floats(0, 1), chances())
def test_draws_take_their_part_in_both(draw: float, some: OutcomeProbabilities) -> None:
    decided = 1 - draw
    drawn = OutcomeProbabilities(
        decided * some.win,
        decided * some.win2,
        decided * some.win3,
        decided * some.lose2,
        decided * some.lose3,
        draw,
    )
    stake = Stake(away=(3, 5), game="short-nardy-5s", equal_turns=True)
    equity = model(stake).playing(drawn, 0.68, 0, NOBODY)
    assert equity == pytest.approx(model(stake, by_python()).playing(drawn, 0.68, 0, NOBODY), abs=1e-6)


@pytest.mark.parametrize("points", [(), (1, 2, 3, 4)])
@pytest.mark.parametrize("compiled", [True, False])
def test_there_are_one_to_three_classes(points: tuple[int, ...], *, compiled: bool) -> None:
    module = cubes if compiled else by_python()
    with pytest.raises(ValueError, match="one to three classes"):
        module.Cubes(float, points)


@pytest.mark.parametrize("level", [-1, 7])
@pytest.mark.parametrize("compiled", [True, False])
def test_a_level_beyond_the_last_is_refused(level: int, *, compiled: bool) -> None:
    """From 1 the cube is turned to 2, 4, 8, 16, 32 and 64."""
    values = model(Stake(), cubes if compiled else by_python())
    assert values.values == (1, 2, 4, 8, 16, 32, 64)
    with pytest.raises(IndexError):
        values.playing(EVEN_GAME, 0.68, level, OTHER)


def test_there_is_room_for_every_cube() -> None:
    """It is raised by one from 1, and a chain of offers goes on from the last value by doubling."""
    assert model(Stake(raises="add")).values == tuple(range(1, 65))
    assert model(Stake(63, raises="add")).values == (63, 64, 128, 256)
    assert model(Stake(64)).values == (64, 128, 256, 512)
