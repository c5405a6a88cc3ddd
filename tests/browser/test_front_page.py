"""The front page on a phone: light, still, short, with all that matters on its first screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_rules import weight
from tests.browser.test_tab_bar import above_the_bar
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, choose
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.servers import Server
from zaria.club.accounts.names import FIRST, SECOND
from zaria.club.games.catalogue import GROUPS, TITLES

pytestmark = pytest.mark.browser

MOST_BYTES = 45 * 1024
"""Over the line for a first visit to a club where nobody plays: tables and people come on top."""
MOST_HIGH = 3950
"""Pixels of the page's height on a phone, in a club where nobody plays."""
MOST_ADDED = 80
"""Pixels that a match to watch adds: its players with the longest names, and terms on one line or two."""
LONGEST_NAME = f"{max(FIRST, key=len)}-{max(SECOND, key=len)} 99"
HEIGHT = "() => document.documentElement.scrollHeight"

CUT = """() => [...document.querySelectorAll('.all-games .game small')]
  .filter((text) => text.checkVisibility() && text.scrollHeight > text.clientHeight + 1)
  .map((text) => text.textContent)"""
"""Descriptions of which a part is out of sight."""
WATCH_SHIFTS = """const shifts = [];
const shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
shiftObserver.observe({ type: 'layout-shift', buffered: true });
Object.assign(window, {
  shifted: () =>
    [...shifts, ...shiftObserver.takeRecords()]
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value }) => sum + value, 0),
});"""
"""Sums up how far the page shifts by itself from its first frame on."""


def test_the_first_screen_of_a_phone_holds_what_matters(visit: Visits) -> None:
    visitor = visit.visitor(PHONE, new=True)
    visitor.add_init_script(WATCH_SHIFTS)
    page = visit.page(visitor, "/")
    for selector in (".hero .pri", ".ways", ".level", ".stage .mini"):
        assert above_the_bar(page, selector), selector
    top = "() => document.querySelector('.all-games').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    for tab in ("people", "playing", "open"):
        page.locator(f"[data-list={tab}]").click()
        expect(page.locator(f"[data-list={tab}]")).to_have_attribute("aria-current", "true")
        assert page.evaluate(top) == before
    assert page.evaluate("shifted()") < 0.02
    page.locator("#level").select_option(label="Expert")
    page.goto("/help")
    page.go_back()
    expect(page.locator("#level-name")).to_have_text(page.locator("#level option:checked").inner_text())


def test_a_phone_shows_six_games_and_all_of_them_on_request(visit: Visits) -> None:
    page = visit(size=PHONE)
    tiles = page.locator(".all-games .game:visible")
    expect(tiles).to_have_count(6)
    page.locator(".more-games > summary").click()
    expect(tiles).to_have_count(len(TITLES))
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box is not None
        assert 150 < box["width"] < 180, tile.inner_text()


def test_a_first_visit_weighs_little_and_the_first_match_adds_little_to_it(
    visits: Callable[[Server], Visits], tmp_path: Path
) -> None:
    """A club of its own has one match to watch, and nothing else."""
    with Server(tmp_path) as server:
        visit = visits(server)
        page = visit.page(visit.visitor(PHONE, new=True), "/")
        assert weight(page) <= MOST_BYTES
        empty_height = page.evaluate(HEIGHT)
        assert empty_height <= MOST_HIGH
        host = visit("/new/tapa", settings=BY_HAND)
        choose(host, "anyone", clock="quick")
        host.wait_for_url("**/t/*")
        guest = visit(host.url, settings=BY_HAND)
        for page in (guest, host):
            page.locator("#sit").click()
        Seat(host).wait("theirs", "move", "roll")
        page = visit(size=PHONE)
        page.add_init_script(WATCH_SHIFTS)
        page.reload()
        expect(page.locator("#featured .men > :is(.mb-l, .mb-d)")).to_have_count(2)
        expect(page.locator("#featured .turn")).to_have_count(1)
        assert page.evaluate("shifted()") < 0.02
        names = page.locator("#featured [data-side] b")
        expect(names).to_have_count(2)
        rename = "(names, text) => names.forEach((name) => { name.textContent = text; })"
        names.evaluate_all(rename, LONGEST_NAME)
        assert page.evaluate(HEIGHT) - empty_height <= MOST_ADDED
        visit.close()


def test_a_favourite_is_kept_and_starts_a_search(visit: Visits) -> None:
    page = visit(size=PHONE)
    page.locator(".more-games > summary").click()
    star = page.locator("[data-star=ugolki]")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    page.reload()
    page.locator(".more-games > summary").click()
    expect(page.locator("[data-star=ugolki]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".quick-starts [value=ugolki]")).to_be_visible()
    page.locator("[data-pair=ugolki]").click()
    expect(page.locator(".searching")).to_contain_text("Ugolki")
    page.locator("#unseek").click()


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow)]
)
def test_the_games_of_one_family_are_shown_alone(visit: Visits, size: Size) -> None:
    page = visit(size=size)
    tiles, families = page.locator(".all-games .game:visible"), page.locator(".families")
    expect(families).to_be_hidden()
    page.locator(".more-games > summary").click()
    for group in GROUPS:
        families.get_by_text(str(group.title), exact=True).click()
        expect(tiles).to_have_count(len(group.games))
        assert {tile.get_attribute("id") for tile in tiles.all()} == set(group.games)
    families.get_by_text("All games").click()
    expect(tiles).to_have_count(len(TITLES))


def test_no_description_of_a_game_is_cut(visit: Visits) -> None:
    page = visit(size=PHONE)
    for language in ("bg", "el"):
        page.context.add_cookies([{"name": "zaria_language", "value": language, "url": visit.url}])
        page.reload()
        page.locator(".more-games > summary").click()
        assert page.evaluate(CUT) == []


def test_any_game_is_searched_from_the_last_row(visit: Visits) -> None:
    page = visit(size=PHONE)
    page.locator(".pair-row.any select").select_option("ugolki")
    expect(page.locator(".pair-row.any .mini")).to_be_visible()
    page.locator("#seek").click()
    expect(page.locator(".searching")).to_contain_text("Ugolki")
    page.locator("#unseek").click()
    expect(page.locator(".pair-row.any select")).to_have_value("ugolki")
