"""Quiet hours and full hours by the clock of a member, also when it is put forward or back."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.notifications.push.quiet_hours import (
    next_hour,
    next_knock,
    quiet_span,
    start_of_day,
    zone_of,
)

moments = st.integers(1_577_836_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
hours = st.integers(0, 23)
places = st.sampled_from(
    ["UTC", "Europe/Sofia", "Asia/Baku", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "", "no"]
).map(zone_of)


@given(moments, places, hours, hours)
def test_no_knock_falls_into_quiet_hours_and_none_waits_a_day(
    moment: datetime, zone: object, quiet_from: int, quiet_to: int
) -> None:
    place = zone_of(str(zone))
    knock = next_knock(moment, place, quiet_from, quiet_to)
    assert moment <= knock <= moment + timedelta(hours=25)
    if quiet_from == quiet_to:
        assert knock == moment
    assert next_knock(knock, place, quiet_from, quiet_to) == knock


@given(moments, places, hours, hours)
def test_quiet_hours_begin_after_one_that_is_not_and_end_with_the_next_knock(
    moment: datetime, zone: object, quiet_from: int, quiet_to: int
) -> None:
    place = zone_of(str(zone))
    knock, span = (
        next_knock(moment, place, quiet_from, quiet_to),
        quiet_span(moment, place, quiet_from, quiet_to),
    )
    if span is None:
        assert knock == moment
        return
    begin, end = span
    assert begin <= moment < end == knock
    before = begin - timedelta(seconds=1)
    assert next_knock(before, place, quiet_from, quiet_to) == before
    assert quiet_span(begin, place, quiet_from, quiet_to) == span


@given(moments, places, hours)
def test_the_next_hour_comes_within_a_day_and_never_now(moment: datetime, zone: object, hour: int) -> None:
    place = zone_of(str(zone))
    later = next_hour(moment, place, hour)
    assert moment < later <= moment + timedelta(hours=49)
    assert next_hour(later, place, hour) > later


@pytest.mark.parametrize(
    ("moment", "knock"),
    [
        ("2026-03-28T20:59", "2026-03-28T20:59"),  # 22:59 in Sofia
        ("2026-03-28T21:00", "2026-03-29T05:00"),  # 23:00; the night is an hour shorter
        ("2026-10-24T20:00", "2026-10-25T06:00"),  # 23:00 in summer; the night is an hour longer
        ("2026-10-25T05:59", "2026-10-25T06:00"),
        ("2026-10-25T06:00", "2026-10-25T06:00"),
    ],
)
def test_the_night_of_sofia(moment: str, knock: str) -> None:
    start, end = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (moment, knock))
    assert next_knock(start, zone_of("Europe/Sofia"), 23, 8) == end


def test_a_day_begins_at_midnight_of_the_member() -> None:
    moment = datetime(2026, 11, 29, 22, 30, tzinfo=UTC)
    assert start_of_day(moment, zone_of("Europe/Sofia")) == datetime(2026, 11, 29, 22, tzinfo=UTC)
    assert start_of_day(moment, zone_of("UTC")) == datetime(2026, 11, 29, tzinfo=UTC)
