"""A director decides matches on a phone and swaps players of the next round."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.db import transaction
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_languages import LONG, fits
from tests.support.chromium import PHONE, Visits
from tests.support.club.tournament_club import TournamentClub
from tests.support.club.tournament_terms import terms
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.tournaments import actions

pytestmark = [pytest.mark.browser, pytest.mark.service]


@pytest.fixture
def club(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[TournamentClub]:
    """A club of a director and four players."""
    club = TournamentClub(tmp_path_factory.mktemp("director"), django_db_blocker, 5)
    yield club
    club.close()


@pytest.fixture
def visit(club: TournamentClub, visits: Callable[[Server], Visits]) -> Visits:
    """Visits to this club."""
    return visits(club.server)


@transaction.atomic
def _begun(director: str) -> str:
    """A tournament of this member that all others play; its id. The server sees it when it has begun."""
    row = actions.create(terms("swiss", private=True, rounds=3), director)
    for member in Member.objects.exclude(player=director):
        actions.enter(row.pk, member)
    actions.begin(row.pk)
    return str(row.pk)


def test_a_round_is_decided_and_the_next_one_paired(club: TournamentClub, visit: Visits) -> None:
    host = club.members[0]
    tournament = club.ask_now(_begun, host.player.id)
    browser = visit.visitor(PHONE)
    browser.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": host.session, "url": visit.url}])
    page = visit.page(browser, f"/tournaments/{tournament}/director")
    fits(page)
    page.locator("#pause > summary").tap()
    page.locator("#pause").get_by_label("Reason").fill("Pairs are corrected")
    page.locator("#pause").get_by_role("button").tap()
    expect(page.locator(".director-state")).to_contain_text("Paused")
    names = []
    for _ in range(2):
        page.locator("#meetings li:not(.decided)").get_by_role("link", name="Decide").first.tap()
        pick = page.locator(".pick-row").first
        decide = page.locator(".form-bar button")
        expect(decide).to_have_text("Decide", use_inner_text=True)
        pick.tap()
        winner = pick.locator("b").inner_text().removesuffix(" wins")
        names.append(page.locator(".versus b").all_inner_texts())
        assert names[-1][0] == winner
        expect(decide).to_have_text(f"Decide: {winner} wins", use_inner_text=True)
        follows = page.locator(".follows ul:visible")
        page.get_by_role("button", name="Left early").tap()
        expect(follows).to_contain_text(f"won against {names[-1][1]}.")
        expect(follows.locator("q")).to_have_text("Left early")
        expect(page.get_by_role("textbox", name="Reason")).to_have_value("Left early")
        fits(page)
        decide.tap()
        expect(page.locator("#meetings li.decided", has_text=f"{winner} won")).to_be_visible()
    page.get_by_role("link", name="Correct the pairings").tap()
    expect(page.locator("h1")).to_have_text("Correct the pairings")
    fits(page)
    text = page.locator("textarea")
    first, second = (line.split() for line in text.input_value().splitlines())
    page.get_by_role("button", name=first[1]).tap()
    expect(page.get_by_role("button", name=first[1])).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=second[0]).tap()
    expect(text).to_have_value(f"{first[0]} {second[0]}\n{first[1]} {second[1]}")
    has_met = sorted([first[0], second[0]]) in [sorted(pair) for pair in names]
    expect(page.get_by_text("Met in round 1")).to_have_count(2 if has_met else 0)
    for language in LONG:
        browser.add_cookies([{"name": "zaria_language", "value": language, "url": visit.url}])
        page.reload()
        fits(page)


@pytest.mark.slow
def test_a_match_is_decided_without_scripts(club: TournamentClub, visit: Visits) -> None:
    host = club.members[0]
    tournament = club.ask_now(_begun, host.player.id)
    browser = visit.visitor(PHONE, java_script_enabled=False)
    browser.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": host.session, "url": visit.url}])
    page = visit.page(browser, f"/tournaments/{tournament}/director/decide/1/0")
    page.locator(".pick-row").first.tap()
    expect(page.locator(".form-bar button")).to_contain_text("wins", use_inner_text=True)
    expect(page.get_by_role("button", name="Left early")).to_be_hidden()
    page.get_by_role("textbox", name="Reason").fill("Asked for")
    page.locator(".form-bar button").tap()
    expect(page.locator("#meetings li.decided")).to_have_count(1)
