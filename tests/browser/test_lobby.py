"""Opponents find each other on the front page: by a table for anyone, by a search, by an invitation."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_profile import at
from tests.support.browser.table_pages import BY_HAND, set_table
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.club.member_client import Somebody

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]


@pytest.fixture
def visit(visit_lobby: Visits) -> Visits:
    """Visits to a club that lists no table which another test has left."""
    return visit_lobby


def _both_play(*pages: Page) -> None:
    for page in pages:
        page.wait_for_function("() => ['roll', 'move'].includes(window.zaria?.table?.view.value.phase)")


def test_a_table_for_anyone_finds_somebody(visit: Visits) -> None:
    guest = visit(size=PHONE, settings=BY_HAND)
    expect(guest.locator("#lobby-list .none")).to_be_visible()
    host = visit(size=DESKTOP, settings=BY_HAND)
    set_table(host, "tapa", "anyone", clock="quick")

    row = guest.locator("#lobby-list .row", has_text="Tapa")
    expect(row).to_contain_text("12 s per move + 2 min reserve")
    row.locator(".what").click()
    expect(guest.locator("dialog.terms")).to_contain_text("12 s per move")
    guest.locator("dialog.terms .shut").click()
    row.locator(".go").click()

    host.locator("#sit").click()
    _both_play(host, guest)
    onlooker = visit(path="/?list=playing", size=PHONE)
    expect(onlooker.locator("#lobby-list .row.two")).to_contain_text("Tapa")


def test_a_row_says_that_a_table_has_terms_which_it_does_not_show(visit: Visits) -> None:
    reader, host = visit(), visit(settings=BY_HAND)
    set_table(host, "chelebi", "anyone", clock="quick", length="5", delayed="yes")
    row = reader.locator("#lobby-list .row", has_text="Chelebi")
    expect(row.locator(".what")).to_contain_text("custom rules")
    reader.reload()
    expect(row.locator(".what")).to_contain_text("custom rules")
    host.locator("#cancel").click()
    expect(row).to_have_count(0)


def test_a_search_is_given_up(visit: Visits) -> None:
    page = visit(settings=BY_HAND)
    page.locator("#seek").click()
    expect(page.locator(".searching")).to_contain_text("Looking for an opponent")
    # a screen reader must not read the seconds aloud
    expect(page.locator(".searching[role=status] time")).to_have_attribute("aria-hidden", "true")
    page.locator("#unseek").click()
    expect(page.locator("#seek")).to_be_visible()


def test_what_left_the_list_is_forgotten(visit: Visits) -> None:
    """A lobby that is open all night does not remember all tables of the night."""
    names = visit().evaluate(
        """() => {
            const { lobby } = window.zaria, page = { ...lobby.query.value, total: 1, online: 1, counts: {} };
            const card = { game: 'tabla', state: 'open', since: 0, speed: 'fast', players: [null, null] };
            for (const id of ['one', 'two']) lobby.take({ ...page, ids: [id], cards: [{ ...card, id }] });
            return [...lobby.known.keys()];
        }"""
    )
    assert names == ["two"]


def test_somebody_is_invited_by_name_and_declines(visit: Visits) -> None:
    invited, host = visit(size=PHONE, settings=BY_HAND), visit(settings=BY_HAND)
    name = invited.locator(".you b").inner_text()
    host.locator("[data-list=people]").click()
    host.locator("#lobby-list .row", has_text=name).locator("a", has_text="Invite").click()
    host.locator("#tapa a").click()
    host.locator(".btn[value=person]").click()
    host.wait_for_url("**/t/*")
    call = invited.locator("#calls .call")
    expect(call).to_contain_text("Tapa")
    call.locator("button").click()
    expect(call).to_have_count(0)
    expect(host.locator("body")).to_contain_text("cancelled")


@pytest.mark.slow
def test_a_table_that_waits_is_cleared_by_its_owner(visit: Visits) -> None:
    onlooker, host = visit(), visit(settings=BY_HAND)
    set_table(host, "gulbara", "anyone")
    expect(onlooker.locator("#lobby-list .row")).to_have_count(1)
    host.locator("#cancel").click()
    expect(onlooker.locator("#lobby-list .row")).to_have_count(0)


@pytest.mark.slow
def test_filters_have_an_address_and_survive_a_reload(visit: Visits) -> None:
    host, page = visit(settings=BY_HAND), visit(size=PHONE)
    set_table(host, "chess", "anyone")
    expect(page.locator("#lobby-list .row")).to_have_count(1)
    page.locator("#lobby-filters [name=game]").select_option("tabla")
    expect(page.locator("#lobby-list .row")).to_have_count(0)
    page.wait_for_url("**/?game=tabla*")
    page.reload()
    expect(page.locator("#lobby-filters [name=game]")).to_have_value("tabla")
    expect(page.locator("#lobby-list .row")).to_have_count(0)
    page.locator("#lobby-filters [name=game]").select_option("chess")
    expect(page.locator("#lobby-list .row")).to_have_count(1)


@pytest.mark.slow
def test_a_page_of_a_list_begins_with_friends(visit: Visits) -> None:
    ann, bob, cid, dan = (Somebody(visit.url).join() for _ in range(4))
    for member, friend in ((ann, bob), (bob, ann), (ann, dan), (dan, ann), (ann, cid)):
        profile = member.get(f"/people?login={friend.login}")
        assert member.fill(f"/people/{friend.login}/follow", profile, next="/people").status == 302
    hosts = [cid, bob]
    for host in hosts:
        host.set_table(opponent="anyone", game="tapa", clock="quick")
    painted = ann.get("/?game=tapa").text.partition('id="lobby-list"')[2].partition("lobby-pages")[0]
    assert painted.index(bob.login) < painted.index(cid.login), "Cid does not follow Ann"
    page = visit.page(at(ann, visit.visitor()), "/?game=tapa")
    names = page.locator("#lobby-list .row .who b")
    expect(names).to_have_text([bob.login, cid.login])
    dan.set_table(opponent="anyone", game="tapa", clock="quick")
    expect(names).to_have_text([bob.login, dan.login, cid.login])
    visit.page(at(bob, visit.visitor(new=True)), "/rules")
    page.goto("/?list=people")
    expect(names.nth(0)).to_have_text(bob.login)
    expect(names.nth(1)).to_be_visible()
