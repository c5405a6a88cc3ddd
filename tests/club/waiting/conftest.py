"""A club whose two members play by the day."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.club.by_day_club import DayClub, DayMatch, day_terms

MATCHES = (
    DayMatch(day_terms("tabla", 1), 4, 0),
    DayMatch(day_terms("backgammon", 5), 5, 0),
    DayMatch(day_terms("long-nardy", 2), 5, 1),
    DayMatch(day_terms("tabla", 3), 4, 0),
)


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[DayClub]:
    """Four matches between them; all but the third wait for the first member."""
    with django_db_blocker.unblock():
        club = DayClub(tmp_path_factory.mktemp("by_day") / "club", MATCHES)
    yield club
    club.server.stop()
