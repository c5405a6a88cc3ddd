"""Pages on paper: dark letters on white in every look, without the navigation."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.test_profile import at
from tests.support.chromium import Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser

PRINTED = """() => {
  const seen = (e) => e.getClientRects().length > 0;
  const light = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return a > 0.5 && (r + g + b) / 3 > 150;
  };
  const main = document.querySelector('main');
  const leads = main.querySelectorAll('nav, .tabs, .btn, .section-title a, .sieve, .sift');
  const texts = [...main.querySelectorAll('h1, h2, p, td, th, li')].filter(seen);
  return {
    around: [...document.querySelectorAll('.nav, .foot, .tab-bar, .skip, #waiting')].filter(seen).length,
    leads: [...leads].filter(seen).length,
    paper: getComputedStyle(document.body).backgroundColor,
    texts: texts.length,
    pale: texts.filter((e) => light(getComputedStyle(e).color)).map((e) => e.textContent.trim().slice(0, 40)),
  };
}"""


def check_paper(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    printed = page.evaluate(PRINTED)
    assert printed["texts"] > 0
    del printed["texts"]
    assert printed == {"around": 0, "leads": 0, "paper": "rgb(255, 255, 255)", "pale": []}, page.url


def test_pages_are_printed_light_without_the_navigation(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    visit = visits(shelved)
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(color_scheme="dark")), "/rules/tabla")
    lists = ("/tournaments", "/ranking", "/federations", "/me/stats/credits")
    for path in ("/rules/tabla", *lists, "/t/tabla-match/replay"):
        page.goto(path)
        check_paper(page)
