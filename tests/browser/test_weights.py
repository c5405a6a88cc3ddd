"""The weight of a tournament and of a replay at a first visit; other pages: beside their own tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_rules import weight
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits, wait_for_resources
from tests.support.club.tournament_club import TournamentClub

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

TOURNAMENT_BYTES = 40 * 1024
REPLAY_BYTES = 90 * 1024


@pytest.fixture(scope="module")
def club(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[TournamentClub]:
    """A club of eight members."""
    club = TournamentClub(tmp_path_factory.mktemp("weights"), django_db_blocker, 8)
    yield club
    club.close()


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_a_running_knock_out_of_eight_weighs_little(
    club: TournamentClub, browser: Browser, size: str
) -> None:
    address = f"/tournaments/{club.announce('knockout')}"
    visits = Visits(browser, club.server.url)
    page = visits.page(visits.visitor(SIZES[size], new=True), address)
    expect(page.locator(".box.now")).to_have_count(4)
    fresh = visits.page(visits.visitor(SIZES[size], new=True), address)
    wait_for_resources(fresh)
    assert weight(fresh) <= TOURNAMENT_BYTES
    visits.close()


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_a_replay_weighs_little(visit_lobby: Visits, size: str) -> None:
    page = visit_lobby.page(visit_lobby.visitor(SIZES[size], new=True), "/t/tabla-match/replay?at=8")
    wait_for_resources(page)
    assert weight(page) <= REPLAY_BYTES
    grain = "felt => getComputedStyle(felt, '::before').backgroundImage.slice(0, 4)"
    assert page.locator(".felt").first.evaluate(grain) == "url("
