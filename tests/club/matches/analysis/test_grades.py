"""Stored grades: those of the deepest analysis, made for older ones too, and gone with the match."""

from typing import Any

import brotli
import pytest

from tests.support.bots.simple_evaluator import simple
from tests.support.finished_matches import played
from zaria.bots.analysis import Depth, analyse, encode, graded
from zaria.club.matches.analysis import actions, grades
from zaria.club.matches.analysis.models import DONE, Analysis, SideGrade
from zaria.match.events import Event

pytestmark = pytest.mark.django_db

NAME = "tabla-single"


def stored(depth: Depth, *, with_grades: bool = True) -> None:
    """Analyse a golden playthrough, as a worker does."""
    events = played(NAME)
    analysis = analyse(events, "quick", evaluators=simple)
    body = encode(analysis)
    actions.ask(NAME, depth, "")
    row = actions.take("a")
    assert row is not None
    sides = graded(events, analysis) if with_grades else None
    assert actions.done(row, brotli.compress(body), len(body), 5, sides)


def efforts() -> list[int]:
    return list(SideGrade.objects.order_by("side").values_list("effort", flat=True))


def test_grades_are_stored_with_an_analysis() -> None:
    stored("quick")
    events = played(NAME)
    expected = graded(events, analyse(events, "quick", evaluators=simple))
    rows = grades.of_matches([NAME, "no match"])
    assert set(rows) == {(NAME, 0), (NAME, 1)}
    for side, grade in enumerate(expected):
        row = rows[NAME, side]
        assert (row.rate, row.luck, row.unit) == (grade.rate, grade.luck, grade.unit)
        assert (row.turns, row.turns_loss) == (grade.turns.decisions, grade.turns.loss)
        assert (row.middle, row.middle_loss) == (
            grade.phases["middle"].decisions,
            grade.phases["middle"].loss,
        )
        assert (row.worst_frame, row.worst_loss) == (grade.worst_frame, grade.worst_loss)
        assert grades.games_of(row) == grade.games
        assert grade.games[0].sums


def test_the_deepest_analysis_counts() -> None:
    stored("normal")
    assert efforts() == [1, 1]
    stored("quick")
    assert efforts() == [1, 1]
    stored("deep")
    assert efforts() == [2, 2]


def test_rooms_hear_of_grades_that_are_stored() -> None:
    announced: list[str] = []

    def listener(match_id: str, **_kwargs: Any) -> None:
        announced.append(match_id)

    grades.grades_stored.connect(listener)
    stored("normal")
    stored("quick")
    assert announced == [NAME], "those of a lesser depth are not stored"


def test_they_go_with_the_match() -> None:
    stored("quick")
    actions.forget(NAME)
    assert not SideGrade.objects.exists()


def older(match_id: str, body: bytes) -> None:
    """An analysis from before grades were stored."""
    Analysis.objects.create(
        match_id=match_id, depth="quick", version=3, asked=1, state=DONE, body=body, ungraded=True
    )


def record(match_id: str) -> list[Event] | None:
    return None if match_id == "no record" else played(NAME)


def test_older_analyses_are_graded_one_at_a_time() -> None:
    assert not actions.is_work_left()
    body = brotli.compress(encode(analyse(played(NAME), "quick", evaluators=simple)))
    older(NAME, body)
    older("no record", body)
    older("unreadable", brotli.compress(b"x"))
    assert actions.is_work_left()
    assert grades.grade_next(record)
    assert efforts() == [0, 0]
    assert grades.grade_next(record)
    assert grades.grade_next(record)
    assert not grades.grade_next(record)
    assert not actions.is_work_left()
    assert set(SideGrade.objects.values_list("match_id", flat=True)) == {NAME}
