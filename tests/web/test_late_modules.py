"""Modules that a page imports when it first needs them: what it shows with them is never lost."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.chromium import Visits
from tests.support.web.table_stage import NOW, STATIC, Stage, match, page, state
from tests.web.test_table import push
from tests.web.test_waiting import message
from zaria.live.sockets.protocol.cards import Card, Found
from zaria.live.sockets.protocol.server import (
    CallMissed,
    CreditsChanged,
    GuestArrived,
    Invitation,
    InvitationOver,
    Redirect,
)
from zaria.match.player_info import PlayerInfo

COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORT = re.compile(r"\bimport\(\s*'[^']+'\s*\)")
CALLEE = re.compile(r"[\w.]*$")
LOADERS = {"drawOn", "importModule", "late", "lazy", "markReady", "whenLoaded"}
"""Functions that import what they receive as soon as the server answers, and again if that fails."""
BRACKETS = dict(zip(")]}", "([{", strict=True))
IRINA, STOYAN = PlayerInfo("Irina", "#8a4b3a"), PlayerInfo("Stoyan", "#3f6a86")
UNTIL = NOW + 60_000
AFTER_THE_START = "() => performance.now() > 5000"
"""Until then a page takes for granted that the server answers."""
CALL_LINE = b"""<b data-title="{name} has come"></b><time></time><button id="not-now"></button>
<a id="called"></a>"""
MISSED_LINE = b'<p><b data-late="{name} waited"></b></p><button></button><a></a>'


def careless(script: str) -> Iterator[str]:
    """Yield the imports of a script that nobody repeats and whose failure nobody handles."""
    bare = COMMENT.sub("", script)
    for dynamic in IMPORT.finditer(bare):
        if not bare.startswith(".catch(", dynamic.end()) and not is_loaded(bare[: dynamic.start()]):
            yield dynamic[0]


def is_loaded(before: str) -> bool:
    """Return True if the text before an import ends inside the arguments of a loader."""
    closed: list[str] = []
    for index in range(len(before) - 1, -1, -1):
        character = before[index]
        if character in BRACKETS:
            closed.append(BRACKETS[character])
        elif closed:
            if character == closed[-1]:
                closed.pop()
        elif character == "{":
            return False
        elif character == "(":
            callee = CALLEE.search(before[:index])
            name = callee[0] if callee else ""
            if name in LOADERS:
                return True
            if name != "Promise.all":
                return False
    return False


def test_every_module_that_comes_later_is_asked_for_again() -> None:
    scripts = {path: path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").rglob("*.js"))}
    assert sum(len(IMPORT.findall(COMMENT.sub("", script))) for script in scripts.values()) > 70
    assert [f"{path.name}: {line}" for path, script in scripts.items() for line in careless(script)] == []


@pytest.mark.parametrize(
    "line",
    [
        "void import('./a.js').then((m) => m.show());",
        "const { a } = await import('./a.js');",
        "part = lazy(async () => { const { a } = await import('./a.js'); return a; });",
        "effect(() => void import('./a.js'));",
    ],
)
def test_an_import_that_may_fail_for_good_is_noticed(line: str) -> None:
    assert list(careless(line)) == ["import('./a.js')"]


@pytest.mark.parametrize(
    "line",
    [
        "const show = whenLoaded(() => import('./a.js'));",
        "part = lazy(() => Promise.all([load(), import('./a.js').then((m) => m.words())]).then(begin));",
        "await import('./a.js').catch(() => null);",
        "/** @param {import('./a.js').A} a */",
    ],
)
def test_an_import_that_is_repeated_is_allowed(line: str) -> None:
    assert list(careless(line)) == []


def invitation(match_id: str, host: PlayerInfo = IRINA) -> dict[str, Any]:
    """The message with an invitation to another table."""
    return message(Invitation(Card(match_id, "tabla", "open", NOW, (host, None), "normal", by=0)))


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_what_comes_while_the_network_is_cut_is_shown_when_it_is_back(browser: Browser, stage: Stage) -> None:
    stage.extra["/"] = page(state(match(dice=(6, 1))))
    stage.extra["/help"] = stage.extra["/rules/tabla"] = b"<p>Words</p>"
    stage.extra["/t/guest/call"], stage.extra["/t/missed/missed"] = CALL_LINE, MISSED_LINE
    visits = Visits(browser, stage.url)
    visits.forgive("net::ERR_")
    table = visits()
    table.wait_for_selector("html[data-ready]")
    table.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<b data-balance=available></b>')")
    table.wait_for_function(AFTER_THE_START)
    table.context.set_offline(True)
    push(
        table,
        invitation("declined"),
        invitation("first"),
        message(InvitationOver("declined")),
        message(Redirect("over", "tournament", NOW - 1)),
        message(Redirect("final", "tournament", UNTIL)),
        message(GuestArrived("guest", Found(IRINA, "tabla"), UNTIL)),
        message(CallMissed("missed", "tabla", Found(IRINA, "tabla"), late=True)),
        message(CreditsChanged("7.50", "0.00")),
    )
    table.keyboard.press("?")
    table.locator("#rules").click()
    expect(table.locator(".invitation, .tournament-call, dialog")).to_have_count(0)
    table.context.set_offline(False)
    expect(table.locator(".invitation a")).to_have_attribute("href", "/t/first")
    expect(table.locator(".tournament-call[role=status] a[href='/t/final']")).to_be_visible()
    expect(table.locator(".call-back b")).to_have_text("Irina has come")
    expect(table.locator(".missed-call b")).to_have_text("Irina waited")
    expect(table.locator("[data-balance]")).to_have_text("7.50")
    for sheet in ("help", "rules"):
        expect(table.locator(f"#sheet-{sheet}")).to_be_visible()
    expect(table.locator("a[href='/t/declined'], a[href='/t/over']")).to_have_count(0)
    push(
        table,
        invitation("third", STOYAN),
        message(InvitationOver("third")),
        message(CreditsChanged("8.00", "0.00")),
    )
    expect(table.locator("[data-balance]")).to_have_text("8.00")
    expect(table.locator("#live")).not_to_contain_text("Stoyan invites")
    visits.close()


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_page_whose_modules_the_server_has_no_more_is_loaded_again(browser: Browser, stage: Stage) -> None:
    """A server on another machine was installed after the page had come, and has never had its modules."""
    stage.extra["/"], stage.extra["/help"] = page(state(match(dice=(6, 1)))), b"<p>Words</p>"
    visits = Visits(browser, stage.url)
    visits.forgive("404")
    table = visits()
    table.wait_for_selector("html[data-ready]")
    for module in ("shell/help.js", "ui/imports.js"):
        table.route(f"**/js/{module}", lambda route: route.fulfill(status=404))
    with table.expect_event("domcontentloaded"):
        table.keyboard.press("?")
    table.unroute_all()
    visits.close()
