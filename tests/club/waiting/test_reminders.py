"""The moments of reminders: after four fifths of the time, and two hours before its end."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.club.by_day_tables import DAY, HOUR
from zaria.club.waiting.quiet_times import QuietTimes
from zaria.club.waiting.reminders import APART_MS, BEFORE_END_MS, BEFORE_QUIET_MS, moments, next_moment

SOFIA = ZoneInfo("Europe/Sofia")
NIGHT = QuietTimes(SOFIA, 23, 8)


def sofia(text: str, fold: int = 0) -> int:
    """A moment (ms) by the clock of Sofia; `fold` 1: the second hour of that name."""
    return round(datetime.fromisoformat(text).replace(tzinfo=SOFIA, fold=fold).timestamp() * 1000)


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


@pytest.mark.parametrize(
    ("since", "due", "expected"),
    [
        # the flag falls in the night: both come before it
        ("2027-02-10T05:00", "2027-02-12T05:00", ["2027-02-11T19:24", "2027-02-11T22:00"]),
        # the last one would leave an hour and a half after the night
        ("2027-02-10T09:30", "2027-02-12T09:30", ["2027-02-11T22:00"]),
        # two hours are left after the night
        ("2027-02-10T10:00", "2027-02-12T10:00", ["2027-02-12T00:24", "2027-02-12T08:00"]),
        # it begins in the night: nothing can come before
        ("2027-02-11T02:00", "2027-02-11T07:00", ["2027-02-11T05:00", "2027-02-11T06:00"]),
        # it begins just before the night, and its own knock has come then
        ("2027-02-10T22:30", "2027-02-11T06:30", ["2027-02-11T04:30"]),
        # the night of 28 March has no three o'clock, that of 31 October has it twice
        ("2027-03-26T05:00", "2027-03-28T05:00", ["2027-03-27T18:36", "2027-03-27T22:00"]),
        ("2027-03-26T09:30", "2027-03-28T09:30", ["2027-03-27T22:00"]),
        ("2027-10-29T05:00", "2027-10-31T05:00", ["2027-10-30T20:12", "2027-10-30T22:00"]),
        ("2027-10-29T09:59", "2027-10-31T09:59", ["2027-10-30T22:00"]),
        ("2027-10-29T10:00", "2027-10-31T10:00", ["2027-10-31T01:12", "2027-10-31T08:00"]),
    ],
)
def test_one_that_would_be_too_late_after_the_night_comes_before_it(
    since: str, due: str, expected: list[str]
) -> None:
    assert moments(sofia(since), sofia(due), NIGHT.span_at) == [sofia(moment) for moment in expected]


def test_an_end_in_the_hour_that_comes_twice_is_announced_before_the_night() -> None:
    for fold in (0, 1):
        due = sofia("2027-10-31T03:30", fold)
        assert moments(due - 2 * DAY, due, NIGHT.span_at)[-1] == sofia("2027-10-30T22:00")


@given(
    st.integers(sofia("2026-01-01"), sofia("2030-01-01")),
    st.integers(1, 20 * DAY),
    st.sampled_from(["UTC", "Europe/Sofia", "America/New_York", "Australia/Lord_Howe"]).map(ZoneInfo),
    st.integers(0, 23),
    st.integers(0, 23),
)
def test_none_waits_in_quiet_hours_for_a_time_that_is_too_late(
    since: int, length: int, zone: ZoneInfo, quiet_from: int, quiet_to: int
) -> None:
    due, quiet = since + length, QuietTimes(zone, quiet_from, quiet_to)
    every = moments(since, due, quiet.span_at)
    assert 1 <= len(every) <= 2
    assert since <= every[0] <= every[-1] <= due
    for moment in every:
        span = quiet.span_at(moment)
        assert span is None or span.end <= due - BEFORE_END_MS or since >= span.begin - BEFORE_QUIET_MS, (
            "it had come before, if there was time"
        )
