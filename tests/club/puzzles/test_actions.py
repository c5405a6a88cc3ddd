"""Answers and their ratings, votes, reports: in the tables."""

import pytest

from tests.support.club.puzzle_samples import BACKGAMMON, SECOND_TURN, TURN
from tests.support.club.rating_records import member
from zaria.club.puzzles import actions, member_data, queries
from zaria.club.puzzles.actions import GradedAnswer
from zaria.club.puzzles.models import PuzzleAttempt, PuzzleState, SolverRating
from zaria.club.puzzles.ratings import BEGINNER, PUZZLE_DEVIATION, SURE

pytestmark = pytest.mark.django_db

SOLVED = GradedAnswer("8/5 6/5", 0.0, 1.0, is_offered=True)
MISSED = GradedAnswer("13/9", 0.3, 0.0, is_offered=True)
NOW = 1_790_000_000_000


def test_an_offered_puzzle_is_rated_once() -> None:
    solver = member(0)
    first = actions.record_answer(solver, TURN, SOLVED, NOW)
    assert first.before == BEGINNER.rating
    assert first.after is not None
    assert first.after > BEGINNER.rating
    second = actions.record_answer(solver, TURN, MISSED, NOW + 1)
    assert second == first
    row = SolverRating.objects.get(member=solver, game="tabla")
    assert (row.rating, row.count) == (first.after, 1)
    assert PuzzleAttempt.objects.count() == 1


def test_a_puzzle_that_was_not_offered_is_not_rated() -> None:
    solver = member(0)
    attempt = actions.record_answer(solver, TURN, SOLVED._replace(is_offered=False), NOW)
    assert attempt.after is None
    assert not SolverRating.objects.exists()
    offered_later = actions.record_answer(solver, TURN, SOLVED, NOW + 1)
    assert offered_later.after is None  # they have seen the solution


def test_a_known_theme_weighs_less() -> None:
    changes = []
    for number, is_theme_known in enumerate((False, True)):
        graded = SOLVED._replace(is_theme_known=is_theme_known)
        attempt = actions.record_answer(member(number), TURN, graded, NOW)
        assert attempt.after is not None
        changes.append(attempt.after - BEGINNER.rating)
    assert changes[1] == pytest.approx(0.3 * changes[0], rel=0.02)


def test_only_sure_solvers_move_a_puzzle() -> None:
    newcomer, regular = member(0), member(1)
    SolverRating.objects.create(
        member=regular, game="tabla", rating=1500, deviation=SURE - 1, volatility=0.06
    )
    actions.record_answer(newcomer, TURN, MISSED, NOW)
    state = PuzzleState.objects.get(puzzle=TURN.id)
    assert (state.rating, state.deviation, state.count) == (TURN.rating, PUZZLE_DEVIATION, 1)
    actions.record_answer(regular, TURN, MISSED, NOW)
    assert PuzzleState.objects.get(puzzle=TURN.id).rating > TURN.rating


def test_votes_are_replaced_and_weighed() -> None:
    glad, sour, idle = member(0), member(1), member(2)
    actions.record_answer(glad, TURN, SOLVED, NOW)
    actions.record_answer(sour, TURN, SOLVED, NOW)
    for voter, value in ((glad, 1), (glad, 1), (sour, -1), (idle, -1)):
        actions.vote(voter, TURN, value)
    assert PuzzleState.objects.get(puzzle=TURN.id).votes == 1 - 2
    actions.vote(sour, TURN, 0)
    assert PuzzleState.objects.get(puzzle=TURN.id).votes == 1
    assert queries.vote_of(sour, TURN.id) == 0
    assert queries.vote_of(idle, TURN.id) == 0


def test_two_reports_hide_a_puzzle_until_it_was_checked() -> None:
    first, second = member(0), member(1)
    assert not actions.report(first, TURN, NOW)
    assert not actions.report(first, TURN, NOW)
    assert queries.hidden(["tabla"]) == set()
    assert actions.reported() == [TURN.id]
    assert actions.report(second, TURN, NOW)
    assert queries.hidden(["tabla"]) == {TURN.id}
    actions.close_reports(TURN.id, is_right=True)
    assert queries.hidden(["tabla"]) == set()
    assert actions.reported() == []
    actions.report(first, SECOND_TURN, NOW)
    actions.close_reports(SECOND_TURN.id, is_right=False)
    assert queries.hidden(["tabla"]) == {SECOND_TURN.id}


def test_a_run_keeps_the_best() -> None:
    runner = member(0)
    assert [actions.save_run(runner, solved, NOW) for solved in (7, 4, 9)] == [7, 7, 9]
    actions.save_settings(runner, hides_rating=True, hides_repeat=False, shares_matches=False)
    stored = queries.settings_of(runner)
    assert (stored.best_run, stored.hides_rating, stored.hides_repeat) == (9, True, False)


def test_what_is_stored_is_told_and_forgotten() -> None:
    solver, second = member(0), member(1)
    for name in (solver, second):
        actions.record_answer(name, TURN, SOLVED, NOW)
        actions.record_answer(name, BACKGAMMON, MISSED, NOW)
        actions.vote(name, TURN, 1)
        actions.report(name, BACKGAMMON, NOW)
    stored = member_data.stored_data(solver)
    assert [row["puzzle"] for row in stored["attempts"]] == [TURN.id, BACKGAMMON.id]
    assert {row["game"] for row in stored["ratings"]} == {"tabla", "backgammon"}
    assert (len(stored["votes"]), len(stored["reports"])) == (1, 1)
    member_data.forget(solver)
    assert not any(member_data.stored_data(solver).values())
    assert member_data.stored_data(second)["attempts"]


def test_games_of_a_solver_are_favourites_and_those_with_a_rating() -> None:
    solver = member(0)
    assert queries.own_games(solver) == queries.own_games(None)
    actions.record_answer(solver, BACKGAMMON, SOLVED, NOW)
    assert queries.own_games(solver) == ("backgammon",)
    solver.favourites = ["tabla", "chess"]
    assert queries.own_games(solver) == ("tabla", "backgammon")
