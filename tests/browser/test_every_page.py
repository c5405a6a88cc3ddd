"""Every page of the site: axe finds nothing on it in either theme, and it fits a screen of 320 pixels."""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser.test_accessibility import ALL, AXE, COLOURS, WRONG
from tests.browser.test_analysis import analysed
from tests.browser.test_federations import entrusted
from tests.browser.test_profile import at
from tests.browser.test_tournaments import announced
from tests.support.browser.site_pages import ACTS, MEMBER, NEWCOMER, STAFF
from tests.support.chromium import PHONE, Size, Visits
from tests.support.club.local_stripe import LocalStripe, local_stripe
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import MEMBERS, boss_of, number
from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Visitor
from tests.support.records.board_records import sat
from tests.support.requirements import missing
from tests.support.servers import CLUB, Server
from zaria.club.staff.site import site

__all__ = ["local_stripe"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.service,
    pytest.mark.slow,
    pytest.mark.xdist_group("every page"),
]

DESKTOP: Size = {"viewport": {"width": 1280, "height": 800}}
NARROW = 320
LONG = ("el", "ru")
"""The languages with the longest words."""
SETTLED = """async () => {
  document.adoptedStyleSheets = [];
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
}"""
"""Drawn as for a reader, once every colour of another theme has gone."""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
OWN_RULES = {"/top-up/": {"rules": {"meta-refresh": {"enabled": False}}}}
"""The page of a payment asks again by itself, also without scripts: a bank answers when it likes."""
REFUSED = {"/nowhere", "/staff/", "/account/3rdparty/login/error/"}
"""Pages that say why there is nothing to see: they are looked at, too."""
FORGIVEN = ("401", "403", "404")
"""Words by which a browser complains of them."""


class Club(NamedTuple):
    """Its server, a member with all that members have, the first of the staff, and what paths are made of."""

    server: Server
    ann: Somebody
    boss: Somebody
    made: dict[str, str]

    def paths(self, pages: dict[str, tuple[str, ...]]) -> list[str]:
        """The addresses of pages, with what was made."""
        return [path.format(**self.made) for paths in pages.values() for path in paths]


@pytest.fixture(scope="module")
def server(local_stripe: LocalStripe, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club that sells credits, and where matches were played long ago."""
    data = tmp_path_factory.mktemp("every page")
    shelve(data, "tabla-match", "tabla-single")
    keep(data, {"chess": sat("chess", 1, 40, "resigned")})
    server = Server(data, **local_stripe.environment)
    yield server
    server.stop()


@pytest.fixture
def club(server: Server, visit: Visits) -> Club:
    """The club, with something to see on each page."""
    ann, bob, boss = Somebody(server.url).join(), Somebody(server.url).join(), boss_of(server)
    made = {
        "ann": ann.login,
        "bob": bob.login,
        "table": ann.set_table(),
        "local": Visitor(server.url).set_table(opponent="local"),
    }
    page = visit.page(at(ann, visit.visitor()), "/tournaments")
    made["tournament"] = announced(page).removeprefix(server.url)
    made["federation"] = entrusted(server, ann)
    ann.fill("/account/password/reset/", email=ann.email)
    made["reset"] = ann.link()
    made["thread"] = ann.fill("/support", kind="appeal", text="Where?", page="/shop").headers["Location"]
    made["request"] = made["thread"].rpartition("/")[2]
    ann.fill(f"/report?about=player:{bob.login}", rule="8", text="Please look")
    profile = ann.get(f"/@{bob.login}")
    made["conversation"] = ann.fill(f"/messages/to/{bob.login}", profile).headers["Location"]
    ann.fill(made["conversation"], text="Hello")
    made["payment"] = payment(server, ann)
    ann.prove("/me/tokens")
    return Club(server, ann, boss, made)


def payment(server: Server, somebody: Somebody) -> str:
    """The page of a payment that somebody has begun."""
    form = somebody.get("/top-up")
    nonce = re.search(r'name="nonce" value="([\w-]+)"', form.text)
    assert nonce is not None
    assert somebody.fill("/top-up", form, amount="5", nonce=nonce[1]).status == 302
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        ((token,),) = db.execute("SELECT token FROM top_up_payment ORDER BY id DESC LIMIT 1")
    return f"/top-up/{token}"


def wrong(page: Page, path: str) -> Iterator[str]:
    """Yield what axe finds on a page as it is loaded."""
    answer = page.goto(path)
    assert answer is not None
    if not answer.ok and path not in REFUSED:
        yield f"{path} answers {answer.status}"
    page.wait_for_load_state("networkidle")
    yield from wrong_as_shown(page, path)


def wrong_as_shown(page: Page, path: str) -> Iterator[str]:
    """Yield what axe finds on a page as it is now: by all rules in light, by that for colours in dark."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    own = next((rules for start, rules in OWN_RULES.items() if path.startswith(start)), ALL)
    for scheme, rules in (("light", own), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        yield from (f"{path} {scheme} {one}" for one in page.evaluate(WRONG, {**rules, "preload": False}))


def sweep(page: Page, paths: Iterable[str]) -> str:
    """Return what is wrong on pages, in lines: first for axe, then on a narrow screen."""
    found = [one for path in paths for one in wrong(page, path)]
    page.set_viewport_size({"width": NARROW, "height": 640})
    for language in LONG:
        url = page.evaluate("location.origin")
        page.context.add_cookies([{"name": "zaria_language", "value": language, "url": url}])
        for path in paths:
            page.goto(path)
            if (more := page.evaluate(TOO_WIDE)) > 0:
                found.append(f"{path} {language} is {more} pixels too wide")
    return "\n".join(found)


@pytest.fixture
def look(visit: Visits, club: Club) -> Callable[..., str]:
    """Look at pages as somebody, or as a newcomer."""
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    for answer in FORGIVEN:
        visit.forgive(answer)

    def look(paths: list[str], who: Somebody | None = None) -> str:
        visitor = visit.visitor(DESKTOP)
        return sweep(visit.page(at(who, visitor) if who else visitor, "/rules"), paths)

    return look


def test_nothing_is_wrong_for_a_newcomer(club: Club, look: Callable[..., str]) -> None:
    assert look(club.paths(NEWCOMER)) == ""


def test_nothing_is_wrong_for_a_member(club: Club, look: Callable[..., str]) -> None:
    assert look(club.paths(MEMBER), club.ann) == ""


def test_nothing_is_wrong_for_the_staff(club: Club, look: Callable[..., str]) -> None:
    key = number(club.boss, club.ann.login)
    tables = [f"/staff/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry]
    acts = [f"{MEMBERS}do/{name}/?id={key}" for name in ACTS]
    assert look([*club.paths(STAFF), *tables, f"{MEMBERS}{key}/change/", *acts], club.boss) == ""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_is_wrong_in_what_is_opened(server: Server, visit: Visits, size: Size) -> None:
    """An analysis, the editor of positions, and the opinion of an engine."""
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    replay, position = "/t/tabla-single/replay", "/position/tabla"
    page = visit(replay, size)
    page.locator("#tab-analysis").click()
    analysed(page)
    page.locator("#an-next").click()
    found = [*wrong_as_shown(page, replay)]
    page.goto(position)
    page.locator("#edit").click()
    page.wait_for_selector(".ed-tool")
    page.locator("#ask").click()
    page.wait_for_selector("#opinion-answer .op-shares")
    found += wrong_as_shown(page, position)
    assert "\n".join(found) == ""
