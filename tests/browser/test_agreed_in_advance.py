"""The sheet in which players agree to acts in advance, on a phone by pointer and by keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import ALL, AXE, THEME, WRONG
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, Visits
from tests.support.club.day_tables import store_day_table
from tests.support.club.member_client import Somebody
from tests.support.match.board_matches import give
from tests.support.match.dice_matches import Table
from tests.support.requirements import missing
from tests.support.servers import Server
from zaria.match.terms import ClockTerms, Terms

pytestmark = pytest.mark.browser

CLOCK = ClockTerms.by_days(2)
SHEET = "#sheet-in-advance"


@pytest.fixture(scope="module")
def members(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return Somebody(server.url).join(), Somebody(server.url).join()


def chess(server: Server, members: tuple[Somebody, Somebody]) -> tuple[str, Somebody]:
    """A game of chess after 1. e4, and the player of white."""
    first: list[int] = []

    def begin(table: Table) -> None:
        first.append(table.match.turn)
        give(table, "e2e4")

    match_id = store_day_table(server, Terms("chess", clock=CLOCK), members, begin)
    return f"/t/{match_id}", members[first[0]]


def page_of(visit: Visits, member: Somebody, path: str) -> Page:
    """A table on the member's phone."""
    who = visit.visitor(PHONE)
    who.add_cookies(
        [{"name": name, "value": value, "url": visit.url} for name, value in member.cookies.items()]
    )
    page = visit.page(who, path)
    page.wait_for_selector("html[data-ready]")
    return page


def square(name: str) -> int:
    """The number of a square of a chess board."""
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


def test_choices_by_pointer(visit: Visits, server: Server, members: tuple[Somebody, Somebody]) -> None:
    terms = Terms("backgammon", length=3, cube=True, clock=CLOCK)
    match_id = store_day_table(server, terms, members, lambda table: table.play())
    page = page_of(visit, members[0], f"/t/{match_id}")
    page.locator("#in-advance").tap()
    sheet = page.locator(SHEET)
    sheet.get_by_label("Until a double might be right").check()
    sheet.get_by_label("Take up to").select_option("4")
    sheet.get_by_role("button", name="Save").tap()
    expect(sheet.get_by_role("status")).to_have_text("Saved.")
    expect(sheet.get_by_label("Until a double might be right")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet.get_by_role("button", name="Close").tap()
    expect(page.locator("#in-advance")).to_be_focused()


def test_a_line_by_pointer(visit: Visits, server: Server, members: tuple[Somebody, Somebody]) -> None:
    path, white = chess(server, members)
    page = page_of(visit, white, path)
    page.locator("#in-advance").tap()
    sheet = page.locator(SHEET)
    text = sheet.locator(".agreed-text")
    expect(text).to_have_text("Make a move of your opponent, then yours.")
    expect(sheet.get_by_role("button", name="e7: their pawn")).to_have_count(1)  # the script has the board
    agree = sheet.get_by_role("button", name="Agree to this line")
    for name, line in (("e7", ""), ("e5", "e5"), ("g1", "e5"), ("f3", "e5 → Nf3")):
        if name in ("e7", "g1"):
            expect(agree).to_be_disabled()
        box = sheet.locator(f".keys [data-at='{square(name)}']").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if line:
            expect(text).to_have_text(line)
    agree.tap()
    expect(sheet.locator(".agreed-lines li span")).to_have_text("e5 → Nf3")
    sheet.get_by_role("button", name="Delete").tap()
    expect(sheet.locator(".agreed-lines")).to_have_count(0)


def test_a_line_by_keys(visit: Visits, server: Server, members: tuple[Somebody, Somebody]) -> None:
    path, white = chess(server, members)
    page = page_of(visit, white, path)
    page.locator("#in-advance").focus()
    page.keyboard.press("Enter")
    sheet = page.locator(SHEET)
    text = sheet.locator(".agreed-text")
    expect(text).to_have_text("Make a move of your opponent, then yours.")
    expect(sheet.get_by_role("button", name="e7: their pawn")).to_have_count(1)
    for name in ("c7", "c5", "b1", "c3"):
        sheet.locator(f".keys [data-at='{square(name)}']").focus()
        page.keyboard.press("Enter")
        if name == "c5":
            expect(text).to_have_text("c5")
    expect(text).to_have_text("c5 → Nc3")
    undo = sheet.get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("Enter")
    expect(text).to_have_text("c5")
    for name in ("g1", "f3"):
        sheet.locator(f".keys [data-at='{square(name)}']").focus()
        page.keyboard.press("Enter")
    expect(text).to_have_text("c5 → Nf3")
    sheet.get_by_role("button", name="Agree to this line").focus()
    page.keyboard.press("Enter")
    expect(sheet.locator(".agreed-lines li span")).to_have_text("c5 → Nf3")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#in-advance")).to_be_focused()


@pytest.mark.parametrize("game", by_day(("russian-draughts",), ("backgammon", "russian-draughts")))
def test_axe_finds_nothing_in_the_sheet(
    visit: Visits, server: Server, members: tuple[Somebody, Somebody], game: str
) -> None:
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    first: list[int] = []

    def begin(table: Table) -> None:
        first.append(table.match.turn)
        if table.match.game.is_board:
            give(table, table.match.board_position().legal_moves()[0].move)
        else:
            table.play()

    terms = Terms(game, cube=game == "backgammon", clock=CLOCK)
    match_id = store_day_table(server, terms, members, begin)
    page = page_of(visit, members[first[0]], f"/t/{match_id}")
    page.locator("#in-advance").tap()
    expect(page.locator(f"{SHEET} form")).to_be_visible()
    if game != "backgammon":
        expect(page.locator(f"{SHEET} .keys button[aria-label]")).to_have_count(32)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme in ("dark", "light"):
        page.evaluate(THEME, theme)
        assert page.evaluate(WRONG.replace("document,", f"'{SHEET}',"), ALL) == []
