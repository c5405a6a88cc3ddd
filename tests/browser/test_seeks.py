"""A seek is seen and joined, a no-show is reported, and pending matches are on every page."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.table_pages import BY_HAND, set_table
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, SIZES, Visits, becomes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

PLAYED = "() => ['move', 'roll'].includes(window.zaria?.table?.view.value.phase)"
"""A script: whether the game of a table has begun."""


@pytest.fixture
def visit(visit_lobby: Visits) -> Visits:
    """Visits to a club where nobody else searches."""
    return visit_lobby


def _search(page: Page, game: str, speed: int = 1) -> None:
    page.locator("#quick-box select").select_option(game)
    page.locator("#quick-box .seg button").nth(speed).click()
    page.locator("#seek").click()


def _name(page: Page) -> str:
    return page.locator(".you b").inner_text()


def _choose(page: Page, name: str, value: str) -> None:
    page.locator("label", has=page.locator(f"input[name={name}][value='{value}']")).click()


def _found(*pages: Page) -> None:
    for page in pages:
        page.wait_for_url("**/t/*")
        expect(page.locator("#sit")).to_be_enabled()


@pytest.mark.parametrize("place", by_day(("list",), ("list", "box")))
def test_who_searches_is_joined_with_one_tap(visit: Visits, place: str) -> None:
    searcher, opponent = visit(size=DESKTOP, settings=BY_HAND), visit(size=PHONE, settings=BY_HAND)
    name = _name(searcher)
    expect(opponent.locator("#lobby-list .none")).to_be_visible()
    below = "Math.round(document.querySelector('.all-games').getBoundingClientRect().top + scrollY)"
    before = searcher.evaluate(below)
    _search(searcher, "gulbara", speed=2)
    expect(searcher.locator("#seek")).to_have_count(0)
    becomes(searcher, below, before)
    row = opponent.locator("#lobby-list .row.seek" if place == "list" else ".others")
    for text in (name if place == "list" else "Gulbara", "30 s per move + 8 min reserve"):
        expect(row).to_contain_text(text)
    expect(opponent.locator("[data-list=open] .count")).to_have_text("1")
    small = row.locator("small").last
    assert small.evaluate("el => el.scrollWidth <= el.clientWidth"), "the terms are cut off"
    # before the script comes the same is painted
    painted = opponent.evaluate("async () => (await fetch('/')).text()")
    assert '<p class="none">' not in painted
    assert name in painted
    row.locator("button").click()
    _found(searcher, opponent)
    expect(opponent.locator(".pane h2")).to_contain_text(name)
    expect(opponent.locator(".pane .facts")).to_contain_text("30 s per move + 8 min reserve")


@pytest.mark.slow
def test_who_does_not_come_is_named_and_the_search_goes_on(visit: Visits) -> None:
    searcher, absentee = visit(settings=BY_HAND), visit(size=PHONE, settings=BY_HAND)
    name = _name(absentee)
    for page in (searcher, absentee):
        _search(page, "tapa")
    _found(searcher, absentee)
    searcher.locator("#sit").click()
    absentee.locator("#cancel").click()
    expect(searcher.locator("#cleared")).to_have_text(f"{name} didn't show up")
    expect(searcher.locator(".pane [role=status]")).to_have_text("Looking for an opponent")
    expect(absentee.locator("#cleared")).to_have_text("The table was cancelled")

    cleared = searcher.url
    searcher.locator("#meanwhile").click()
    searcher.wait_for_url(lambda url: url != cleared)
    expect(searcher.locator("#unseek")).to_be_visible()
    computer = searcher.url
    third = visit(settings=BY_HAND)
    caller = _name(third)
    third.locator("#lobby-list .row.seek .go").click()
    _found(third)
    line = searcher.locator(".call-back")
    for text in (f"Opponent found: {caller}. Ready?", "Tapa", "12 s per move + 4 min reserve"):
        expect(line).to_contain_text(text)
    assert searcher.url == computer, "the game against the computer is left by the player's own tap"
    line.locator("#called").click()
    searcher.wait_for_url(third.url)
    expect(third.locator(".pane h2")).to_contain_text("Ready?")
    third.locator("#sit").click()
    for page in (searcher, third):
        page.wait_for_function(PLAYED)
    searcher.goto("/")
    expect(searcher.locator("#mine")).to_contain_text("Zaria")


@pytest.mark.slow
def test_a_search_beside_the_computer_is_given_up(visit: Visits) -> None:
    page, opponent = visit(settings=BY_HAND), visit()
    _search(page, "chess")
    expect(page.locator("#quick-box #unseek")).to_be_focused()
    page.locator("#meanwhile").click()
    expect(page.locator("#unseek")).to_be_visible()
    page.goto("/")
    expect(page.locator(".searching")).to_contain_text("Chess")
    page.locator("#meanwhile").click()
    page.locator("header #unseek").click()
    expect(page.locator("#unseek")).to_have_count(0)
    expect(opponent.locator("#lobby-list .row.seek")).to_have_count(0)
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#unseek")).to_have_count(0)

    page.goto("/")
    page.locator(".wider summary").click()
    page.locator("#similar-games").check()
    page.reload()
    expect(page.locator(".wider summary")).to_contain_text("other speeds, similar games")
    page.locator("#seek").click()
    page.locator("#meanwhile").click()
    opponent.locator("#lobby-list .row.seek .go").click()
    page.locator("#not-now").click()
    expect(page.locator(".call-back")).to_have_count(0)
    expect(page.locator("#unseek")).to_have_count(0)
    expect(opponent.locator("#cleared")).to_contain_text("didn't show up")


@pytest.mark.slow
def test_a_call_that_cannot_be_shown_leads_to_the_table(visit: Visits) -> None:
    visit.forgive("net::ERR_FAILED")
    searcher, opponent = visit(settings=BY_HAND), visit(settings=BY_HAND)
    _search(searcher, "tapa")
    searcher.locator("#meanwhile").click()
    expect(searcher.locator("#unseek")).to_be_visible()
    searcher.route("**/t/*/call", lambda route: route.abort())
    opponent.locator("#lobby-list .row.seek .go").click()
    _found(opponent)
    searcher.wait_for_url(opponent.url)


@pytest.mark.slow
def test_a_table_for_a_friend_can_be_cancelled(visit: Visits) -> None:
    page = visit(settings=BY_HAND)
    page.locator("button[name=opponent][value=friend]").click()
    page.locator("#cancel").click()
    expect(page.locator("#cleared")).to_be_visible()
    page.goto("/")
    expect(page.locator("#mine .back")).to_have_count(0)


def test_a_table_for_a_friend_gets_another_clock(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    page.context.add_cookies([{"name": "zaria_language", "value": "el", "url": visit.url}])
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("button[name=opponent][value=friend]").tap()
    expect(page.locator("#offered")).to_be_visible()
    cut = "[...document.querySelectorAll('.pane .btn')].filter((b) => b.scrollWidth > b.clientWidth).length"
    becomes(page, cut, 0)
    first_table, first_terms = page.url, page.locator("#offered").inner_text()
    page.locator("#change-terms").tap()
    page.wait_for_url("**/new/*?as=*")
    expect(page.locator("input[name=clock][value=calm]")).not_to_be_checked()
    _choose(page, "clock", "calm")
    page.locator("button[name=opponent][value=friend]").tap()
    page.wait_for_url(lambda url: "/t/" in url and url != first_table)
    expect(page.locator("#offered")).to_be_visible()
    expect(page.locator("#offered")).not_to_have_text(first_terms)
    page.goto(first_table)
    expect(page.locator("#sit, #offered")).to_have_count(0)


@pytest.mark.slow
def test_games_in_progress_are_one_line_that_opens_and_can_be_closed(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    for game in ("tabla", "chess", "tapa"):
        page.goto("/")
        set_table(page, game, "computer")
        page.wait_for_function(PLAYED)
    page.goto("/rules")
    line = page.locator("#mine .games")
    expect(line.locator("summary")).to_contain_text("3 games in progress")
    box = page.locator("#waiting").bounding_box()
    assert box is not None
    assert box["height"] <= 80
    expect(line.locator(".back").first).to_be_hidden()
    line.locator("summary").click()
    expect(line.locator(".back").first).to_contain_text("Tapa")
    line.locator(".shut").first.click()
    expect(line.locator("summary")).to_contain_text("2 games in progress")
    expect(line.locator(".back").first).to_be_visible()
    line.locator(".close-all button").click()
    expect(line).to_have_count(0)
    page.goto("/")
    expect(page.locator("#mine .back")).to_have_count(0)


@pytest.mark.slow
def test_an_invitation_reaches_every_page_with_its_terms(visit: Visits) -> None:
    invited, host = visit(size=PHONE, settings=BY_HAND), visit("/?list=people", settings=BY_HAND)
    name, by = _name(invited), _name(host)
    paths = ("/rules/tabla", "/ranking", "/new/tapa")
    tabs = {path: visit.page(invited.context, path) for path in paths}
    host.locator("#lobby-list .row", has_text=name).locator("a", has_text="Invite").click()
    host.locator("#tapa a").click()
    _choose(host, "length", "3")
    _choose(host, "clock", "quick")
    host.locator(".btn[value=person]").click()
    host.wait_for_url("**/t/*")
    expect(host.locator(".pane h2")).to_have_text(f"Waiting for {name}")
    for path, tab in tabs.items():
        call = tab.locator("#calls .call")
        for text in (f"{by} invites you", "Tapa", "Match to 3", "12 s per move + 2 min reserve"):
            expect(call).to_contain_text(text)
        expect(call.locator("b").first).to_be_in_viewport()
        call.locator("a").click()
        expect(tab.locator(".pane h2")).to_have_text("Waiting for your opponent to be ready")
        tab.goto(path)
        expect(call).to_have_count(1)
    host.locator("#cancel").click()
    for tab in tabs.values():
        expect(tab.locator("#calls .call")).to_have_count(0)


@pytest.mark.slow
def test_an_invitation_with_terms_that_a_line_cannot_tell_shows_them_first(visit: Visits) -> None:
    invited, host = visit("/rules", settings=BY_HAND), visit("/?list=people", settings=BY_HAND)
    invited.goto("/")
    name, by = _name(invited), _name(host)
    host.locator("#lobby-list .row", has_text=name).locator("a", has_text="Invite").click()
    host.locator("#backgammon a").click()
    _choose(host, "cube", "yes")
    host.locator("summary", has_text="cube").click()
    _choose(host, "beaver", "beaver")
    host.locator(".btn[value=person]").click()
    call = invited.locator("#calls .call")
    call.locator("a", has_text="View terms").click()
    expect(invited.locator(".pane h2")).to_have_text(f"{by} invites you")
    expect(invited.locator(".pane .facts")).to_contain_text("beaver")
    invited.locator("#cancel").click()
    expect(host.locator("#cleared")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "size"), by_day([("backgammon", "phone")], [("backgammon", "phone"), ("chess", "desktop")])
)
def test_the_bar_of_a_new_table_covers_nothing_that_has_the_focus(
    visit: Visits, size: str, game: str
) -> None:
    page = visit(f"/new/{game}", size=SIZES[size])
    first = page.locator("fieldset legend").first
    expect(first).to_have_text("Computer level")
    expect(page.locator("fieldset legend").nth(1)).to_have_text("Training")
    for level in page.locator("[name=level], [name=training]").all():
        assert level.evaluate("el => el.getBoundingClientRect().bottom < innerHeight")
    page.evaluate("() => document.querySelectorAll('details').forEach((el) => { el.open = true; })")
    covered = page.evaluate(
        """() => {
            const bar = document.querySelector('.two'), found = [];
            for (const el of document.querySelectorAll('main input:not([type=hidden]), main summary')) {
                if (!el.checkVisibility()) continue;
                scrollTo(0, 0);
                el.focus();
                const { top, bottom } = bar.getBoundingClientRect(), box = el.getBoundingClientRect();
                if (box.bottom > top + 1 && box.top < bottom - 1) found.push(el.name || el.textContent);
            }
            return found;
        }"""
    )
    assert covered == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= SIZES[size]["viewport"]["width"]


@pytest.mark.slow
def test_an_invitation_reaches_a_table_where_one_plays(visit: Visits) -> None:
    invited, host = visit(size=PHONE, settings=BY_HAND), visit("/?list=people", settings=BY_HAND)
    name, by = _name(invited), _name(host)
    invited.locator("#tapa .go").click()
    invited.wait_for_function(PLAYED)
    host.locator("#lobby-list .row", has_text=name).locator("a", has_text="Invite").click()
    host.locator("#tabla a").click()
    host.locator(".btn[value=person]").click()
    invited.locator(".invitation a", has_text=f"{by} invites you").click()
    expect(invited.locator(".pane .facts")).to_contain_text("Tabla")
    invited.locator("#cancel").click()
    expect(host.locator("#cleared")).to_be_visible()
