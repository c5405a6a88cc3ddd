"""Games with the cube in play: compiled as by Python, with the prices and efficiencies of the model."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bots.cube_strategies import chances, stakes
from tests.support.bots.tables_kernels import NAMES, drawn
from tests.support.games.interpreted_kernel import interpreted_together
from tests.support.search_budget import times
from tests.support.strategies import played
from zaria import games
from zaria.bots.doubling import Stake, efficiency
from zaria.bots.doubling.cube_games import CubeGames
from zaria.bots.doubling.owners import ME, NOBODY, OTHER
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import rules
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position

FINISH = "X=5:1,3:1;O=4:1,2:1"
DOUBLING = ("cubes", "efficiency", "offers", "cube_games")
HIDDEN = 3
BY_NAME = ("backgammon", "tabla", "tapa", "long-nardy")


@cache
def sources() -> Any:
    return SimpleNamespace(
        **interpreted_together([*NAMES, *(f"zaria.bots.doubling.{name}" for name in DOUBLING)])
    )


def game_of(name: str) -> TablesGame:
    game = games.get(name)
    assert isinstance(game, TablesGame)
    return game


def offers_by_python(stake: Stake) -> Any:
    cubes = sources().cubes.Cubes(
        stake.equity_of, stake.points, stake.value, stake.raises, jacoby=stake.jacoby
    )
    return sources().offers.Offers(cubes, cube=stake.cube, beaver=stake.beaver, raccoon=stake.raccoon)


@cache
def kernel_by_python(name: str) -> Any:
    """A kernel run by Python, with a net drawn by chance."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "EvaluatorKernel", sources().evaluator.EvaluatorKernel)
        kernel = rules.evaluator(game_of(name))
    kernel.set_net(drawn(HIDDEN, 1, sources()))
    return kernel


def by_python(stake: Stake, name: str = "backgammon", *, without_mars: bool = False) -> Any:
    return sources().cube_games.CubeGames(
        kernel_by_python(name),
        offers_by_python(stake),
        offers_by_python(stake.flipped()),
        contact=efficiency.CONTACT,
        races=True,
        without_mars=without_mars,
    )


@pytest.mark.parametrize("without_luck", [False, True])
@pytest.mark.parametrize(
    "stake", [Stake(beaver=True, raises="add"), Stake(away=(3, 5)), Stake(jacoby=True)], ids=str
)
def test_compiled_and_interpreted_are_alike(stake: Stake, *, without_luck: bool) -> None:
    game = game_of("backgammon")
    position = game.parse(FINISH)
    assert isinstance(position, Position)
    compiled = rules.evaluator(game)
    compiled.set_net(drawn(HIDDEN, 1))
    many = CubeGames(
        compiled,
        stake.chain(),
        stake.flipped().chain(),
        contact=efficiency.CONTACT,
        races=True,
        without_mars=False,
    )
    source = by_python(stake)
    for dice in ((1, 2), (6, 20)):
        equity = many.play(position.board, (0, NOBODY), dice, 5, 4, without_luck=without_luck)
        alike = source.play(position.board, (0, NOBODY), dice, 5, 4, without_luck=without_luck)
        assert equity == pytest.approx(alike, abs=1e-5)


@settings(max_examples=times(60))
@given(st.sampled_from(BY_NAME), st.integers(0, 10_000), st.integers(0, 120))
def test_its_efficiency_is_that_of_the_position(name: str, seed: int, turns: int) -> None:
    position = played(game_of(name), seed, turns)
    if position.outcome() is not None or position.duty is not None:
        return
    many = by_python(Stake(), name)
    kernel = many.evaluator
    kernel.features.view[:] = position.board
    kernel.features.count()
    assert many.efficiency_of(kernel.features) == pytest.approx(efficiency.of(position))


@settings(max_examples=times(60))
@given(stakes(), chances(), st.sampled_from([0, 1]), st.sampled_from([0, 1, NOBODY]), st.integers(0, 3))
def test_turns_are_chosen_by_the_worth_of_a_dead_cube(
    stake: Stake, some: OutcomeProbabilities, viewer: int, owner: int, level: int
) -> None:
    """To each side less half of what the game is worth to both, so that what one wins the other loses."""
    many = by_python(stake)
    kernel = many.evaluator
    many.level, many.owner = level, owner
    many.set_prices()
    kernel.viewer = viewer
    kernel.o[:] = some.win, some.win2, some.win3, some.lose2, some.lose3
    cubes = (stake.flipped() if viewer else stake).cubes()
    seen = NOBODY if owner == NOBODY else ME if owner == viewer else OTHER
    dead = cubes.playing(some, 0.0, level, seen)
    assert kernel.priced_equity() == pytest.approx(dead - many.whole / 2, abs=1e-9)


def test_without_mars_koks_is_the_second_class() -> None:
    many = by_python(Stake(points=(1, 2)), without_mars=True)
    many.set_prices()
    assert many.evaluator.prices[:6] == [1.0, 1.0, 2.0, -1.0, -1.0, -2.0]
