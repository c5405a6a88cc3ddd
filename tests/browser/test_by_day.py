"""Tables by the day in a browser: the list, the way from one to the next, the last moves, a note."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext
from pytest_django import DjangoDbBlocker

from tests.support.chromium import PHONE, Size, Visits
from tests.support.club.by_day_club import DayClub, DayMatch, day_terms

pytestmark = pytest.mark.browser

MATCHES = (
    DayMatch(day_terms("tabla", 1), 6, 0),
    DayMatch(day_terms("backgammon", 5), 9, 0),
    DayMatch(day_terms("long-nardy", 2), 7, 1),
    DayMatch(day_terms("tapa", 3), 8, 0),
)
HANDS_ON = {"speed": 0, "sound": False, "roll": False, "done": False, "forced": False}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[DayClub]:
    """A club with two members and four matches between them; three wait for the first."""
    with django_db_blocker.unblock():
        club = DayClub(tmp_path_factory.mktemp("by_day") / "club", MATCHES)
    yield club
    club.server.stop()


def signed_in(club: DayClub, visits: Visits, number: int = 0, size: Size = PHONE) -> BrowserContext:
    who = visits.visitor(size, HANDS_ON, new=True)
    name, session = settings.SESSION_COOKIE_NAME, club.players[number].session
    who.add_cookies([{"name": name, "value": session, "url": visits.url}])
    return who
