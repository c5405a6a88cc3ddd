"""Finders: one decision gives one puzzle, tries are those of the levels, dull decisions are none."""

from collections import Counter
from itertools import pairwise

import pytest

from zaria import games
from zaria.bots import levels, squares, tables
from zaria.bots.player import ThinkRequest
from zaria.games.dice import Roll
from zaria.puzzles.puzzle import Puzzle
from zaria.puzzles.selection import MOST_A_GAME, SPACING, puzzles_among
from zaria.puzzles.shipped import load
from zaria.puzzles.squares.finder import MoveFinder
from zaria.puzzles.squares.games import PlayedPosition
from zaria.puzzles.squares.games import self_play as play_squares
from zaria.puzzles.squares.proof import solve, wrong_move
from zaria.puzzles.tables.finder import TurnFinder, answers_among
from zaria.puzzles.tables.games import RolledPosition
from zaria.puzzles.tables.games import self_play as play_tables
from zaria.puzzles.tries import LEVELS, SEEDS, seeds, turns_tried
from zaria.puzzles.validation import board_position, dice_position

TABLA = min(
    (puzzle for puzzle in load("tabla") if puzzle.question == "turn"),
    key=lambda puzzle: (puzzle.proof.games, len(puzzle.answers)),
)
"""One of those that are proven soonest."""
DRAUGHTS = next(iter(load("russian-draughts")))
NODES = 20_000


def _rolled(puzzle: Puzzle) -> RolledPosition:
    position = games.dice_game(puzzle.game).parse(puzzle.position, puzzle.side)
    roll: Roll = (puzzle.dice[0], puzzle.dice[1])
    return RolledPosition(position, roll, puzzle.source)


def test_a_shipped_turn_is_found_again() -> None:
    counts: Counter[str] = Counter()
    finder = TurnFinder(tables.engine_for(games.dice_game("tabla")), counts)
    puzzle = finder.puzzle(_rolled(TABLA))
    assert puzzle is not None
    # Another instruction set rounds otherwise, and its rollouts go other ways.
    assert (puzzle.id, puzzle.best.turn) == (TABLA.id, TABLA.best.turn)
    assert puzzle.share == pytest.approx(TABLA.share, abs=0.05)
    losses = {answer.turn: answer.loss for answer in puzzle.answers}
    for answer in TABLA.answers:
        assert losses[answer.turn] == pytest.approx(answer.loss, abs=max(0.01, 6 * answer.error))
    assert counts == {"seen": 1, "candidates": 1, "deeper": 1, "proven": 1}


def test_a_shipped_solution_is_found_again() -> None:
    position = board_position(DRAUGHTS)
    finder = MoveFinder(squares.engine_for(position.game), Counter())
    assert finder.puzzle(PlayedPosition(position, DRAUGHTS.source)) == DRAUGHTS


def test_dull_decisions_are_no_candidates() -> None:
    counts: Counter[str] = Counter()
    rules = games.dice_game("backgammon")
    finder = TurnFinder(tables.engine_for(rules), counts)
    rolled = RolledPosition(rules.start(), (4, 3), TABLA.source)  # several turns are as good
    assert finder.puzzle(rolled) is None
    assert counts == {"seen": 1}


def test_a_stage_of_a_ladder_is_no_puzzle() -> None:
    rules = games.dice_game("gulbara")
    finder = TurnFinder(tables.engine_for(rules), Counter())
    position = rules.parse("X=24:1,13:5,8:4,6:5;O=24:5,13:5,8:3,6:2", 0)
    assert finder.puzzle(RolledPosition(position, (2, 2), TABLA.source)) is None


def test_tries_are_those_of_the_levels() -> None:
    position = dice_position(TABLA)
    expected = Counter(
        str(levels.WITH_DICE[level].think(position, ThinkRequest(seed=seed)).choice)
        for level in LEVELS
        for seed in seeds(position.to_text())
    )
    assert turns_tried(tables.engine_for(position.game), position) == expected
    assert expected.total() == len(LEVELS) * SEEDS


def test_a_puzzle_lists_the_best_and_what_was_tried() -> None:
    position = dice_position(TABLA)
    engine = tables.engine_for(position.game)
    ranked = engine.ranked(position, 1)
    worst = ranked[-1]
    listed = answers_among(ranked, Counter({str(worst.turn): 1}))
    assert listed[0] == ranked[0]
    assert worst in listed
    assert [candidate.equity for candidate in listed] == sorted(
        (candidate.equity for candidate in listed), reverse=True
    )
    assert len(answers_among(ranked, Counter(str(candidate.turn) for candidate in ranked))) <= 8


def test_self_play_is_repeatable_and_seen_by_the_roller() -> None:
    rules = games.dice_game("tabla")
    game, again = (list(play_tables(rules, (1, 3), 5)) for _ in range(2))
    assert game == again
    assert {rolled.position.turn for rolled in game} == {0}
    assert all(rolled.position.duty is None for rolled in game)
    assert game != list(play_tables(rules, (1, 3), 6))


def test_self_play_on_squares_yields_choices() -> None:
    rules = games.board_game("russian-draughts")
    game = list(play_squares(rules, (1, 1.5), 3))
    assert game == list(play_squares(rules, (1, 1.5), 3))
    assert all(len(played.position.legal_moves()) > 1 for played in game)


def test_a_wrong_move_of_a_solution_is_named() -> None:
    position = board_position(DRAUGHTS)
    engine = squares.engine_for(position.game)
    assert wrong_move(engine, position, DRAUGHTS.line, NODES) is None
    second = DRAUGHTS.answers[1].turn
    assert wrong_move(engine, position, [second], NODES) == second


def test_an_even_position_has_no_solution() -> None:
    position = games.board_game("russian-draughts").start()
    assert solve(squares.engine_for(position.game), position, NODES) is None


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_game_gives_few_puzzles_and_not_side_by_side(seed: int) -> None:
    yielded = list(puzzles_among(iter(range(100)), lambda number: TABLA, seed))
    assert yielded == [TABLA] * MOST_A_GAME
    looked_at: list[int] = []

    def note(number: int) -> Puzzle:
        looked_at.append(number)
        return TABLA

    list(puzzles_among(iter(range(100)), note, seed))
    assert looked_at[0] < SPACING
    assert [later - earlier for earlier, later in pairwise(looked_at)] == [SPACING + 1] * (MOST_A_GAME - 1)


def test_other_positions_have_other_seeds() -> None:
    """With the same seeds a level would overlook the same places of every list."""
    assert set(seeds("X=1:1;O=1:1")).isdisjoint(seeds("X=2:1;O=1:1"))
    assert seeds("X=1:1;O=1:1") == seeds("X=1:1;O=1:1")
    assert min(seeds("")) >= 1  # 0 is no seed on squares
