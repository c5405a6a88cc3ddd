"""Puzzles that come again: when, how often, and that they can be parked."""

import random
from typing import cast

import pytest

from tests.support.club.puzzle_samples import SECOND_TURN, TURN
from tests.support.club.rating_records import member
from zaria.club.puzzles import actions, queries, repeat
from zaria.club.puzzles.actions import GradedAnswer
from zaria.club.puzzles.models import RepeatCard
from zaria.club.site.clock import DAY_MS
from zaria.puzzles.scores import Verdict

pytestmark = pytest.mark.django_db
NOW = 1_790_000_000_000


class Always(random.Random):
    """Chance that always says the same."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self._value = value

    def random(self) -> float:
        return self._value


NEVER_SOLVED, ALWAYS_SOLVED = Always(0.99), Always(0.0)


def days(verdict: str, times: int) -> list[int]:
    """The days until a puzzle comes again after each of so many such answers, when it is due."""
    solver, now, waits = member(0), NOW, []
    repeat.begin(solver, TURN.id, cast(Verdict, verdict), now)
    for _ in range(times):
        card = RepeatCard.objects.get(member=solver, puzzle=TURN.id)
        waits.append(round((card.due_at - now) / DAY_MS))
        now = card.due_at
        repeat.answered(solver, TURN.id, cast(Verdict, verdict), now)
    return waits


def test_what_is_solved_comes_ever_later_and_after_half_a_year_at_the_latest() -> None:
    waits = days("solved", 8)
    assert waits == sorted(waits)
    assert waits[0] >= 2
    assert waits[-1] == repeat.MOST_DAYS


def test_what_is_missed_comes_in_days_and_is_parked_after_five_misses() -> None:
    solver, now = member(0), NOW
    repeat.begin(solver, TURN.id, "missed", now)
    for number in range(1, repeat.PARKED_AFTER + 1):
        card = RepeatCard.objects.get(member=solver)
        assert 0 < card.due_at - now <= 5 * DAY_MS
        now = card.due_at
        repeat.answered(solver, TURN.id, "missed", now)
        assert RepeatCard.objects.get(member=solver).misses == number
    assert not repeat.is_repeated(solver, TURN.id)
    assert repeat.next_puzzle(solver, now + 365 * DAY_MS, NEVER_SOLVED) is None
    repeat.begin(solver, TURN.id, "missed", now)
    assert repeat.is_repeated(solver, TURN.id)


def test_a_puzzle_that_is_not_due_stays_as_it_is() -> None:
    solver = member(0)
    repeat.begin(solver, TURN.id, "nearly", NOW)
    before = RepeatCard.objects.values().get()
    repeat.answered(solver, TURN.id, "solved", NOW + 1)
    assert RepeatCard.objects.values().get() == before
    assert queries.number_of_repeats(solver, NOW + 1) == 0
    assert queries.number_of_repeats(solver, before["due_at"]) == 1
    repeat.end(solver, TURN.id)
    assert not RepeatCard.objects.exists()


def test_two_in_five_were_solved_before() -> None:
    solver = member(0)
    actions.record_answer(solver, SECOND_TURN, GradedAnswer("8/4 6/4", 0.0, 1.0), NOW)
    repeat.begin(solver, TURN.id, "missed", NOW)
    later = NOW + 30 * DAY_MS
    assert repeat.next_puzzle(solver, NOW, ALWAYS_SOLVED) is None
    assert repeat.next_puzzle(solver, later, NEVER_SOLVED) == TURN.id
    assert repeat.next_puzzle(solver, later, ALWAYS_SOLVED) == SECOND_TURN.id
    shares = [repeat.next_puzzle(solver, later, random.Random(seed)) == SECOND_TURN.id for seed in range(300)]
    assert 0.3 < sum(shares) / len(shares) < 0.5
