"""Progress in browsers: a real analysis becomes a line, costs are drilled by keys, all fits on a phone."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_accessibility import AXE, found
from tests.browser.test_print import check_paper
from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Size, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.progress_club import fill_progress
from tests.support.club.site_database import instead
from tests.support.finished_matches import shelve
from tests.support.patience import PATIENCE
from tests.support.servers import Server, furnish
from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.site.database import databases

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("progress")]

MATCH = "tabla-single"
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


class Club(NamedTuple):
    """A club with a member who has seven months of analysed matches, and one that a worker analysed."""

    server: Server
    member: Somebody


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """The last match is the member's own by the hand of the test; the server analyses it."""
    data = furnish(tmp_path_factory.mktemp("progress") / "club")
    shelve(data, MATCH)
    server = Server(data)
    member = Somebody(server.url).join()
    with django_db_blocker.unblock(), ThreadPoolExecutor(1) as thread:  # Playwright has a loop in this one
        thread.submit(_fill, data, member.login).result()
    replay = member.get(f"/t/{MATCH}/replay")
    assert member.fill(f"/t/{MATCH}/analysis.json", replay, depth="quick").status in (200, 202)
    _until(lambda: _is_counted(server))
    yield Club(server, member)
    server.stop()


def _fill(data: Path, login: str) -> None:
    """Give a member the match and some months of others."""
    with instead(databases.default(None, data)):
        player = Member.objects.get(username=login).player
        _until(lambda: Played.objects.filter(pk=MATCH).exists())
        now = int(time.time() * 1000)
        Played.objects.filter(pk=MATCH).update(player0=player, member0=True, ended=now)
        fill_progress(player)


def _until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 2 * PATIENCE
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.1)


def _is_counted(server: Server) -> bool:
    with closing(sqlite3.connect(server.data / databases.FILE)) as db:
        query = "SELECT count(*) FROM progress_matchprogress WHERE match_id = ?"
        return bool(db.execute(query, [MATCH]).fetchone()[0])


@pytest.fixture
def visit(visits: Callable[[Server], Visits], club: Club) -> Visits:
    """Visits to the club."""
    return visits(club.server)


def page_of(visit: Visits, club: Club, language: str = "", size: Size | None = None) -> Page:
    """A page of progress in a browser in which the member is signed in."""
    more: Size = {**(size or {}), **({"locale": language} if language else {})}
    return visit.page(at(club.member, visit.visitor(**more)), "/me/progress")


def test_costs_are_drilled_by_keys(visit: Visits, club: Club) -> None:
    page = page_of(visit, club)
    expect(page.locator("svg.months .likely")).to_have_count(1)
    expect(page.locator(".progress-matches > li").first).to_contain_text("±")
    expect(page.locator(f".progress-matches a[href*='{MATCH}']")).to_have_count(1)
    page.get_by_role("link", name="Drill: Contact: Moves").press("Enter")
    expect(page.locator(".progress-drill")).to_contain_text("position 1 of 5")
    page.goto("/me/progress/drill/tabla/opening/turn")
    expect(page.get_by_role("link", name="Next position")).to_be_visible()
    page.get_by_role("link", name="Next position").press("Enter")
    expect(page.locator(".progress-drill")).to_contain_text("position 2 of 5")


def test_the_answer_of_an_analysed_position_is_opened_by_keys(visit: Visits, club: Club) -> None:
    page = page_of(visit, club)
    for phase in ("contact", "bear_off", "opening", "race", "bear_in"):
        for number in range(1, 6):
            page.goto(f"/me/progress/drill/tabla/{phase}/turn?page={number}")
            answer = page.get_by_text("Show the answer")
            if answer.count():
                answer.press("Enter")
                expect(page.locator("details .mb-path.best")).to_be_visible()
                return
    pytest.fail("the analysed match has no position to drill")


@pytest.mark.parametrize("language", ["bg", "tr"])
def test_it_fits_on_a_phone(visit: Visits, club: Club, language: str) -> None:
    page = page_of(visit, club, language, PHONE)
    for path in ("/me/progress", "/me/progress/drill/tabla/contact/turn"):
        page.goto(path)
        assert page.evaluate(WIDER) <= 0, path


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed")
@pytest.mark.slow
def test_axe_finds_nothing_on_it(visit: Visits, club: Club) -> None:
    page = page_of(visit, club)
    for path in ("/me/progress", "/me/progress/drill/tabla/contact/turn"):
        assert found(page, path) == []


def test_it_is_printed_without_forms_and_links_in_buttons(visit: Visits, club: Club) -> None:
    page = page_of(visit, club)
    check_paper(page)
    page.emulate_media(media="screen", color_scheme="light")


def test_a_member_switches_it_off_and_on(visit: Visits, club: Club) -> None:
    page = page_of(visit, club)
    page.get_by_label("Compare me with members").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Compare me with members")).not_to_be_checked()
    page.get_by_label("Show my progress").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your progress is switched off.")).to_be_visible()
    page.get_by_label("Show my progress").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("being added up")).to_be_visible()
