"""A match of a length, with the cube, is found from the front page; a call reaches who plays meanwhile."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.journeys import Taps
from tests.support.browser.table_pages import BY_HAND, set_table
from tests.support.chromium import DESKTOP, PHONE, Size, Visits

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

NARROW: Size = {**PHONE, "viewport": {"width": 360, "height": 740}}
PLAYED = "() => ['move', 'roll'].includes(window.zaria?.table?.view.value.phase)"
"""A script: whether the game of a table has begun."""


@pytest.fixture
def visit(visit_lobby: Visits) -> Visits:
    """Visits to a club where nobody else searches."""
    return visit_lobby


def _fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def _found(*pages: Page) -> None:
    for page in pages:
        page.wait_for_url("**/t/*")
        expect(page.locator("#sit")).to_be_enabled()


def test_backgammon_to_five_with_the_cube_is_found_in_three_taps_and_later_in_one(visit: Visits) -> None:
    page, opponent = visit(size=NARROW, settings=BY_HAND), visit(size=DESKTOP, settings=BY_HAND)
    page.context.add_cookies([{"name": "zaria_language", "value": "el", "url": page.url}])
    page.reload()
    box = page.locator("#quick-box")
    taps = Taps(page)
    box.locator("select").select_option("backgammon")
    expect(box.locator("#with-cube")).to_be_checked()
    expect(box.locator("[data-length='3']")).to_have_attribute("aria-pressed", "true")
    assert _fits(page)
    box.locator("[data-length='5']").tap()
    box.locator("#seek").tap()
    taps.check_journey("backgammon to 5 with cube")
    expect(page.locator(".searching")).to_contain_text("Ματς στα 5 · Βίδος")
    assert _fits(page)

    row = opponent.locator("#lobby-list .row.seek")
    expect(row).to_contain_text("Match to 5 · Doubling cube")
    taps = Taps(opponent)
    opponent.locator("[data-pair=backgammon]").click()
    taps.check_journey("backgammon to 3 with cube")
    near = opponent.locator("#quick-box .others [data-seek=backgammon]")
    expect(near).to_contain_text("Match to 5 · Doubling cube")
    near.click()
    _found(page, opponent)
    facts = opponent.locator(".pane .facts")
    for text in ("Match to 5", "Crawford"):
        expect(facts).to_contain_text(text)
    page.locator("#cancel").tap()
    expect(page.locator("#cleared")).to_be_visible()

    page.goto("/")
    expect(page.locator("[data-pair=backgammon]")).to_contain_text("Ματς στα 5 · Βίδος")
    expect(page.locator("[data-pair=tabla]")).not_to_contain_text("Ματς")
    page.locator("[data-pair=backgammon]").tap()
    expect(page.locator(".searching")).to_contain_text("Ματς στα 5 · Βίδος")


def test_games_have_the_lengths_of_their_rules(visit: Visits) -> None:
    page = visit(settings=BY_HAND)
    box = page.locator("#quick-box")
    for game, lengths, cube in (
        ("three-games", ["3", "5", "7"], 1),
        ("tabla-bg", ["1", "3", "5", "7"], 0),
        ("chess", [], 0),
    ):
        box.locator("select").select_option(game)
        expect(box.locator(".match .seg button")).to_have_text(lengths)
        expect(box.locator("#with-cube")).to_have_count(cube)


@pytest.mark.slow
def test_the_owner_of_an_open_table_is_called_from_the_computer(visit: Visits) -> None:
    host, guest = visit(size=PHONE, settings=BY_HAND), visit(settings=BY_HAND)
    set_table(host, "tapa", "anyone", clock="quick")
    table = host.url
    host.locator("#meanwhile").tap()
    host.wait_for_url(lambda url: url != table)
    host.wait_for_function(PLAYED)
    name = guest.locator(".you b").inner_text()
    guest.locator(f"#lobby-list .row .go[href^='{urlsplit(table).path}']").click()
    line = host.locator(".call-back")
    for text in (f"{name} wants to play. Ready?", "Tapa", "12 s per move + 2 min reserve"):
        expect(line).to_contain_text(text)
    line.locator("#called").tap()
    host.wait_for_url(table)
    for page in (host, guest):
        page.wait_for_function(PLAYED)


@pytest.mark.slow
def test_a_friend_who_comes_begins_the_match_and_calls_its_host(visit: Visits) -> None:
    host = visit(settings=BY_HAND)
    host.locator("button[name=opponent][value=friend]").click()
    host.wait_for_selector("#meanwhile")
    table = host.url
    host.locator("#meanwhile").click()
    host.wait_for_url(lambda url: url != table)
    host.wait_for_function(PLAYED)
    friend = visit(table.removeprefix(visit.url), settings=BY_HAND)
    friend.locator("#sit").click()
    line = host.locator(".call-back")
    expect(line.locator("#called")).to_be_visible()
    expect(line.locator("#not-now")).to_be_hidden()
    line.locator("#called").click()
    host.wait_for_url(table)
    host.wait_for_function(PLAYED)


@pytest.mark.slow
def test_who_misses_a_call_is_told_so_and_so_is_who_waited(visit: Visits) -> None:
    host, guest = visit(size=NARROW, settings=BY_HAND), visit(settings=BY_HAND)
    name, caller = (page.locator(".you b").inner_text() for page in (host, guest))
    set_table(host, "backgammon", "anyone", clock="quick", length="3")
    table = host.url
    host.locator("#meanwhile").tap()
    host.wait_for_url(lambda url: url != table)
    host.wait_for_function(PLAYED)
    guest.locator(f"#lobby-list .row .go[href^='{urlsplit(table).path}']").click()
    expect(host.locator(".call-back")).to_be_visible()
    missed = host.locator(".missed-call")
    expect(missed).to_contain_text(f"You weren't ready in time for {caller}", timeout=30_000)
    assert _fits(host)
    expect(missed.locator("a")).to_have_attribute("href", f"/new/backgammon?as={table.rsplit('/', 1)[1]}")
    expect(guest.locator("#cleared")).to_have_text(f"{name} didn't show up")
    expect(guest.locator(".pane [role=status]")).to_have_text("Looking for an opponent")
    host.goto("/rules")
    expect(host.locator("html[data-ready], #waiting")).not_to_have_count(0)
    expect(missed).to_have_count(0)


@pytest.mark.slow
def test_a_player_who_was_found_and_is_late_reads_it_at_the_table(visit: Visits) -> None:
    late, opponent = visit(settings=BY_HAND), visit(settings=BY_HAND)
    name = opponent.locator(".you b").inner_text()
    for page in (late, opponent):
        page.locator("#quick-box select").select_option("tapa")
        page.locator("#seek").click()
    _found(late, opponent)
    opponent.locator("#sit").click()
    expect(late.locator("#cleared")).to_have_text(f"You weren't ready in time for {name}", timeout=30_000)
    opponent.locator("#stop").click()
    late.locator("#anew").click()
    late.wait_for_url("**/")
    expect(late.locator(".searching")).to_contain_text("Tapa")
