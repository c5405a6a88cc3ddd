"""Pruning nets: which results of a roll they keep, and that no search is harmed by them."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.support.bots.tables_kernels import COMPILED, drawn, drawn_pruning, interpreted
from tests.support.search_budget import times
from tests.support.strategies import played
from zaria import games
from zaria.bots.tables import net, playing, rules
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.pruning import PruningNet, remaining_rows
from zaria.bots.tables.pruning_sizes import FEWEST, NEURONS, SIZE, UNITS, WIDEST
from zaria.games.tables import board as boards
from zaria.games.tables.game import TablesGame
from zaria.games.tables.kernel import api
from zaria.games.tables.kernel.generation import generate
from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.tables.position import Position

SEED = 3
SOURCES = interpreted()
PRESETS = tuple(game for name in games.names() if isinstance(game := games.get(name), TablesGame))
NO_FEWER = 10_000.0
"""A margin within which all results are."""


@cache
def network() -> Any:
    """A net drawn by chance, for its units."""
    return drawn(8, SEED)


@cache
def evaluator_of(game: TablesGame) -> EvaluatorKernel:
    """An evaluator without a pruning net; its nets were drawn by chance."""
    evaluator = rules.evaluator(game)
    evaluator.set_net(network())
    return evaluator


def pruned(game: TablesGame, most: int = 8, margin: float = 0.15) -> EvaluatorKernel:
    """The same with a pruning net that was drawn by chance."""
    evaluator = rules.evaluator(game)
    evaluator.set_net(network())
    evaluator.set_pruning(drawn_pruning(network(), SEED, most=most, margin=margin))
    return evaluator


def rolled(position: Position, dice: tuple[int, int], kernels: Any = None) -> tuple[Any, int]:
    """A kernel with the results of a whole roll, and their number."""
    kernel = Kernel() if kernels is None else kernels.kernel.Kernel()
    kernel.load_position(position.game.options.kernel_rules, position.board)
    return kernel, (generate if kernels is None else kernels.generation.generate)(kernel, *dice, 4)


def is_over(options: Any, board: Sequence[int]) -> bool:
    """Does a result end the game? It is seen by the opponent of the side that played."""
    least = 0 if options.mothers == "win" else boards.PINNED
    locked = options.mothers != "off" and board[1] >= least and board[24] <= -boards.PINNED
    return boards.others_off(tuple(board)) or locked


dice = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda pair: (max(pair), min(pair)))


@given(st.sampled_from(PRESETS), st.integers(0, 2**32), st.integers(0, 150), dice, st.integers(1, 12))
@example(games.dice_game("chelebi"), 5, 31, (2, 1), 1)  # both results end the game
@example(games.dice_game("plakoto"), 8388607, 29, (1, 1), 1)  # a pinned mother ends it in some
@settings(max_examples=times(60), deadline=None)
def test_the_best_are_kept_and_what_ends_the_game(
    game: TablesGame, seed: int, plies: int, roll: tuple[int, int], most: int
) -> None:
    position = played(game, seed, plies)
    kernel, count = rolled(position, roll)
    assume(count > 0)
    pruning = drawn_pruning(network(), SEED, most=most, margin=0.3)
    remaining = remaining_rows(pruning, kernel, count)
    results = api.boards(kernel)
    ends = [row for row in range(count) if is_over(game.options, results[row])]
    assert remaining == sorted(set(remaining))
    assert set(ends) <= set(remaining)
    assert min(1, count - len(ends)) <= len(remaining) - len(ends) <= most
    assert remaining_rows(drawn_pruning(network(), SEED, most=1), kernel, count)[:1] != []
    assert set(remaining) <= set(
        remaining_rows(drawn_pruning(network(), SEED, most=WIDEST, margin=0.3), kernel, count)
    )
    at_least = remaining_rows(pruning, kernel, count, min(3, most))
    assert set(remaining) <= set(at_least)
    assert len(at_least) >= min(3, most, count)


@given(st.sampled_from(PRESETS), st.integers(0, 2**32), st.integers(0, 150), dice)
@settings(max_examples=times(25), deadline=None)
def test_compiled_and_interpreted_keep_the_same(
    game: TablesGame, seed: int, plies: int, roll: tuple[int, int]
) -> None:
    """But for scores that are as good as equal, where sums of floats in another order decide."""
    position = played(game, seed, plies)
    kernel, count = rolled(position, roll)
    plain_kernel, plain_count = rolled(position, roll, SOURCES)
    assert plain_count == count
    plain = drawn_pruning(SOURCES.net.Net(1), SEED, SOURCES)
    remaining = remaining_rows(drawn_pruning(network(), SEED), kernel, count)
    plain_rows = SOURCES.pruning.remaining_rows(plain, plain_kernel, plain_count)
    if remaining != plain_rows:
        differing = sorted(plain.score[row] for row in set(remaining) ^ set(plain_rows))
        lowest = min(plain.score[row] for row in plain_rows)
        assert all(score == pytest.approx(lowest, abs=1e-3) for score in differing)


@pytest.mark.parametrize("game", PRESETS, ids=lambda game: game.id)
def test_all_instructions_keep_the_same(game: TablesGame) -> None:
    pruning, answers = drawn_pruning(network(), SEED), []
    for width in net.WIDTHS:
        net.use_instructions(width)
        answers.append(
            [remaining_rows(pruning, *rolled(played(game, seed, 9 * seed), (6, 1))) for seed in range(6)]
        )
    net.use_instructions("")
    assert answers == answers[:1] * len(net.WIDTHS)


@pytest.mark.parametrize("game", PRESETS, ids=lambda game: game.id)
def test_what_was_asked_before_does_not_matter(game: TablesGame) -> None:
    pruning = drawn_pruning(network(), SEED)
    questions = [(played(game, seed, 9 * seed), (1 + seed % 6, 1)) for seed in range(6)]
    answers = [
        [remaining_rows(pruning, *rolled(*question)) for question in order]
        for order in (questions, questions[::-1])
    ]
    assert answers[0] == answers[1][::-1]


@pytest.mark.parametrize("game", PRESETS, ids=lambda game: game.id)
def test_keeping_all_searches_as_without_pruning(game: TablesGame) -> None:
    """Of rolls with no more results than can be kept: outside of ladders nearly all."""
    wide = pruned(game, WIDEST, NO_FEWER)
    position = played(game, 1, 40)
    for high in range(1, 7):
        for low in range(1, high + 1):
            if len(position.results((high, low))) <= WIDEST and (high != low or not evaluator_ladder(game)):
                board = position.board
                assert playing.play_turn(wide, board, high, low) == playing.play_turn(
                    evaluator_of(game), board, high, low
                )


def evaluator_ladder(game: TablesGame) -> bool:
    """Are doublets played as ladders?"""
    return rules.ladder(game.options) > 0


def scornful(net: Any, kernels: Any = COMPILED) -> Any:
    """A pruning net that takes checkers borne off for the worst there is, and keeps one result."""
    pruning = kernels.pruning.PruningNet(net, 1, 0.0)
    weights = [0.0] * SIZE
    for unit in (244, 245, 246):
        weights[unit * NEURONS : (unit + 1) * NEURONS] = [1.0] * NEURONS
    weights[UNITS * NEURONS :] = [0.5] * NEURONS + [-1.0] * NEURONS
    pruning.load(weights)
    return pruning


@pytest.mark.parametrize("game", [game for game in PRESETS if not game.misere], ids=lambda game: game.id)
def test_the_end_of_a_game_is_never_pruned(game: TablesGame) -> None:
    """The pruning net takes it for the worst turn, and others remain."""
    evaluator = rules.evaluator(game)
    evaluator.set_net(network())
    evaluator.set_pruning(scornful(network()))
    ended = 0
    for rear in range(1, 7):
        player = [0] * 26
        player[rear] += 1
        opponent = [0] * 26
        opponent[18] = 2  # no race at home, where nothing is pruned
        board = boards.compose(game.options, player, opponent)
        after, is_opponent_view = playing.play_turn(evaluator, board, 6, 5)
        assert is_opponent_view
        ended += boards.others_off(after)
    assert ended == 6


def judged(
    game: TablesGame, board: boards.Board, roll: tuple[int, int], noise: float = 0.0
) -> tuple[int, int]:
    """The results of a roll, and how many of them a search evaluates."""
    net = drawn(1, SEED, SOURCES)
    evaluator = SOURCES.evaluator.EvaluatorKernel()
    evaluator.set_rules(
        game.options.kernel_rules,
        SOURCES.evaluator.EvaluatorRules(misere=int(game.options.misere)),
        rules.points(game),
    )
    evaluator.set_net(net)
    evaluator.set_pruning(drawn_pruning(net, SEED, SOURCES, most=2))
    evaluator.noise = noise
    evaluator.stack[:26] = list(board)
    evaluator.kernel.base = True
    SOURCES.playing.step(evaluator, 0, *roll, 4)
    return evaluator.rows, evaluator.judged


def test_neither_noisy_play_nor_few_results_are_pruned() -> None:
    game = games.get("backgammon")
    assert isinstance(game, TablesGame)
    start = game.start().board
    rows, evaluated = judged(game, start, (3, 1))
    assert rows >= FEWEST
    assert evaluated <= 2
    assert judged(game, start, (3, 1), noise=0.1) == (rows, rows)
    few = boards.compose(game.options, [0] * 8 + [1, 0, 1] + [0] * 15, [0] * 18 + [2] + [0] * 7)
    rows, evaluated = judged(game, few, (2, 1))
    assert 1 < rows < FEWEST
    assert evaluated == rows


@pytest.mark.parametrize(("name", "is_pruned"), [("backgammon", False), ("antitabla", True)])
def test_races_that_the_table_answers_are_not_pruned(name: str, is_pruned: bool) -> None:
    """Made or not; the game whose finisher loses has no such table."""
    game = games.get(name)
    assert isinstance(game, TablesGame)
    home = [0, 2, 2, 3, 3, 3, 2, *[0] * 19]
    rows, evaluated = judged(game, boards.compose(game.options, home, home), (2, 2))
    assert rows >= FEWEST
    assert (evaluated < rows) is is_pruned


def test_a_net_keeps_no_more_than_there_is_room_for() -> None:
    for most in (0, WIDEST + 1):
        with pytest.raises(ValueError, match=f"keeps 1 to {WIDEST} results, not {most}"):
            PruningNet(network(), most)


def test_weights_are_returned_as_they_were_loaded() -> None:
    pruning = PruningNet(network())
    random = Random(1)
    weights = [random.randrange(-64, 65) / 64 for _ in range(SIZE)]
    pruning.load(weights)
    assert pruning.values() == weights
