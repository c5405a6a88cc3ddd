"""The puzzle of the day: the same for everybody, the best voted, and not one that was shown before."""

from datetime import date, timedelta

import pytest

from tests.support.club.puzzle_samples import AVOID, MOVE, SECOND_TURN, TURN
from zaria.club.puzzles import daily
from zaria.club.puzzles.models import DailyPuzzle, PuzzleState

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)


def state(puzzle: str, **fields: object) -> None:
    PuzzleState.objects.create(
        puzzle=puzzle, game="tabla", rating=1300, deviation=100, volatility=0.06, **fields
    )


def test_a_day_has_one_puzzle() -> None:
    first = daily.puzzle_of_day("tabla", DAY)
    assert first == daily.puzzle_of_day("tabla", DAY)
    assert DailyPuzzle.objects.count() == 1
    assert daily.puzzle_of_day("squares", DAY) == MOVE.id
    assert daily.puzzle_of_day("chess", DAY) is None
    assert daily.lists() == ("tables", "squares", "tabla", "backgammon", "russian-draughts")


def test_the_best_voted_come_first_and_none_comes_twice_before_all_came_once() -> None:
    state(SECOND_TURN.id, votes=5)
    state(TURN.id, votes=2)
    puzzles = [daily.puzzle_of_day("tabla", DAY + timedelta(days=number)) for number in range(4)]
    assert puzzles == [SECOND_TURN.id, TURN.id, AVOID.id, SECOND_TURN.id]


def test_a_hidden_puzzle_is_no_puzzle_of_the_day() -> None:
    state(SECOND_TURN.id, votes=5, is_hidden=True)
    assert daily.puzzle_of_day("tabla", DAY) in (TURN.id, AVOID.id)


def test_the_answer_is_told_on_the_next_day() -> None:
    puzzle = daily.puzzle_of_day("tabla", DAY)
    assert puzzle is not None
    assert not daily.was_of_earlier_day(puzzle, DAY)
    assert daily.was_of_earlier_day(puzzle, DAY + timedelta(days=1))


def test_a_day_on_which_nobody_asked_had_no_puzzle() -> None:
    assert daily.puzzles_on(["tables"], DAY) == {}
    assert not DailyPuzzle.objects.exists()
    puzzle = daily.puzzle_of_day("tables", DAY)
    assert daily.puzzles_on(["tables"], DAY) == {"tables": puzzle}


def test_lists_of_the_same_games_show_different_puzzles() -> None:
    puzzles = [daily.puzzle_of_day(name, DAY) for name in ("tables", "tabla", "backgammon")]
    assert len(set(puzzles)) == 3
