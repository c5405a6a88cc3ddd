"""Days of vacation: they grow with time, up to a year's worth, and are used once."""

from hypothesis import given
from hypothesis import strategies as st

from zaria.club.site.clock import DAY_MS
from zaria.club.vacations.allowance import (
    A_MONTH_MS,
    MONTH_MS,
    MOST_MS,
    Span,
    balance,
    row_before,
)

SINCE = 1_700_000_000_000


def spans(*days: tuple[int, int]) -> list[Span]:
    return [Span(SINCE + begin * DAY_MS, SINCE + end * DAY_MS) for begin, end in days]


def test_a_new_member_has_the_days_of_a_month() -> None:
    assert balance(SINCE, [], SINCE) == A_MONTH_MS


def test_each_month_brings_two_and_a_half_days_up_to_thirty() -> None:
    assert balance(SINCE, [], SINCE + 2 * MONTH_MS) == 3 * A_MONTH_MS
    assert balance(SINCE, [], SINCE + 50 * MONTH_MS) == MOST_MS == 30 * DAY_MS


def test_days_are_used_once_and_grow_again() -> None:
    year = SINCE + 12 * MONTH_MS
    used = [Span(year, year + 21 * DAY_MS)]
    assert balance(SINCE, used, year) == 9 * DAY_MS
    assert balance(SINCE, used, year + 2 * MONTH_MS) == 14 * DAY_MS


def test_days_beyond_the_most_are_lost_before_they_are_used() -> None:
    late = SINCE + 40 * MONTH_MS
    assert balance(SINCE, [Span(late, late + 10 * DAY_MS)], late) == 20 * DAY_MS


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 21)), max_size=12), st.integers(0, 3000))
def test_a_balance_stays_within_its_bounds(vacations: list[tuple[int, int]], day: int) -> None:
    taken = spans(*sorted((begin, begin + length) for begin, length in vacations))
    days_left = balance(SINCE, taken, SINCE + day * DAY_MS)
    assert 0 <= days_left <= MOST_MS
    assert balance(SINCE, taken, SINCE + (day + 30) * DAY_MS) >= min(days_left, MOST_MS)


def test_vacations_within_a_day_of_each_other_are_one_row() -> None:
    before = spans((0, 10), (10, 15), (30, 35))
    assert row_before(before, SINCE + 15 * DAY_MS) == 15 * DAY_MS
    assert row_before(before, SINCE + 35 * DAY_MS) == 5 * DAY_MS
    assert row_before(before, SINCE + 36 * DAY_MS) == 0
    assert row_before([], SINCE) == 0
