"""The sheet of a phone: what lies beside it, what it tells of the computer, and when it goes away."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board_pages import finger, mouse, play, sit_down
from tests.support.browser.table_pages import BY_HAND, choose, play_now, set_table
from tests.support.chromium import DESKTOP, PHONE, Visits

pytestmark = pytest.mark.browser


def sheet(page: Page) -> None:
    """Open it."""
    page.locator("#menu").tap()
    expect(page.locator("#table.open")).to_be_attached()


@pytest.mark.slow
def test_a_tap_beside_the_sheet_shuts_it_and_does_nothing_else(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    set_table(page, "chess", "computer", colour="dark", level="1")
    page.wait_for_function("() => window.zaria?.table.moving.value")
    sheet(page)
    back = page.locator(".nav a.iconb.phone").bounding_box()
    box = page.locator("#board").bounding_box()
    assert back is not None
    assert box is not None
    page.touchscreen.tap(back["x"] + 20, back["y"] + 20)  # the way out lies under what is dimmed
    expect(page.locator("#table.open")).to_have_count(0)
    page.touchscreen.tap(box["x"] + box["width"] * 0.56, box["y"] + box["height"] * 0.83)
    assert page.evaluate("zaria.table.chosen.value.length") == 1, "the board is played on again"


def test_the_table_tells_in_ones_language_what_engine_plays(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    page.context.add_cookies([{"name": "zaria_language", "value": "ru", "url": page.url}])
    page.reload()
    play_now(page)
    page.wait_for_selector("html[data-ready]")
    sheet(page)
    page.locator("#tab-terms").tap()
    expect(page.locator(".side .facts").first).to_contain_text("Zaria · ")
    expect(page.locator(".side .facts").first).to_contain_text("Программа: ")


@pytest.mark.slow
def test_an_offered_draw_shuts_the_sheet_and_the_button_is_off(visit: Visits) -> None:
    host, page = sit_down(visit, "chess")
    play(host, 0, "e2e4", mouse)
    play(page, 1, "e7e5", finger)
    page.wait_for_function("() => zaria.actions.canOffer")
    sheet(page)
    draw = page.locator("#draw")
    colour = draw.evaluate("el => getComputedStyle(el).color")
    draw.tap()
    draw.tap()
    expect(page.locator("#table.open")).to_have_count(0)
    sheet(page)
    expect(draw).to_be_disabled()
    assert draw.evaluate("el => getComputedStyle(el).color") != colour


def test_a_disabled_button_is_not_gold_though_a_finger_left_it(visit: Visits) -> None:
    """On a touch screen the last thing touched goes on being hovered over."""
    page = visit(size=DESKTOP, settings=BY_HAND, new=True)
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<button class=\"btn pri\" id=gold disabled>')"
    )
    line = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        line.send(f"{domain}.enable")
    root = line.send("DOM.getDocument")["root"]["nodeId"]
    gold = line.send("DOM.querySelector", {"nodeId": root, "selector": "#gold"})["nodeId"]
    line.send("CSS.forcePseudoState", {"nodeId": gold, "forcedPseudoClasses": ["hover"]})
    assert page.locator("#gold").evaluate("el => getComputedStyle(el).backgroundImage") == "none"


@pytest.mark.parametrize("width", [360, 390])
def test_a_name_and_the_checkers_that_are_off_have_room_beside_the_button_for_bearing_off(
    visit: Visits, width: int
) -> None:
    page = visit(size={**PHONE, "viewport": {"width": width, "height": 740}}, settings=BY_HAND)
    page.context.add_cookies([{"name": "zaria_language", "value": "el", "url": page.url}])
    page.goto("/new/tabla?position=X=1:1,off:14;O=1:1,off:14")
    choose(page, "computer", clock="quick")
    page.wait_for_selector("html[data-ready]")
    page.locator("#me .name a, #me .name").first.evaluate("name => { name.textContent = 'Penelope1'; }")
    bars, bear = page.locator("#me .offs s").last.bounding_box(), page.locator("#bear").bounding_box()
    name = page.locator("#me .name").bounding_box()
    assert bars is not None
    assert bear is not None
    assert name is not None
    tray = page.locator("#me .offs").bounding_box()
    assert tray is not None
    assert tray["x"] < bars["x"]
    assert bars["x"] + bars["width"] <= tray["x"] + tray["width"] <= bear["x"]
    assert tray["width"] > 90, "room for fifteen checkers"
    assert name["height"] < 30
