"""Questions about the cube: which one is asked, what must not sway the answer, and the proof in games."""

from collections import Counter

import pytest

from zaria import games
from zaria.bots import tables
from zaria.bots.doubling import decide
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.puzzles.puzzle import PuzzleSource
from zaria.puzzles.tables.cube import (
    CubeFinder,
    CubeQuestion,
    answer_of,
    is_steady,
    prove_cube,
    question_of,
    situation_of,
    stake_of,
    swayed_chances,
)
from zaria.puzzles.tables.games import RolledPosition

RULES = games.dice_game("backgammon")
RACE = RULES.parse("X=6:4,5:4,4:3,3:2;O=6:6,5:4,4:3,3:2", 0)
"""The side on roll is far ahead: a double, and a drop."""
MONEY = stake_of(RULES, 0, None)
SOURCE = PuzzleSource(kind="self-play", levels=(1, 3), seed=3)


@pytest.mark.parametrize(
    ("win", "expected"),
    [(0.5, ("double", "wait")), (0.7, None), (0.74, ("take", "take")), (0.8, ("take", "drop"))],
)
def test_the_question_follows_from_the_chances(win: float, expected: tuple[str, str] | None) -> None:
    chances = OutcomeProbabilities(win, 0.1 * win, 0.0, 0.1 * (1 - win))
    problem = question_of(decide(chances, MONEY))
    assert (None if problem is None else (problem.question, problem.right)) == expected


def test_a_position_too_good_to_double_is_a_question() -> None:
    decision = decide(OutcomeProbabilities(0.95, 0.7), MONEY)
    problem = question_of(decision)
    assert problem is not None
    assert (problem.question, problem.right) == ("double", "wait")
    assert answer_of("double", decision) == "wait"
    assert answer_of("take", decision) == "drop"


def test_swayed_chances_stay_chances() -> None:
    for chances in (OutcomeProbabilities(0.99, 0.985, 0.0), OutcomeProbabilities(0.6, 0.1, 0.0, 0.1)):
        for swayed in swayed_chances(chances):
            assert 0.0 <= swayed.win2 <= swayed.win <= 1.0
            assert 0.0 <= swayed.lose2 <= swayed.lose
    assert len(set(swayed_chances(OutcomeProbabilities(0.6, 0.1, 0.0, 0.1)))) == 6


def test_an_answer_near_the_edge_is_not_steady() -> None:
    drop = CubeQuestion("take", "drop", 0.1)
    assert is_steady(RACE, MONEY, OutcomeProbabilities(0.85), drop)
    assert not is_steady(RACE, MONEY, OutcomeProbabilities(0.85), CubeQuestion("take", "take", 0.1))
    assert not is_steady(RACE, MONEY, OutcomeProbabilities(0.8), drop)


def test_games_prove_the_right_answer_alone() -> None:
    engine = tables.engine_for(RULES)
    proof = prove_cube(engine, RACE, MONEY, CubeQuestion("take", "drop", 0.3), 5, games=36)
    assert proof is not None
    assert proof.loss > 0.08
    assert (proof.games, proof.doubled) == (36, 0)
    wrong = CubeQuestion("take", "take", 0.3)
    assert prove_cube(engine, RACE, MONEY, wrong, 5, games=36, doublings=0) is None


def test_what_nobody_misses_is_no_puzzle() -> None:
    counts: Counter[str] = Counter()
    finder = CubeFinder(tables.engine_for(RULES), counts)
    start = RolledPosition(RULES.start(), (3, 1), SOURCE)
    assert finder.puzzle(situation_of(start, 3)) is None
    assert counts["candidates"] == 0


def test_the_situation_follows_from_the_seed() -> None:
    start = RolledPosition(RULES.start(), (3, 1), SOURCE)
    situations = [situation_of(start, seed) for seed in range(20)]
    assert situations == [situation_of(start, seed) for seed in range(20)]
    assert {situation.length for situation in situations} == {0, 3, 5, 7}
    for situation in situations:
        assert (situation.score is None) == (situation.length == 0)
        if situation.score is not None:  # before the Crawford game
            assert max(situation.score) <= situation.length - 2
