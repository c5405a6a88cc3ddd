"""Training in the browser: a hint on the board, what a turn cost, and the way back."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import in_languages
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, set_table
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits

pytestmark = pytest.mark.browser

WORST = """() => {
  const { table, actions } = zaria;
  while (!table.finished.value) {
    const from = Math.min(...table.sources.value), [, way] = [...table.targets(from)][0];
    actions.go(way);
  }
  actions.done();
}"""
"""Play with the rearmost checkers that may move, which breaks what stands at home."""
JUDGED = re.compile("cost|best turn|Good enough")
"""One of the three things that may be said of a turn."""
BACK = "() => zaria.table.view.value.back ?? 0"
"""Turns that could be taken back."""
CYRILLIC = """() => document.body.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'р', code: 'KeyH', bubbles: true }))"""
"""The key H on a Russian keyboard."""
FLIP = "() => document.getElementById('flip').click()"
LINES = "() => zaria.table.log.value.length"


def trained(page: Page, game: str = "tabla") -> Seat:
    """A table for training, at which the visitor is light and has dice to play."""
    set_table(page, game, "computer", training="yes", colour="light")
    seat = Seat(page)
    if seat.wait("roll", "move") == "roll":
        seat.roll()
    return seat


PLACES = """() => ['coach', 'hint', 'takeback'].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height];
})"""
"""Places of the bar and its buttons."""


BURST = """all => all.filter((b) => {
  const own = b.getBoundingClientRect(), inside = document.createRange();
  inside.selectNodeContents(b);
  const { left, right, top, bottom } = inside.getBoundingClientRect();
  return own.width && (left < own.left || right > own.right || top < own.top || bottom > own.bottom);
}).map((b) => b.textContent.trim())"""
"""Buttons that are too small for what stands on them."""
CRAMPED = """(el) => {
  const { lineHeight, fontSize } = getComputedStyle(el);
  return parseFloat(lineHeight) < 1.2 * parseFloat(fontSize);
}"""
"""True if lines are so low that letters are cut."""


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_a_turn_is_hinted_at_judged_and_taken_back(visit: Visits, size: str) -> None:
    page = visit(size=SIZES[size], settings=BY_HAND)
    seat = trained(page)
    seat.wait("move")
    hint, back, says = page.locator("#hint"), page.locator("#takeback"), page.locator(".coach .says")
    expect(says).to_contain_text("Training")
    places = page.evaluate(PLACES)
    seat.press(hint)
    expect(says).to_contain_text(re.compile("^1 of "))
    arrows = page.locator(".coached")
    expect(arrows.locator(".tip").first).to_be_attached()
    drawn = arrows.inner_html()
    page.evaluate(FLIP)
    expect(arrows).not_to_have_js_property("innerHTML", drawn)  # they follow the board
    page.evaluate(FLIP)
    expect(arrows).to_have_js_property("innerHTML", drawn)
    page.evaluate(CYRILLIC)
    expect(says).to_contain_text(re.compile("^2 of "))
    before, lines = seat.state(), page.evaluate(LINES)
    page.evaluate(WORST)
    expect(says).to_contain_text(JUDGED, timeout=60_000)
    while "cost" not in says.inner_text():  # some dice leave nothing worse to play
        if seat.wait("roll", "move") == "roll":
            seat.roll()
        seat.press(hint)
        expect(says).to_contain_text(re.compile("^1 of "))
        before, lines = seat.state(), page.evaluate(LINES)
        page.evaluate(WORST)
        expect(says).to_contain_text(JUDGED, timeout=60_000)
    expect(page.locator(".coached .tip")).to_have_count(0)
    expect(back).to_be_enabled()
    assert page.evaluate(PLACES) == places, "no words move the bar"
    more = page.locator(".coach .more")
    if more.is_visible():  # as long as the sentence is
        seat.press(more)
        expect(page.locator(".coach .all")).to_have_text(says.inner_text(), use_inner_text=True)
        assert page.evaluate(PLACES) == places
        seat.press(more)
    expect(page.locator(".coach .all")).to_have_count(0)
    assert fits(page)
    seat.wait("roll", "move")
    turns = page.evaluate(BACK)
    seat.press(back)
    page.wait_for_function(f"n => ({BACK})() === n", arg=turns - 1)
    seat.wait("move")
    after = seat.state()
    assert [after[name] for name in ("men", "dice", "turn")] == [
        before[name] for name in ("men", "dice", "turn")
    ]
    assert page.evaluate(LINES) == lines
    page.reload()
    seat = Seat(page)
    seat.wait("move")
    assert seat.state()["dice"] == before["dice"]


@pytest.mark.slow
def test_no_roll_sweeps_a_hint_on_the_cube_away(visit: Visits) -> None:
    page = visit(settings={**BY_HAND, "roll": True})
    set_table(page, "backgammon", "computer", training="yes", colour="light", cube="yes")
    seat = Seat(page)
    while seat.wait("move", "double", "roll") != "roll" or not page.evaluate("zaria.actions.canDouble"):
        if seat.wait("move", "double", "roll") == "move":
            seat.finish()
        elif seat.wait("double", "roll") == "double":
            seat.press("#accept")
    seat.press("#hint")
    expect(page.locator(".coach .says")).to_contain_text("No double")
    page.wait_for_timeout(2000)
    assert seat.wait("roll") == "roll"
    expect(page.locator(".coach .says")).to_contain_text("No double")
    seat.roll()


@pytest.mark.slow
def test_a_move_of_chess_goes_back_with_its_answer(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    set_table(page, "chess", "computer", training="yes", colour="light")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#hint")).to_be_enabled()
    page.locator("#hint").tap()
    expect(page.locator(".squares-field > .coached .tip")).to_have_count(1)
    page.evaluate("() => zaria.actions.settle(zaria.table.routes.value.find(({ move }) => move === 'f2f3'))")
    expect(page.locator("#takeback")).to_be_enabled()
    expect(page.locator(".coach .says")).to_contain_text("e4", timeout=60_000)
    page.locator("#takeback").tap()
    expect(page.locator("#takeback")).to_be_disabled()
    page.wait_for_function("() => zaria.table.view.value.squares.plies === 0")
    assert page.evaluate(LINES) == 0
    assert fits(page)


@pytest.mark.slow
@in_languages
def test_the_words_fit_on_a_phone(visit: Callable[..., Page], languages: Sequence[str]) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    trained(page).wait("move")
    for code in languages:
        page.context.add_cookies([{"name": "zaria_language", "value": code, "url": page.url}])
        page.reload()
        page.locator("#hint").wait_for()
        Seat(page).wait("move")
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert fits(page), code
            assert page.locator(".coach button, .table-acts button").evaluate_all(BURST) == [], (code, width)
        assert page.locator(".title small").evaluate(CRAMPED) is False
        words = page.locator("#words").evaluate("words => JSON.parse(words.textContent)")
        assert words["undo"] != words["train_back"], code
