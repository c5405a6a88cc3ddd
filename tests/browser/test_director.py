"""A tournament is set up and directed on a phone, and without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import fits
from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.setup.format_choice import fields_of
from zaria.tournaments.formats.registry import FORMATS

pytestmark = [pytest.mark.browser, pytest.mark.service]


@pytest.mark.slow
def test_a_member_sets_up_and_directs_a_tournament_on_a_phone(visit: Visits) -> None:
    host, guest = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(host, visit.visitor(PHONE, timezone_id="Europe/Sofia")), "/tournaments/new")
    fits(page)
    page.get_by_text("Friday eight").tap()
    summary = page.locator("#summary p")
    expect(summary).to_contain_text("Knock-out: Tabla. Match to 5")
    expect(summary).to_contain_text("19:00 (Europe/Sofia)")
    fits(page)
    page.get_by_label("Title").fill("Evening of chess")
    page.get_by_label("Maximum players").fill("16")
    expect(summary).to_contain_text("From 4 to 16 players.")
    page.get_by_label("Game", exact=True).select_option("chess")
    expect(page.locator("h2", has_text="Matches")).to_be_visible()
    expect(summary).to_contain_text("Knock-out: Chess.")
    expect(page.get_by_label("Title")).to_have_value("Evening of chess")
    page.get_by_label("Maximum players").fill("3")
    visit.forgive("422")
    page.get_by_role("button", name="Announce").last.tap()
    expect(page.locator("#id_most_error")).to_be_visible()
    page.get_by_label("Maximum players").fill("8")
    expect(summary).to_contain_text("From 4 to 8 players.")
    page.get_by_role("button", name="Announce").last.tap()
    expect(page).to_have_url(re.compile(r"/tournaments/[\w-]{10}/director$"))
    expect(page.locator("h1")).to_have_text("Evening of chess")

    page.locator("#enter > summary").tap()
    enter = page.locator("#enter form")
    enter.get_by_label("Login").fill("Nobodyy")
    enter.get_by_label("Reason").fill("By phone")
    enter.get_by_role("button").tap()
    expect(enter.locator(".wrong")).to_have_text("There is no member with this login.")
    fits(page)
    enter.get_by_label("Login").fill(guest.login)
    enter.get_by_role("button").tap()
    row = page.locator("#players li", has_text=guest.login)
    expect(row).to_be_visible()
    row.get_by_text("Change…").tap()
    fits(page)
    row.get_by_label("Reason").first.fill("Cannot come")
    row.get_by_role("button", name="Withdraw the player").tap()
    expect(row).to_contain_text("withdrawn")
    page.locator("#undo > summary").tap()
    page.locator("#undo").get_by_label("Reason").fill("Comes after all")
    page.locator("#undo").get_by_role("button").tap()
    expect(row).not_to_contain_text("withdrawn")
    page.locator("#cancel > summary").tap()
    page.get_by_label("Yes, cancel the tournament").check()
    page.locator("#cancel").get_by_label("Reason").fill("Rain")
    page.locator("#cancel").get_by_role("button").tap()
    expect(page.locator(".director-state")).to_contain_text("The tournament was cancelled.")


@pytest.mark.slow
def test_without_scripts_the_summary_is_read_first(visit: Visits) -> None:
    host = Somebody(visit.url).join()
    page = visit.page(at(host, visit.visitor(java_script_enabled=False)), "/tournaments/new?as=sunday")
    page.get_by_label("Game", exact=True).select_option("long-nardy")
    page.get_by_role("button", name="Change").click()
    expect(page.locator("#summary p")).to_contain_text("Arena: Long nardy.")
    page.get_by_label("Time zone").fill("Europe/Athens")
    page.get_by_role("button", name="Announce").last.click()
    expect(page.get_by_text("Check the summary")).to_be_visible()
    expect(page.locator("#summary p")).to_contain_text("(Europe/Athens)")
    page.get_by_role("button", name="Announce").last.click()
    expect(page.locator(".director-state")).to_contain_text("Open for entries: 0 players")


def test_a_format_shows_its_own_fields(visit: Visits) -> None:
    host = Somebody(visit.url).join()
    page = visit.page(at(host, visit.visitor()), "/tournaments/new?as=own")
    names = {name for info in FORMATS.values() for name in fields_of(info)}
    assert len(names) > 4
    for info in FORMATS.values():
        card = page.locator("label", has=page.locator(f"[name=format][value={info.id}]"))
        expect(card).to_contain_text(str(FORMAT_WORDS[info.id].explanation))
        card.click()
        for name in names:
            expect(page.locator(f".for-{name.replace('_', '-')}")).to_be_visible(
                visible=name in fields_of(info)
            )
