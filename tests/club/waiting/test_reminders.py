"""The moments of reminders: after four fifths of the time, and two hours before its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.club.by_day_tables import DAY, HOUR
from zaria.club.waiting.reminders import APART_MS, moments, next_moment


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        (24, [19.2, 22]),
        (5 * 24, [96, 118]),
        (9, [7]),
        (6, [4]),
        (3, [1, 2.4]),
        (2, [1.6]),
        (0.5, [0.4]),
    ],
)
def test_both_moments_unless_they_are_close(hours: float, expected: list[float]) -> None:
    assert moments(DAY, DAY + round(hours * HOUR)) == [DAY + round(hour * HOUR) for hour in expected]


@given(st.integers(1, 20 * DAY), st.integers(0, 25 * DAY))
def test_a_turn_has_one_or_two_reminders_within_its_time(length: int, now: int) -> None:
    every = moments(0, length)
    assert 1 <= len(every) <= 2
    assert every == sorted(every)
    assert 0 <= every[0] <= every[-1] <= length
    assert len(every) == 1 or every[1] - every[0] >= APART_MS
    following = next_moment(0, length, 0, now)
    assert following is not None
    stage, moment = following
    assert every[stage] == moment
    assert all(earlier <= now for earlier in every[:stage])
    assert next_moment(0, length, len(every), now) is None
