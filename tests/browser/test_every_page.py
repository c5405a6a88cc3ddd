"""Every page of the site: axe finds nothing in either theme, it fits 320 pixels, and one thing is golden."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_accessibility import ALL, AXE, COLOURS, WRONG
from tests.browser.test_analysis import analysed
from tests.browser.test_profile import at
from tests.browser.test_tournaments import announced
from tests.support.browser.site_pages import (
    ENTERED,
    INVITED,
    MEMBER,
    NEWCOMER,
    SECOND_STEP,
    SIGNING_IN,
    STAFF,
)
from tests.support.chromium import PHONE, Size, Visits, wait_for_motion, wait_for_resources
from tests.support.club.imported_matches import import_match
from tests.support.club.local_stripe import LocalStripe, local_stripe
from tests.support.club.member_client import Somebody, code
from tests.support.club.site_tour import new_group, new_study
from tests.support.club.staff_client import MEMBERS, act, boss_of, entrusted, number
from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Visitor
from tests.support.records.board_records import sat
from tests.support.requirements import missing
from tests.support.servers import CLUB, ROOT, Server, environment

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
DRAWN = "() => { document.adoptedStyleSheets = []; }"
"""As for a reader."""
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
GOLDEN = """() => {
  const isGolden = (element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return /rgb\\((239, 201, 133|220, 170, 92)\\)/.test(backgroundColor + backgroundImage);
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => isGolden(element) && element.checkVisibility())
    .map((element) => element.textContent.trim());
}"""
"""The words of what has the gold of buttons, on the page itself and in its head."""
GOLDEN_TWICE = {"/styleguide": "It shows each component once."}
"""Pages that may have several golden things, with the reason."""
REFUSED = {"/nowhere", "/staff/", "/account/3rdparty/login/error/"}
"""Pages that say why there is nothing to see: they are looked at, too."""
FORGIVEN = ("401", "403", "404")
"""Words by which a browser complains of them."""


FORM = r'href="(/staff/[^"]+/do/[^"]+|/staff/payments/\d+/refund)"'
"""The addresses of forms for acts, as they stand in a page of the staff."""
CUP = "SELECT tournament_id FROM tournaments_seriestournament ORDER BY id DESC LIMIT 1"
TOKEN = """
import django, sys
django.setup()
from zaria.club.notifications.mails import unsubscribe_token
print(unsubscribe_token(int(sys.argv[1]), "staff"))"""
"""A program that prints the token of the link which ends mails to a member."""


class Club(NamedTuple):
    """Its server, a member with all that members have, the first of the staff, and what paths are made of."""

    server: Server
    ann: Somebody
    bob: Somebody
    boss: Somebody
    path_parts: dict[str, str]

    def paths(self, pages: Mapping[str, tuple[str, ...]]) -> list[str]:
        """The addresses of pages, with what was made."""
        return [path.format(**self.path_parts) for paths in pages.values() for path in paths]


@pytest.fixture(scope="module")
def server(local_stripe: LocalStripe, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club that sells credits, and where matches were played long ago."""
    data = tmp_path_factory.mktemp("every page")
    shelve(data, "tabla-match", "tabla-single")
    keep(data, {"chess": sat("chess", 1, 40, "resigned")})
    variables: dict[str, Any] = {"ZARIA_PAYOUTS": "on", **local_stripe.environment}
    server = Server(data, **variables)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def mail(server: Server) -> str:
    """The page of a request by somebody who is no member, who may make a few an hour."""
    guest = Somebody(server.url)
    assert guest.fill("/support", kind="appeal", text="Why?", email=guest.email).status in (200, 302)
    link = re.search(r"https?://[^/]+(/support/mail/\S+)", guest.mails()[0])
    assert link is not None
    return link[1]


