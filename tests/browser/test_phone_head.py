"""The head of a phone: the tournament's timer, the gift's time and the balance side by side."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_friday_eight import MINUTE, at
from tests.support.chromium import PHONE, Visits
from tests.support.club.tournament_club import TournamentClub
from tests.support.servers import Server
from zaria.club.site.clock import now_ms

pytestmark = pytest.mark.browser


@pytest.fixture
def club(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[TournamentClub]:
    """A club of two members."""
    club = TournamentClub(tmp_path_factory.mktemp("head"), django_db_blocker, 2)
    yield club
    club.close()


@pytest.mark.slow
def test_timer_gift_and_balance_stand_side_by_side(
    club: TournamentClub, visits: Callable[[Server], Visits]
) -> None:
    visit = visits(club.server)
    club.announce("knockout", 1, least=2, starts_at=now_ms() + 60 * MINUTE)
    page = at(club.members[0], visit, PHONE, "/shop")
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 780})
        expect(page.locator("#tournament-timer")).to_be_visible()
        expect(page.locator("#gift .ic")).to_be_in_viewport(ratio=1)
    page.locator("form[action$='/shop/gift'] button").click()
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 780})
        page.goto("/rules")
        for part in ("#tournament-timer", "#gift b", ".nav .balance b"):
            expect(page.locator(part)).to_be_visible()
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        expect(page.locator("#gift b")).to_have_text("24 h")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        chips = ("#tournament-timer", "#gift", ".nav .balance", ".nav .me")
        boxes = [box for chip in chips if (box := page.locator(chip).bounding_box())]
        assert all(left["x"] + left["width"] <= right["x"] + 0.5 for left, right in pairwise(boxes))
    page.set_viewport_size({"width": 360, "height": 740})
    for language in ("en", "el"):
        page.context.add_cookies([{"name": "zaria_language", "value": language, "url": club.server.url}])
        page.goto("/rules")
        page.locator(".nav .me").click()
        menu = page.locator("#me-menu")
        expect(menu.get_by_role("button").last).to_be_in_viewport(ratio=1)
        assert menu.evaluate("menu => menu.scrollHeight - menu.clientHeight") <= 0
        assert menu.evaluate("menu => menu.scrollWidth - menu.clientWidth") <= 0
