"""The analysis of a match beside its replay: asked for, waited for, read, and stepped through."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import in_languages
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits
from tests.support.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]


def analysed(page: Page) -> None:
    """Have the match analysed, if it is not yet, as quickly as can be."""
    page.locator("#analysis .seg button").first.click()
    start, ready = page.locator("#an-start"), page.locator("#analysis[data-ready]")
    start.or_(ready).first.wait_for()
    if start.is_visible():
        start.click()
    ready.wait_for(timeout=120_000)  # an analysis gives way to everything else on the machine


def fits(page: Page) -> bool:
    """Nothing hangs over the right edge of the page, or of the panel."""
    inside = "(el => el.scrollWidth <= el.clientWidth)(document.querySelector('#analysis'))"
    return bool(page.evaluate(f"document.documentElement.scrollWidth <= innerWidth && {inside}"))


def test_a_match_is_analysed_and_its_errors_are_stepped_through(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page = visits(shelved)("/t/short-tabla/replay", PHONE)
    page.locator("#tab-analysis").click()
    expect(page.locator("#turns")).to_be_hidden()
    analysed(page)
    graph = page.locator(".an-graph svg")
    expect(graph).to_have_attribute("aria-label", re.compile(r"Ada.* \d+%"))
    page.locator("#an-next").click()
    expect(page.locator(".an-card .mark").first).to_have_text(re.compile("Inaccuracy|Error|Blunder"))
    page.locator("#an-next").click()  # it lies under the board, which stays where it is
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#board > .ways .dotted .way").first).to_be_attached()
    expect(page.locator("#board > .ways > :not(.dotted) .way").first).to_be_attached()
    page.locator("#an-prev").click()
    expect(page.locator(".an-choices .played")).to_have_count(1)
    expect(page.locator(".an-choices .meter")).to_have_count(page.locator(".choice").count())
    first = page.locator("html").get_attribute("data-at")
    page.keyboard.press("e")
    expect(page.locator("html")).not_to_have_attribute("data-at", str(first))
    page.keyboard.press("Shift+E")
    expect(page.locator("html")).to_have_attribute("data-at", str(first))
    graph.click(position={"x": 200, "y": 40})
    expect(page.locator("html")).not_to_have_attribute("data-at", str(first))
    expect(page.locator(".an-sums tbody tr").first).to_have_text(
        re.compile(r"Performance rating \(PR\)\s*\d")
    )
    page.locator(".an-how summary").click()
    expect(page.locator(".an-how")).to_contain_text("Depth: quick.")
    assert fits(page)
    page.locator("#tab-moves").click()
    expect(page.locator("#board > .ways > *")).to_have_count(0)
    marked = page.locator("#turns a .mark")
    assert marked.count() > 0
    expect(marked.first.locator(".sr")).to_have_text(re.compile("Inaccuracy|Error|Blunder"))


@pytest.mark.slow
@in_languages
def test_an_analysis_is_kept_and_opens_by_its_link(
    visits: Callable[[Server], Visits], shelved: Server, languages: Sequence[str]
) -> None:
    visit = visits(shelved)
    page = visit("/t/short-chess/replay#analysis")
    analysed(page)
    expect(page.locator(".an-sums")).not_to_contain_text("Luck")
    page.locator("#an-next").click()
    expect(page.locator(".squares-field > .ways > g")).to_have_count(2)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#turns")).to_be_visible()  # the moves stay beside it
    assert fits(page)
    page.locator(".an-how summary").click()
    expect(page.locator(".an-how p").first).to_contain_text("Per move at most 0.3 s; positions: 10,000.")
    phone, explanations = visit("/", PHONE), set()
    for code in languages:
        phone.context.add_cookies([{"name": "zaria_language", "value": code, "url": shelved.url}])
        phone.goto("/t/short-chess/replay?at=4#analysis")
        phone.locator("#analysis[data-ready]").wait_for()
        expect(phone.locator("#analysis .seg button").first).to_have_attribute("aria-pressed", "true")
        phone.locator("#an-next").click()
        expect(phone.locator(".an-choices")).to_be_visible()
        phone.locator(".an-how summary").click()
        explanations.add(phone.locator(".an-how p").first.inner_text())
        assert fits(phone), code
        phone.set_viewport_size({"width": 320, "height": 568})
        assert fits(phone), code
        assert phone.locator(".nav nav").evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0, code
        phone.set_viewport_size(PHONE["viewport"])
    assert len(explanations) == len(languages)


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_a_record_that_cannot_be_fetched_shows_an_alert(
    visits: Callable[[Server], Visits], shelved: Server, size: str
) -> None:
    visit = visits(shelved)
    visit.forgive("analysis.json")
    visit.forgive("ERR_FAILED")
    page = visit("/t/tabla-single/replay", SIZES[size])
    page.route("**/analysis.json*", lambda route: route.abort())
    page.locator("#tab-analysis").click()
    expect(page.locator("#analysis [role=alert]")).to_be_visible()
    page.unroute("**/analysis.json*")
    page.locator("#analysis .seg button").first.click()
    expect(page.locator("#analysis [role=alert]")).to_have_count(0)
