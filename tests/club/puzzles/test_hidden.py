"""A puzzle that two members doubt is offered nowhere: one walk over every address of puzzles."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.club.puzzles.test_repeat import Always
from tests.support.club.puzzle_samples import AVOID, SECOND_TURN, TURN
from tests.support.club.rating_records import member
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.api import puzzles as api
from zaria.club.puzzles import actions, daily, member_views, repeat, run, urls
from zaria.club.puzzles.actions import GradedAnswer
from zaria.club.puzzles.grading import Continuation
from zaria.club.puzzles.models import DailyPuzzle, PuzzleState, SolverRating
from zaria.club.puzzles.run import Run
from zaria.club.site.clock import now, now_ms

__all__ = ["plain_files"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_files")]

DOUBTED = SECOND_TURN
ANSWERS = {"puzzle_answer", "puzzle_run_answer", "puzzle_frame_answer", "puzzle_acts", "puzzle_settings"}
"""Addresses that take what a visitor sends from a page that they have open: they offer nothing."""

OFFERS = {
    "puzzles": "/puzzles",
    "next_puzzle": "/puzzles/next?game=tabla",
    "puzzle_run": "/puzzles/run?run={run}",
    "next_repeat": "/puzzles/repeat",
    "daily_puzzles": "/puzzles/daily",
    "daily_puzzle": "/puzzles/daily/tabla",
    "puzzle": "/puzzles/{puzzle}",
    "puzzle_frame": "/puzzles/{puzzle}/embed",
    "puzzle_picture": "/puzzles/{puzzle}/picture.png",
}
API_OFFERS = {
    "puzzles": "/api/v1/puzzles?game=tabla",
    "puzzles/daily": "/api/v1/puzzles/daily?game=tabla",
    "puzzles/{puzzle_id}": "/api/v1/puzzles/{puzzle}",
    "puzzles/{puzzle_id}/attempt": "/api/v1/puzzles/{puzzle}/attempt",
}
BY_NUMBER = "{puzzle}"


@pytest.fixture
def solver() -> Member:
    """A member who has met the doubted puzzle everywhere: today, yesterday, in repetition, in a run."""
    PuzzleState.objects.create(
        puzzle=DOUBTED.id, game="tabla", rating=1300, deviation=100, volatility=0.06, votes=9
    )
    today = now().date()
    for day in (today - timedelta(days=1), today):
        for name in ("tables", "tabla"):
            DailyPuzzle.objects.create(list_name=name, day=day, puzzle=DOUBTED.id)
    reader = member(0)
    for puzzle in (TURN, AVOID, DOUBTED):
        actions.record_answer(reader, puzzle, GradedAnswer("", 0.0, 1.0), now_ms())
    repeat.begin(reader, DOUBTED.id, "missed", 0)
    return reader


def hide() -> None:
    """Two members report the puzzle."""
    assert not actions.report(member(1), DOUBTED, now_ms())
    assert actions.report(member(2), DOUBTED, now_ms())


def offers(solver: Member) -> dict[str, bool]:
    """True for each address that shows the doubted puzzle, or leads to it."""
    client = Client()
    client.force_login(solver)
    token = run.token_of(Run(now_ms(), missed=(DOUBTED.id,)))
    shown = {}
    for name, address in [*OFFERS.items(), *((f"API {path}", place) for path, place in API_OFFERS.items())]:
        place = address.format(puzzle=DOUBTED.id, run=token)
        if name.endswith("/attempt"):
            answer = client.post(place, {"moves": [[8, 4], [6, 2]]}, content_type="application/json")
        else:
            answer = client.get(place)
        is_named = DOUBTED.id in answer.headers.get("Location", "") or DOUBTED.id.encode() in answer.content
        shown[name] = answer.status_code == 200 if BY_NUMBER in address else is_named
    return shown


def test_every_address_of_puzzles_is_walked() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == {*OFFERS, *ANSWERS}
    assert set(api.router.path_operations) == set(API_OFFERS)


def test_a_doubted_puzzle_is_offered_nowhere(solver: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    async def graded(*_: object) -> Continuation:
        return Continuation(())  # an engine's word is another test's matter

    monkeypatch.setattr(api, "grade_answer", graded)
    monkeypatch.setattr(member_views, "_rng", Always(0.99))
    before = offers(solver)
    assert {name for name, is_shown in before.items() if not is_shown} == {"next_puzzle"}
    hide()
    assert {name for name, is_shown in offers(solver).items() if is_shown} == set()
    actions.close_reports(DOUBTED.id, is_right=True)
    assert {name for name, is_shown in offers(solver).items() if is_shown} >= {"puzzle", "puzzle_frame"}


def test_a_doubted_puzzle_is_not_repeated_as_one_that_was_solved() -> None:
    reader = member(0)
    repeat.begin(reader, TURN.id, "missed", 0)
    actions.record_answer(reader, DOUBTED, GradedAnswer("", 0.0, 1.0), now_ms())
    assert repeat.next_puzzle(reader, now_ms(), Always(0.0)) == DOUBTED.id
    hide()
    assert repeat.next_puzzle(reader, now_ms(), Always(0.0)) == TURN.id


def test_the_day_has_another_puzzle_at_once(solver: Member) -> None:
    today = now().date()
    assert daily.puzzle_of_day("tabla", today) == DOUBTED.id
    hide()
    another = daily.puzzle_of_day("tabla", today)
    assert another in (TURN.id, AVOID.id)
    actions.close_reports(DOUBTED.id, is_right=True)
    assert daily.puzzle_of_day("tabla", today) == another, "a day does not go back"


def test_an_answer_to_a_puzzle_that_was_hidden_meanwhile_is_stored_and_not_rated() -> None:
    hide()
    offered = GradedAnswer("8/4 6/4", 0.0, 1.0, is_offered=True)
    assert actions.record_answer(member(3), DOUBTED, offered, now_ms()).after is None
    assert not SolverRating.objects.exists()
