"""A newcomer's first game on a phone: one tap to the table, and three turns that are explained."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_layout_shift import MOST, OBSERVE
from tests.support.browser.table_page import Seat, Way
from tests.support.chromium import PHONE, Size, Visits
from tests.support.servers import Server

pytestmark = pytest.mark.browser

SMALL: Size = {**PHONE, "viewport": {"width": 360, "height": 740}}
COVERED = """() => {
  const box = (e) => e.getBoundingClientRect(), guide = box(document.getElementById('guide'));
  return [...document.querySelectorAll('.dice .die, #board .btn, .table-acts .btn, .card .btn')]
    .filter((e) => { const b = box(e); return b.width && b.left < guide.right && b.right > guide.left
      && b.top < guide.bottom && b.bottom > guide.top; }).map((e) => e.id || e.className);
}"""
PROGRESS = "() => JSON.parse(localStorage.getItem('zaria.guide'))"


@pytest.fixture
def drawn(browser: Browser, server: Server) -> Iterator[Visits]:
    """Visits whose pages are drawn: a shift that nobody sees is not counted."""
    visit = Visits(browser, server.url, drawn=True)
    yield visit
    visit.close()


def _at_the_table(visit: Visits, speed: float = 0) -> Page:
    """The first table of a Greek visitor with a small phone, one tap after the front page."""
    settings = {"speed": speed, "sound": False}
    visitor = visit.visitor(SMALL, settings)
    visitor.add_cookies([{"name": "zaria_language", "value": "el", "url": visit.url}])
    visitor.add_init_script(OBSERVE)
    page = visit.page(visitor)
    page.locator(".hero .pri").tap()
    page.wait_for_url("**/t/*")
    return page


def _with_a_choice(visit: Visits, speed: float) -> tuple[Page, Way]:
    """A first table where some checker may go to several places, and the way of such a checker.

    A first roll of 6-6 lets each checker go to one place only.
    """
    for _ in range(8):
        page = _at_the_table(visit, speed)
        seat = Seat(page)
        seat.wait("move")
        for way in seat.ways():
            if way.choices > 1:
                return page, way
    raise AssertionError("eight first rolls without a choice")


@pytest.mark.parametrize("speed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_newcomer_is_led_through_three_turns(drawn: Visits, speed: float) -> None:
    page, way = _with_a_choice(drawn, speed)
    expect(page.locator("#opp .name")).to_contain_text("Αρχάριος")
    seat, guide, arrow = Seat(page), page.locator("#guide"), page.locator(".guide-way path")

    for sentence in ("Παίζετε από το 24 προς το 1", "Πατήστε ένα φωτισμένο πούλι"):
        expect(guide).to_contain_text(sentence)
        expect(page.locator("#live")).to_contain_text(sentence)
    expect(arrow).to_have_count(3)
    assert page.evaluate(COVERED) == []
    seat.point(way.checker)
    expect(guide).to_contain_text("Πατήστε εκεί όπου θα πάει")
    seat.point(way.target)
    expect(arrow).to_have_count(0)
    while seat.wait("move", "done") == "move":
        expect(guide).to_have_count(0)
        seat.step(seat.ways()[0])
    expect(guide).to_contain_text("Πατήστε «Έτοιμο»")
    assert page.evaluate(COVERED) == []
    seat.done()
    expect(guide).to_have_count(0)

    while page.evaluate(PROGRESS)["turns"] < 3:
        seat.turn()
    moved = page.evaluate("window.shifts")
    assert sum(value for value, _ in moved) < MOST, moved
    page.reload()
    assert Seat(page).wait("move", "done", "theirs")
    expect(guide).to_have_count(0)


def test_the_lines_are_closed_for_good(drawn: Visits) -> None:
    page = _at_the_table(drawn)
    page.locator("#guide button").tap()
    expect(page.locator("#guide")).to_have_count(0)
    expect(page.locator(".guide-way path")).to_have_count(0)
    page.goto("/new/russian-draughts")
    page.locator(".btn[value=computer]").tap()
    page.wait_for_url("**/t/*")
    page.wait_for_function("() => window.zaria?.table.moving.value")
    expect(page.locator("#guide")).to_have_count(0)


def test_a_game_on_squares_has_lines_of_its_own(drawn: Visits) -> None:
    page = drawn("/new/russian-draughts", SMALL)
    page.locator("label", has=page.locator("input[name=colour][value=light]")).tap()
    page.locator(".btn[value=computer]").tap()
    page.wait_for_url("**/t/*")
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Tap one of your pieces")
    page.evaluate("() => zaria.actions.tap([...zaria.table.sources.value][0])")
    expect(guide).to_contain_text("Tap the square where it goes")
    page.evaluate("() => zaria.actions.tap([...zaria.table.targets.value.keys()][0])")
    expect(guide).to_have_count(0)
    assert page.evaluate(PROGRESS) == {"turns": 1, "steps": ["choose", "go"]}


def test_the_lines_stand_beside_the_buttons_of_a_wide_board(drawn: Visits) -> None:
    page = drawn("/new/tabla", settings={"speed": 0, "sound": False})
    page.locator(".btn[value=computer]").click()
    page.wait_for_url("**/t/*")
    seat, guide = Seat(page), page.locator("#guide")
    while seat.wait("move", "done") == "move":
        assert not guide.count() or page.evaluate(COVERED) == []
        seat.step(seat.ways()[0])
    expect(guide).to_contain_text("Press “Done”")
    assert page.evaluate(COVERED) == []
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .keys button:focus")).to_have_count(1)
