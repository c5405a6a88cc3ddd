"""A game by the day that is decided in fact: its winner offers the result, on a phone and at a desk."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import ALL, AXE, THEME, WRONG
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.club.day_tables import store_day_table
from tests.support.club.member_client import Somebody
from tests.support.requirements import missing
from tests.support.servers import Server
from zaria.match import commands as cmd
from zaria.match.terms import ClockTerms, Terms

pytestmark = pytest.mark.browser

LOST = "X=12:2,11:2,10:1,6:10;O=1:2,off:13"
TERMS = Terms("tabla", clock=ClockTerms.by_days(7), position=LOST, starter=0)


@pytest.fixture(scope="module")
def members(server: Server) -> tuple[Somebody, Somebody]:
    """The loser and the winner."""
    return Somebody(server.url).join(), Somebody(server.url).join()


def lost(server: Server, members: tuple[Somebody, Somebody]) -> str:
    """A table at which the first member has a roll to play, and has lost."""
    return "/t/" + store_day_table(server, TERMS, members, lambda table: table.act(cmd.Roll()))


def page_of(visit: Visits, member: Somebody, path: str, size: Size, language: str = "en") -> Page:
    """A table of a member."""
    who = visit.visitor(size, new=True, locale=language)
    who.add_cookies(
        [{"name": name, "value": value, "url": visit.url} for name, value in member.cookies.items()]
    )
    page = visit.page(who, path)
    page.wait_for_selector("html[data-ready]")
    return page


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desk", marks=pytest.mark.slow)]
)
def test_an_offer_is_accepted(
    visit: Visits, server: Server, members: tuple[Somebody, Somebody], size: Size
) -> None:
    path = lost(server, members)
    winner, loser = page_of(visit, members[1], path, size), page_of(visit, members[0], path, size)
    expect(winner.locator(".back-answer p")).to_have_text("The game is decided. Mars, 2 points")
    winner.locator("#offer-result").click()
    expect(winner.locator(".back-answer p")).to_contain_text("It holds in 23 h without an answer.")
    offer = "Result: Mars, 2 points? It holds in 23 h"
    expect(loser.locator(".back-answer p")).to_have_text(offer)
    accept = loser.locator("#accept-result")
    expect(accept).to_be_enabled()
    accept.click()
    for page, text in ((winner, "You won!"), (loser, "You lost")):
        expect(page.locator("#outcome")).to_have_text(text)
        expect(page.locator(".how")).to_contain_text("the result was offered")


def test_an_offer_is_declined_by_keys(
    visit: Visits, server: Server, members: tuple[Somebody, Somebody]
) -> None:
    path = lost(server, members)
    winner, loser = page_of(visit, members[1], path, DESKTOP), page_of(visit, members[0], path, DESKTOP)
    winner.locator("#offer-result").focus()
    winner.keyboard.press("Enter")
    decline = loser.locator("#decline-result")
    expect(decline).to_be_enabled()
    decline.focus()
    loser.keyboard.press("Space")
    expect(loser.locator(".back-answer")).to_have_count(0)
    expect(winner.locator(".back-answer")).to_have_count(0)
    expect(winner.locator("#live")).to_contain_text(f"{members[0].login} plays on")


@pytest.mark.parametrize("language", by_day(("el",), ("el", "ru")))
def test_the_offer_fits_a_phone(
    visit: Visits, server: Server, members: tuple[Somebody, Somebody], language: str
) -> None:
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    path = lost(server, members)
    for player, button in ((members[1], "#offer-result"), (members[0], "#accept-result")):
        page = page_of(visit, player, path, PHONE, language)
        expect(page.locator(button)).to_be_enabled()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.evaluate(AXE.read_text(encoding="utf-8"))
        for theme in ("dark", "light"):
            page.evaluate(THEME, theme)
            assert page.evaluate(WRONG, ALL) == []
        if player is members[1]:
            page.locator(button).tap()
            expect(page.locator(button)).to_have_count(0)
