"""The matches that ended last: those that count, between members who show their matches."""

import pytest

from tests.support.club.random_matches import match
from zaria.club.accounts.models import Member
from zaria.club.matches.results.last_matches import MOST, read
from zaria.club.matches.results.models import Played

pytestmark = pytest.mark.django_db


def _members(**settings: object) -> None:
    Member.objects.create(username="Marica", email="marica@example.org", player="me", settings=settings)
    Member.objects.create(username="Stefan", email="stefan@example.org", player="m1")


def _stored(*rows: Played) -> list[str]:
    Played.objects.bulk_create(rows)
    return [row.match_id for row in read()]


def test_rated_matches_and_those_of_tournaments_come_the_newest_first() -> None:
    _members()
    rated = [match(number, rated=True) for number in range(MOST)]
    assert _stored(*rated, match(90, tournament="t1"), match(91)) == ["m00090", "m00003", "m00002", "m00001"]


def test_matches_that_do_not_count_or_have_an_opponent_without_an_account_are_not_shown() -> None:
    _members()
    assert not _stored(
        match(1, rated=True, void=True),
        match(2, rated=True, voided=True),
        match(3, kind="guest", tournament="t1"),
        match(4, kind="computer"),
    )


def test_the_matches_of_a_member_who_hides_them_or_has_left_are_not_shown() -> None:
    _members(show_games=False)
    assert not _stored(match(1, rated=True), match(2, rated=True, player1="left"))