@pytest.fixture
def club(server: Server, local_stripe: LocalStripe, visit: Visits, mail: str) -> Club:
    """The club, with something to see on each page."""
    ann, bob, boss = Somebody(server.url).join(), Somebody(server.url).join(), boss_of(server)
    path_parts = {
        "ann": ann.login,
        "bob": bob.login,
        "table": ann.set_table(),
        "local": Visitor(server.url).set_table(opponent="local"),
    }
    page = visit.page(at(ann, visit.visitor()), "/tournaments")
    path_parts["tournament"] = announced(page).removeprefix(server.url)
    path_parts["series"] = repeated(visit.page(at(boss, visit.visitor()), "/tournaments")).removeprefix(
        server.url
    )
    path_parts["cup"] = f"/tournaments/{row(server, CUP)}"
    path_parts["federation"] = entrusted(server, ann)
    ann.fill("/account/password/reset/", email=ann.email)
    path_parts["reset"] = ann.link()
    path_parts["thread"] = ann.fill("/support", kind="appeal", text="Where?", page="/shop").headers[
        "Location"
    ]
    path_parts["request"] = path_parts["thread"].rpartition("/")[2]
    ann.fill(f"/report?about=player:{bob.login}", rule="8", text="Please look")
    profile = ann.get(f"/@{bob.login}")
    path_parts["conversation"] = ann.fill(f"/messages/to/{bob.login}", profile).headers["Location"]
    ann.fill(path_parts["conversation"], text="Hello")
    path_parts["study"] = new_study(ann)
    path_parts |= new_group(ann)
    path_parts |= import_match(ann)
    path_parts["line"] = path_parts["conversation"].removeprefix("/messages/") + "/1"
    assert act(boss, "grant", ann.login, amount="50", nonce="nonce-0001") == 302
    path_parts["payment"], _ = payment(server, ann)
    begun, page_of_stripe = payment(server, ann)
    assert local_stripe.pay(page_of_stripe).status_code == 303
    assert "credits have been added" in ann.get(begun).text
    path_parts["paid"] = str(
        row(server, f"SELECT id FROM top_up_payment WHERE token = '{begun.rpartition('/')[2]}'")
    )
    path_parts["mail"] = mail
    path_parts["token"] = token(server, number(boss, ann.login))
    ann.prove("/me/tokens")
    return Club(server, ann, bob, boss, path_parts)


def payment(server: Server, somebody: Somebody) -> tuple[str, str]:
    """The page of a payment that somebody has begun, and the provider's page."""
    form = somebody.get("/top-up")
    nonce = re.search(r'name="nonce" value="([\w-]+)"', form.text)
    assert nonce is not None
    answer = somebody.fill("/top-up", form, amount="5", nonce=nonce[1])
    assert answer.status == 302
    return (
        f"/top-up/{row(server, 'SELECT token FROM top_up_payment ORDER BY id DESC LIMIT 1')}",
        answer.headers["Location"],
    )


def row(server: Server, query: str) -> str:
    """The only field of the only row that a query of the club's tables finds."""
    with closing(sqlite3.connect(server.data / CLUB)) as db:
        ((field,),) = db.execute(query)
    return str(field)


def repeated(page: Page) -> str:
    """The address of a series of tournaments that the reader of `page` has set up."""
    page.goto("/tournaments/new")
    page.get_by_text("Friday eight").click()
    page.locator("details", has=page.get_by_label("Every week")).locator("summary").click()
    page.get_by_label("Every week").check()
    page.locator("[name=days_ahead]").fill("30")
    page.locator("[name=fee]").fill("5")
    expect(page.locator("#summary")).to_contain_text("announced 30 days before")
    page.get_by_role("button", name="Announce").last.click()
    expect(page).to_have_url(re.compile(r"/tournaments/series$"))
    return page.evaluate("document.querySelector('main a[href*=\"/tournaments/series/\"]').href")  # type: ignore[no-any-return]


