"""Rollouts that prove a turn: how many games each answer gets, and what is not proven."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Engine, Rollout
from zaria.games.protocols import Position
from zaria.games.registry import DICE_GAMES
from zaria.games.turn import Turn
from zaria.puzzles.tables.proof import PLAIN_GAMES, Estimate, Proven, prove, prove_blunder

POSITION = games.dice_game("backgammon").start().rolled((3, 1))
TURNS = POSITION.turns()[:4]
SPREAD = 0.18


class KnownEquities:
    """An engine that rolls every answer out to the equity that is given for it."""

    def __init__(self, equities: Sequence[float], spread: float = SPREAD) -> None:
        answers = zip(TURNS, equities, strict=False)
        self.equities = {POSITION.play(turn): equity for turn, equity in answers}
        self.spread = spread
        self.calls: list[tuple[float, int, int]] = []

    def rollout(self, after: Position, count: int, seed: int, **options: Any) -> Rollout:
        equity = self.equities[after]
        self.calls.append((equity, count, seed))
        return Rollout(OutcomeProbabilities(0.5), -equity, self.spread / count**0.5, count)


def _proven(engine: KnownEquities, turns: Sequence[Turn], **options: Any) -> Proven | None:
    losses = [0.0] * len(turns)
    return prove(cast(Engine, engine), POSITION, turns, options.pop("losses", losses), 7, **options)


def test_a_clear_turn_is_proven_at_once() -> None:
    engine = KnownEquities([0.2, 0.0, 0.1])
    proven = _proven(engine, TURNS[:3])
    assert proven is not None
    assert proven.turns == [TURNS[0], TURNS[2], TURNS[1]]
    assert proven.losses == pytest.approx([0.0, 0.1, 0.2])
    assert proven.errors == pytest.approx([0.0, 0.0212, 0.0212], abs=1e-4)
    assert (proven.games, proven.doubled, proven.without_luck) == (144, 0, True)


def test_an_answer_that_lookahead_puts_far_behind_gets_fewer_games() -> None:
    engine = KnownEquities([0.3, 0.2, 0.0])
    assert _proven(engine, TURNS[:3], losses=[0.0, 0.1, 0.4]) is not None
    assert [count for _, count, _ in engine.calls] == [144, 144, 36]


def test_close_answers_alone_are_rolled_out_again_with_other_dice() -> None:
    engine = KnownEquities([0.2, 0.15, 0.0])
    proven = _proven(engine, TURNS[:3])
    assert proven is not None
    assert (proven.games, proven.doubled) == (288, 1)
    assert [(equity, count) for equity, count, _ in engine.calls[3:]] == [(0.2, 144), (0.15, 144)]
    assert len({seed for _, _, seed in engine.calls}) == len(engine.calls)


@pytest.mark.parametrize("equities", [[0.2, 0.185], [0.2, 0.2], [0.0, 0.3]])
def test_a_turn_that_is_not_surely_best_is_dropped(equities: list[float]) -> None:
    engine = KnownEquities(equities)
    assert _proven(engine, TURNS[:2]) is None
    assert sum(count for _, count, _ in engine.calls) == 2 * 576


def test_a_loss_that_counts_as_solved_is_not_enough() -> None:
    assert _proven(KnownEquities([0.2, 0.185], spread=0.001), TURNS[:2]) is None


def test_a_turn_to_avoid_is_behind_all_others() -> None:
    proven = prove_blunder(cast(Engine, KnownEquities([0.20, 0.21, 0.19, 0.05])), POSITION, TURNS, 7)
    assert proven is not None
    assert proven.turns == [TURNS[1], TURNS[0], TURNS[2], TURNS[3]]
    assert proven.losses == pytest.approx([0.0, 0.01, 0.02, 0.16])


@pytest.mark.parametrize(
    "equities", [[0.2, 0.21, 0.19, 0.13], [0.2, 0.21, 0.15, 0.0], [0.2, 0.21, 0.19, 0.2]]
)
def test_no_turn_to_avoid(equities: list[float]) -> None:
    assert prove_blunder(cast(Engine, KnownEquities(equities)), POSITION, TURNS, 7) is None


def test_more_games_leave_the_mean_and_shrink_the_error() -> None:
    both = Estimate(0.1, 0.02, 100).with_more(Estimate(0.2, 0.02, 100))
    assert both == pytest.approx((0.15, 0.02 / 2**0.5, 200))


def test_games_with_plain_rollouts_are_games_with_dice() -> None:
    assert set(DICE_GAMES) > PLAIN_GAMES


def test_a_finished_game_is_exact() -> None:
    position = games.dice_game("backgammon").parse("X=2:1,1:1;O=2:2", 0).rolled((2, 1))
    turn = next(turn for turn in position.turns() if position.play(turn).outcome() is not None)
    proven = prove(cast(Engine, None), position, [turn], [0.0], 1)  # no engine is needed
    assert proven is not None
    assert proven.games == 144
