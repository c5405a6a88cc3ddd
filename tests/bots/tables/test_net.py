"""Nets: the worth of a position depends neither on earlier ones nor on the processor's instructions."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bots.tables_kernels import drawn
from tests.support.search_budget import times
from tests.support.strategies import played
from zaria import games
from zaria.bots.tables import net, playing, rollouts, rows, rules
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.games.tables.game import TablesGame

SEED = 4
GAMES = ("backgammon", "tapa", "long-nardy", "gulbara", "crazy-gulbar")
"""A hit, a pin, a hold, a ladder, and a roll whose rest the other side plays."""

Place: TypeAlias = tuple[int, int]
"""The seed of a game that is played at random, and after how many stages it is looked at."""

games_drawn = st.sampled_from(GAMES)
places = st.tuples(st.integers(0, 2**32), st.integers(0, 120))
rolls = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda roll: (max(roll), min(roll)))


def game_of(name: str) -> TablesGame:
    game = games.get(name)
    assert isinstance(game, TablesGame)
    return game


def evaluator_of(name: str, hidden: int = 8) -> EvaluatorKernel:
    """A new evaluator whose nets were drawn by chance."""
    evaluator = rules.evaluator(game_of(name))
    evaluator.set_net(drawn(hidden, SEED))
    return evaluator


def answers(evaluator: EvaluatorKernel, name: str, place: Place, roll: tuple[int, int]) -> list[Any]:
    """All that the evaluator says of a position: at once, one ply deep, about a roll, and after two games."""
    board = played(game_of(name), *place).board
    return [
        playing.chances(evaluator, board),
        playing.chances(evaluator, board, 1),
        playing.play_turn(evaluator, board, *roll),
        rollouts.roll_out(evaluator, board, 2, 1, 8, without_luck=False),
    ]


@given(games_drawn, places, places, rolls)
@settings(max_examples=times(15))
def test_answers_depend_on_nothing_asked_before(
    name: str, before: Place, place: Place, roll: tuple[int, int]
) -> None:
    """To the last bit: neither on other positions nor on the order of questions."""
    used = evaluator_of(name)
    answers(used, name, before, roll)
    seen = answers(used, name, place, roll)
    assert seen == answers(evaluator_of(name), name, place, roll)
    board = played(game_of(name), *place).board
    assert playing.all_chances(used, [played(game_of(name), *before).board, board])[1] == seen[0]
    assert playing.chances(evaluator_of(name), board, 1) == seen[1]


@given(games_drawn, places)
@settings(max_examples=times(15))
def test_new_weights_are_noticed(name: str, place: Place) -> None:
    board = played(game_of(name), *place).board
    network, evaluator = drawn(8, SEED), evaluator_of(name)
    playing.chances(evaluator, board)
    evaluator.set_net(network)
    for phase in range(5):
        network.choose(phase)
        network.load([0.0] * network.size())
    assert playing.chances(evaluator, board) == playing.chances(_blank(name), board)


def _blank(name: str) -> EvaluatorKernel:
    """An evaluator whose nets think everything equally likely."""
    evaluator = rules.evaluator(game_of(name))
    evaluator.set_net(net.Net(8))
    return evaluator


# -- instructions


@pytest.fixture
def any_instructions() -> Iterator[None]:
    yield
    net.use_instructions("")


def _available() -> list[str]:
    return list(net.WIDTHS[: net.WIDTHS.index(net.use_instructions("")) + 1])


@pytest.mark.usefixtures("any_instructions")
@pytest.mark.parametrize("hidden", [1, 100, net.MOST_HIDDEN])
@pytest.mark.parametrize("name", GAMES)
def test_all_instructions_say_the_same(name: str, hidden: int) -> None:
    evaluator = evaluator_of(name, hidden)
    for seed in range(6):
        board = played(game_of(name), seed, 15 * seed).board
        outputs, turns = [], []
        for width in _available():
            assert net.use_instructions(width) == width
            outputs.append(playing.chances(evaluator, board, seed % 2))
            turns.append(playing.play_turn(evaluator, board, 4, 2)[0])
        assert all(output == pytest.approx(outputs[0], abs=1e-5) for output in outputs)
        assert all(turn == turns[0] for turn in turns)


@pytest.mark.usefixtures("any_instructions")
def test_instructions_are_no_wider_than_those_of_the_processor(caplog: pytest.LogCaptureFixture) -> None:
    available = _available()
    for widest in net.WIDTHS:
        used = net.use_instructions(widest)
        assert used == (widest if widest in available else available[-1])
    assert not caplog.messages


@pytest.mark.usefixtures("any_instructions")
def test_unknown_instructions_are_no_limit_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert net.use_instructions("sse9") == _available()[-1]
    assert caplog.messages == ["ZARIA_SIMD=sse9 limits nothing: known are plain, avx2, avx512"]


@given(st.floats(-200, 200, width=32))
@settings(max_examples=times(20))
def test_chances_are_logistic(bias: float) -> None:
    """With no weight but the bias of the outputs."""
    network, evaluator = net.Net(1), _blank("tapa")
    network.load([*[0.0] * (network.size() - 5), *[bias] * 5])
    evaluator.set_net(network)
    for phase in range(5):
        network.choose(phase)
        network.load([*[0.0] * (network.size() - 5), *[bias] * 5])
    board = game_of("tapa").start().board
    assert playing.chances(evaluator, board)[0] == pytest.approx(rows.squashed(bias), rel=1e-5, abs=1e-12)