def token(server: Server, member: str) -> str:
    """Return what stands in the link that ends mails of the staff to the member of a number."""
    settings = {"DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
    printed = subprocess.run(
        [sys.executable, "-c", TOKEN, member],
        cwd=ROOT,
        env=environment(server.data, **server.more, **settings),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    return printed.stdout.strip()


def wrong(page: Page, path: str) -> Iterator[str]:
    """Yield what axe finds on a page as it is loaded."""
    answer = page.goto(path)
    assert answer is not None
    if not answer.ok and path not in REFUSED:
        yield f"{path} answers {answer.status}"
    wait_for_resources(page)
    golden = page.evaluate(GOLDEN)
    if len(golden) > 1 and path not in GOLDEN_TWICE:
        yield f"{path} has several golden things: {golden}"
    yield from wrong_as_shown(page, path)


def wrong_as_shown(page: Page, path: str) -> Iterator[str]:
    """Yield what axe finds on a page as it is now: by all rules in light, by that for colours in dark."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    schemes: tuple[tuple[Literal["light", "dark"], Mapping[str, object]], ...] = (
        ("light", ALL),
        ("dark", COLOURS),
    )
    for scheme, rules in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(DRAWN)
        wait_for_motion(page)  # until every colour of another theme has gone
        yield from (f"{path} {scheme} {fault}" for fault in page.evaluate(WRONG, {**rules, "preload": False}))


def sweep(page: Page, paths: Iterable[str]) -> str:
    """Return what is wrong on pages, in lines: first for axe, then on a narrow screen."""
    faults = [fault for path in paths for fault in wrong(page, path)]
    page.set_viewport_size({"width": NARROW, "height": 640})
    for language in LONG:
        url = page.evaluate("location.origin")
        page.context.add_cookies([{"name": "zaria_language", "value": language, "url": url}])
        for path in paths:
            page.goto(path)
            if (more := page.evaluate(TOO_WIDE)) > 0:
                faults.append(f"{path} {language} is {more} pixels too wide")
    return "\n".join(faults)


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
    """Pages, the list of each table, an entry of it, and all forms of acts that are offered there."""
    key = number(club.boss, club.ann.login)
    tables = sorted(set(re.findall(r'href="(/staff/\w+/\w+/)"', club.boss.get("/staff/").text)))
    assert len(tables) > 10
    entries = [f"{MEMBERS}{key}/change/"]
    for table in tables:
        entries += re.findall(rf'href="({table}[^"/]+/change/)', club.boss.get(table).text)[:1]
    acts = {act for entry in entries for act in re.findall(FORM, club.boss.get(entry).text)}
    assert len(acts) > 10
    assert look([*club.paths(STAFF), *tables, *entries, *sorted(acts)], club.boss) == ""


def test_nothing_is_wrong_for_an_entrant(club: Club, look: Callable[..., str]) -> None:
    """One to whom a director offers a place, who accepts, and may withdraw."""
    director = f"{club.path_parts['cup']}/director"
    form = club.boss.get(director)
    seen = re.search(r'name="seen" value="(\d+)"', form.text)
    assert seen is not None
    fields = {"tool": "enter", "seen": seen[1], "login": club.bob.login, "reason": "Asked for"}
    assert club.boss.fill(director, form, **fields).status == 302
    assert look(club.paths(INVITED), club.bob) == ""
    (place,) = club.paths(INVITED)
    assert club.bob.fill(place, answer="accept").status == 302
    assert look(club.paths(ENTERED), club.bob) == ""


def test_nothing_is_wrong_in_a_second_step(server: Server, look: Callable[..., str]) -> None:
    """Of a member who signs in with an app, too, and of somebody who is signing in."""
    ann = Somebody(server.url).join()
    page = ann.prove("/account/2fa/totp/activate/")
    secret = re.search(r'value="([A-Z2-7]{32})"', page.text)
    assert secret is not None
    assert ann.fill("/account/2fa/totp/activate/", page, code=code(secret[1])).status == 302
    assert look([path for paths in SECOND_STEP.values() for path in paths], ann) == ""
    ann.cookies.clear()
    assert ann.sign_in().status == 302
    assert look([path for paths in SIGNING_IN.values() for path in paths], ann) == ""


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
    faults = [*wrong_as_shown(page, replay)]
    page.goto(position)
    page.locator("#edit").click()
    page.wait_for_selector(".ed-tool")
    page.locator("#ask").click()
    page.wait_for_selector("#opinion-answer .op-shares")
    faults += wrong_as_shown(page, position)
    assert "\n".join(faults) == ""
