"""The real pages in every language on a phone: nothing sticks out, everything can be hit."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, friends, on_turn
from tests.support.chromium import DESKTOP, NOWHERE, PHONE, Visits, wait_for_motion
from tests.support.club.member_client import Somebody
from tests.support.scripts import LANGUAGES

pytestmark = pytest.mark.browser

# What lies over a text (a hidden radio button, a link in a sentence, a word that explains itself) is not
# measured, nor is a name in a row of the lists: it leads where its picture leads.
SMALL = """() => [...document.querySelectorAll('button, a, summary, .seg label, input[type=file]')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true })
    && !e.closest('.keys, .dice, p, .term, .term-note, .tick label, .sr, .skip, .row :is(.who, .both)'))
  .map((e) => {
    const own = e.getBoundingClientRect(), after = getComputedStyle(e, '::after');
    const around = (side) => after.position === 'absolute' ? -2 * Math.min(0, parseFloat(side) || 0) : 0;
    return { who: `${e.id || e.className || e.tagName} ${e.textContent.trim()}`,
      w: Math.round(own.width + around(after.left)), h: Math.round(own.height + around(after.top)) };
  }).filter(({ w, h }) => w > 0 && (h < 44 || w < 44))"""
CUT = """() => [...document.querySelectorAll('body *:not(svg *, .sr)')].filter((e) => e.checkVisibility()
    && e.clientWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'visible'
    && [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim().length > 1))
  .map((e) => e.textContent.trim())"""
BROKEN = """() => [...document.querySelectorAll('.seg span:not(:has(*))')].filter((e) => {
    const text = document.createRange(), tops = new Set();
    text.selectNodeContents(e);
    for (const box of text.getClientRects()) tops.add(Math.round(box.top));
    return tops.size > e.textContent.trim().split(/\\s+/).length;
  }).map((e) => e.textContent.trim())"""
"""Choices of one text with more lines than words."""
NOTHING = "() => []"
"""In place of `SMALL` on pages to be read, whose links stand in lists and tables."""
LOOK = "() => [document.documentElement.scrollWidth, (SMALL)(), (CUT)(), (BROKEN)()]"


def speak(page: Page, language: str) -> None:
    """Switch the language at the foot."""
    page.click(".foot button.lang")
    page.click(f"#languages button[value={language}]")
    expect(page.locator("html")).to_have_attribute("lang", language)


LONG = ("el",)
"""The languages whose words are longest here; all of them are looked at every night."""
in_languages = pytest.mark.parametrize(
    "languages",
    [pytest.param(LONG, id="long"), pytest.param(LANGUAGES, id="all", marks=pytest.mark.slow)],
)


def every(page: Page, languages: Sequence[str], *paths: str) -> Iterator[str]:
    """Yield each language with each of the pages opened in it.

    Without pages it is the one that is shown, which is loaded again if it has another language.
    """
    for language in languages:
        page.context.add_cookies(
            [{"name": "zaria_language", "value": language, "url": urljoin(page.url, "/")}]
        )
        for path in paths or (page.url,):
            if paths or page.locator("html").get_attribute("lang") != language:
                page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", language)
            yield language


def fits(page: Page, small: str = SMALL, width: int = 360) -> None:
    """Nothing makes the page wider than the screen, no button is too small for a finger, no label is cut.

    Choices break between words only.
    """
    wait_for_motion(page)
    look = LOOK.replace("SMALL", small).replace("CUT", CUT).replace("BROKEN", BROKEN)
    wide, little, cut, broken = page.evaluate(look)
    assert wide <= width
    assert little == []
    assert cut == []
    assert broken == []


@pytest.mark.slow
def test_the_menu_of_languages_fits_a_phone_and_leads_back(visit: Visits) -> None:
    page = visit("/verify", size=PHONE, new=True)
    pages = page.evaluate("history.length")
    for language in ("el", "en"):
        page.tap(".foot button.lang")
        expect(page.locator("#languages button")).to_have_count(len(LANGUAGES))
        for name in page.locator("#languages button").all():
            expect(name).to_be_in_viewport(ratio=1)
        fits(page)
        page.tap(f"#languages button[value={language}]")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page).to_have_url(re.compile("/verify$"))
    assert page.evaluate("history.length") == pages


@in_languages
def test_the_header_fits_wherever_it_grows(visit: Visits, languages: Sequence[str]) -> None:
    page = visit("/verify")
    for _ in every(page, languages):
        for width in (480, 641, 700):
            page.set_viewport_size({"width": width, "height": 600})
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            assert page.locator(".nav nav").evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0


PRESSED = ("/", "/new/russian-draughts", "/verify", "/no-such-page")
READ = ("/rules/tabla", "/help", "/watch", "/position/chess")
"""Pages to act on and pages to be read, one of each layout; all others are looked at every night."""
ALSO_PRESSED = ("/new/tabla", "/new/long-nardy", "/replay")
ALSO_READ = (
    "/rules", "/rules/common", "/rules/three-games", "/rules/chess", "/about", "/contact", "/privacy",
    "/conduct", "/terms", "/manual", "/faq", "/position/tabla", "/learn", "/learn/backgammon/doubling",
)  # fmt: skip


@pytest.mark.parametrize(
    ("languages", "pressed", "read"),
    [
        pytest.param(LONG, PRESSED, READ, id="long"),
        pytest.param(LANGUAGES, PRESSED + ALSO_PRESSED, READ + ALSO_READ, id="all", marks=pytest.mark.slow),
    ],
)
def test_pages_fit_a_phone(
    visit: Visits, languages: Sequence[str], pressed: Sequence[str], read: Sequence[str]
) -> None:
    visit.forgive("404")
    page = visit(NOWHERE, size=PHONE)
    for _ in every(page, languages, *pressed):
        for folded in page.locator(".new summary").all():
            folded.tap()
        fits(page)
    for _ in every(page, languages, *read):
        fits(page, small=NOTHING)


@pytest.mark.slow
@in_languages
def test_pages_of_members_fit_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    page = visit("/", size=PHONE)
    strangers = ("/account/signup/", "/account/login/", "/account/password/reset/", "/ranking", "/people")
    for _ in every(page, languages, *strangers):
        fits(page)
    somebody = Somebody(visit.url).join()
    cookies = dict(somebody.cookies)
    page.context.add_cookies([{"name": name, "value": cookies[name], "url": visit.url} for name in cookies])
    somebody.set_table(game="tabla", opponent="anyone", clock="calm")  # for the lists of the front page
    paths = ("/", "/me", "/me/account", "/me/notices", "/me/tokens", "/notices/settings")
    stats = ("/people", "/me/stats", "/me/stats/games", "/me/stats/ratings")
    for _ in every(page, languages, *paths, *stats, "/account/2fa/"):
        fits(page)


@in_languages
def test_a_table_fits_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    host, guest = friends(visit, "tapa", (PHONE, DESKTOP), cube="yes", clock="quick")
    page = host.page
    on_turn(host, guest)[0].turn()
    while on_turn(host, guest)[0] is guest:
        guest.turn()
    for _ in every(page, languages):
        Seat(page).wait("roll", "move")
        fits(page)
        page.tap("#menu")
        for tab in ("moves", "terms", "settings"):
            page.tap(f"#tab-{tab}")
            expect(page.locator(f"[aria-labelledby='tab-{tab}']")).not_to_be_empty()
            fits(page)
        page.tap(".shut")
        page.keyboard.press("Home")
        expect(page.locator("#past-live")).to_be_visible()
        fits(page)
        page.tap("#past-live")
    expect(page.locator("#table.open")).to_have_count(0)
    while on_turn(host, guest)[0] is host:
        host.turn()
    guest.resign(1)
    for _ in every(page, languages):
        Seat(page).wait("resign")
        expect(page.locator("#accept")).to_be_visible()
        fits(page)
    host.press("#accept")
    for _ in every(page, languages):
        expect(page.locator("#outcome")).to_be_visible()
        fits(page)
    guest.page.set_viewport_size({"width": 820, "height": 1180})
    for _ in every(guest.page, languages):
        assert guest.page.locator(".nav nav").evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0
    for _ in every(page, languages, f"{urlsplit(page.url).path}/replay"):
        fits(page, small=NOTHING)


@pytest.mark.slow
def test_the_pages_in_the_head_of_a_phone_are_not_cut(visit: Visits) -> None:
    page = visit("/rules", size=PHONE)
    for language in every(page, LANGUAGES):
        assert page.locator(".nav nav").evaluate("nav => nav.scrollWidth - nav.clientWidth") == 0, language


@pytest.mark.slow
@in_languages
@pytest.mark.parametrize("game", ["long-nardy", "russian-draughts"])
def test_no_name_and_no_button_is_cut_beside_a_board(
    visit: Visits, game: str, languages: Sequence[str]
) -> None:
    page = visit(f"/new/{game}", settings=BY_HAND)
    page.locator(".btn[value=computer]").click()
    shortened = """() => [...document.querySelectorAll('.table-acts span, .tools span, .name span')]
      .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
    page.wait_for_url("**/t/*")
    for _ in every(page, languages):
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("#resign")).to_be_enabled()
        for width in (1366, 1280, 1024):
            page.set_viewport_size({"width": width, "height": 768})
            assert page.evaluate(shortened) == []
