"""The year of a member's days: which matches it counts, and on which day."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.club.random_matches import ME, match
from zaria.club.statistics.activity import year_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
NOW = int(NOON.timestamp() * 1000)


def at(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def test_counted_matches_of_both_sides_stand_on_their_days() -> None:
    midnight = NOON.replace(hour=0)
    match(1, ended=at(midnight)).save()
    match(2, side=1, ended=at(NOON)).save()
    match(3, ended=at(midnight) - 1).save()
    match(4, ended=at(NOON), void=True).save()
    match(5, ended=at(NOON), voided=True).save()
    match(6, ended=at(NOON), player0="somebody").save()
    year = year_of(ME, NOW)
    assert year is not None
    assert year.matches == 3
    assert "3 matches in the last year; most on 28 November 2026: 2." in year.drawing
    assert year.drawing.count('class="days-2"') == 1


def test_a_year_without_a_match_is_not_drawn() -> None:
    match(1, ended=at(NOON - timedelta(380))).save()
    match(2, ended=at(NOON + timedelta(1))).save()
    assert year_of(ME, NOW) is None
