"""The streak: a day counts once, two days of each month may be missed, and no clock breaks it."""

from collections import Counter
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.club.puzzle_samples import SECOND_TURN, TURN
from tests.support.club.rating_records import member
from zaria.club.accounts.models import Member
from zaria.club.puzzles import actions, streaks
from zaria.club.puzzles.actions import GradedAnswer
from zaria.club.puzzles.models import PuzzleStreak
from zaria.club.puzzles.streaks import FREE_DAYS, Streak
from zaria.club.site.clock import HOUR_MS

pytestmark = pytest.mark.django_db


def moment(day: str, hour: int = 12) -> int:
    """A moment of a day (UTC), in ms."""
    return int(datetime.fromisoformat(f"{day}T00:00Z").timestamp() * 1000) + hour * HOUR_MS


def after(*days: str) -> Streak:
    """The streak on the last of these days, on each of which a puzzle was answered."""
    solver = member(0)
    for day in days:
        streaks.record(solver, moment(day))
    return streaks.streak_of(solver, moment(days[-1]))


def test_each_day_with_a_puzzle_counts_once() -> None:
    assert after("2026-12-01", "2026-12-01", "2026-12-02", "2026-12-03") == (3, 3, 2, True)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        pytest.param(("2026-12-01", "2026-12-04"), (2, 2, 0, True), id="two days of a month are free"),
        pytest.param(("2026-12-01", "2026-12-05"), (1, 1, 2, True), id="a third one ends the streak"),
        pytest.param(
            ("2026-12-01", "2026-12-03", "2026-12-05", "2026-12-07"), (1, 3, 2, True), id="apart as well"
        ),
        pytest.param(("2026-12-29", "2027-01-03"), (2, 2, 0, True), id="two of each month, over its end"),
        pytest.param(("2026-12-28", "2027-01-03"), (1, 1, 2, True), id="three of the month that ended"),
        pytest.param(
            ("2026-12-01", "2026-12-04", "2026-12-31", "2027-01-01"), (2, 2, 2, True), id="begun again"
        ),
        pytest.param(("2026-12-01", "2027-12-02"), (1, 1, 2, True), id="a year"),
    ],
)
def test_two_days_of_each_month_may_be_missed(days: tuple[str, ...], expected: Streak) -> None:
    assert after(*days) == expected


def test_nobody_begins_with_a_streak() -> None:
    assert streaks.streak_of(member(0), moment("2026-12-01")) == (0, 0, FREE_DAYS, False)


def test_a_page_shows_what_is_left_before_the_puzzle_of_the_day() -> None:
    solver = member(0)
    streaks.record(solver, moment("2026-12-10"))
    later = [streaks.streak_of(solver, moment(f"2026-12-{day}")) for day in (11, 12, 13, 14)]
    assert later == [(1, 1, 2, False), (1, 1, 1, False), (1, 1, 0, False), (0, 1, 2, False)]


def test_a_clock_set_back_takes_nothing() -> None:
    solver = member(0)
    for day in ("2026-12-01", "2026-12-02"):
        streaks.record(solver, moment(day))
    streaks.record(solver, moment("2026-11-20"))
    assert streaks.streak_of(solver, moment("2026-11-20")) == (2, 2, 2, True)
    assert streaks.streak_of(solver, moment("2026-12-03")) == (2, 2, 2, False)


def test_first_and_later_answers_and_solved_runs_count() -> None:
    solver, answer = member(0), GradedAnswer("8/5 6/5", 0.0, 1.0)
    actions.record_answer(solver, TURN, answer, moment("2026-12-01"))
    actions.record_answer(solver, TURN, answer, moment("2026-12-02"))
    actions.save_run(solver, 0, moment("2026-12-03"))
    assert streaks.streak_of(solver, moment("2026-12-03")).days == 2
    actions.save_run(solver, 1, moment("2026-12-03"))
    actions.record_answer(solver, SECOND_TURN, answer, moment("2026-12-03"))
    assert streaks.streak_of(solver, moment("2026-12-03")) == (3, 3, 2, True)


@given(st.sets(st.integers(0, 70), min_size=1, max_size=50))
def test_it_agrees_with_a_calendar_that_is_read_day_by_day(offsets: set[int]) -> None:
    first = date(2026, 11, 25)
    solver = Member.objects.first() or member(0)
    PuzzleStreak.objects.all().delete()
    length, missed = 0, Counter[int]()
    for number in range(max(offsets) + 1):
        day = first + timedelta(days=number)
        if number in offsets:
            streaks.record(solver, moment(day.isoformat()))
            length += 1
        elif length:
            missed[day.month] += 1
            if missed[day.month] > FREE_DAYS:
                length, missed = 0, Counter()
    assert streaks.streak_of(solver, moment(day.isoformat())).days == length
