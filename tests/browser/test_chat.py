"""Two members and a guest write: at the table on a desktop and a phone, and to each other."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_languages import SMALL, every, fits, in_languages
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.club.member_client import Somebody
from zaria.web.messages.chat import SMILEYS

pytestmark = pytest.mark.browser

ATTACK = "<img src=x onerror=alert(1)> <b>hi</b>"
PLACES = """() => [...document.querySelectorAll('#acts :is(button, a), .nav :is(button, a)')]
  .map((one) => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })"""

IN_CHAT = SMALL.replace("document", "document.querySelector('.chat')")


def browser_of(visit: Visits, who: Somebody, size: Size = DESKTOP) -> BrowserContext:
    """The browser of a member who is signed in."""
    browser = visit.visitor(size)
    browser.add_cookies([{"name": k, "value": v, "url": visit.url} for k, v in dict(who.cookies).items()])
    return browser


def write(page: Page, text: str) -> None:
    field = page.locator(".chat input")
    field.fill(text)
    field.press("Enter")


def test_members_and_a_guest_talk(visit: Visits) -> None:
    host, opponent = Somebody(visit.url).join(), Somebody(visit.url).join()
    path = host.set_table(opponent="friend", game="chess", rated="no")
    first = visit.page(browser_of(visit, host), path)
    phone = browser_of(visit, opponent, PHONE)
    second = visit.page(phone, path)
    second.locator("#sit").click()

    first.locator("#tab-chat").click()
    first.locator("[data-phrase=good_luck]").click()
    write(first, ATTACK)
    expect(first.locator(".chat-line.sent[data-n] > span")).to_have_text(["Good luck!", ATTACK])
    expect(second.locator("#chat .badge")).to_have_text("2")
    places = second.evaluate(PLACES)
    second.locator("#chat").click()
    expect(second.locator(".chat-line > span")).to_have_text(["Good luck!", ATTACK])
    expect(second.locator(".chat-line img")).to_have_count(0)
    assert second.evaluate(PLACES) == places
    report = second.locator(".chat-report")
    expect(report).to_have_count(2)
    expect(first.locator(".chat-report")).to_have_count(0)
    expect(report.first).to_have_attribute("href", f"/report?about=line:table:{path.rpartition('/')[2]}:1")
    box = report.first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    write(second, "You too")
    expect(first.locator(".chat-line").last).to_contain_text("You too")
    second.locator("#side .shut").click()
    second.locator("#menu").click()
    expect(second.locator("#tab-moves")).to_have_attribute("aria-selected", "true")
    expect(second.locator("#resign")).to_be_visible()
    second.locator("#tab-chat").click()

    guest = visit(path, size=PHONE)
    guest.locator("#chat").click()
    guest.locator("[data-phrase=hello]").click()
    picker = guest.get_by_role("button", name="Smileys")
    picker.press("Enter")
    expect(guest.get_by_role("group", name="Smileys").get_by_role("button")).to_have_count(len(SMILEYS))
    guest.get_by_role("button", name="Applause").press("Enter")
    expect(guest.locator(".chat-line.sent[data-n] > span")).to_have_text(["Hello!", "👏"])
    assert guest.evaluate(IN_CHAT) == []
    picker.tap()
    expect(guest.locator("[data-phrase=hello]")).to_be_visible()
    expect(guest.locator(".chat input")).to_have_count(0)

    with second.expect_response("**/mute"):
        second.locator("[data-act=mute]").click()
    expect(second.locator(".chat-line")).to_have_count(0)
    second.locator("[data-act=block]").click()
    expect(second.locator("[data-act=block]")).to_have_attribute("aria-pressed", "true")
    second.reload()
    second.locator("#chat").click()
    expect(second.locator(".chat-line")).to_have_count(0)
    second.locator("[data-act=mute]").click()
    expect(second.locator(".chat-line")).to_have_count(3)
    expect(second.locator(".chat > .chat-none")).to_contain_text("You have blocked")
    write(first, "Are you there?")
    expect(first.locator(".chat-note.wrong")).to_contain_text("blocked")
    expect(first.locator(".chat input")).to_have_value("Are you there?")
    second.locator("[data-act=block]").click()
    expect(second.locator(".chat-note")).to_contain_text("You have unblocked")

    first.goto(f"/@{opponent.login}")
    first.get_by_role("button", name="Write a message").click()
    expect(first.locator("[data-phrase]")).to_have_count(8)
    write(first, "Well played")
    expect(first.locator(".chat-line.sent[data-n]")).to_contain_text("Well played")
    second.close()
    second = visit.page(phone, "/messages")
    expect(second.locator(".me [data-unread]")).to_have_text("1")
    second.locator(".talks .unread a").click()
    expect(second.locator(".chat-line > span")).to_have_text(["Well played"])
    expect(second.locator(".me [data-unread]")).to_be_hidden()
    second.locator("[data-phrase=thank_you]").click()
    expect(first.locator(".chat-line > span")).to_have_text(["Well played", "Thank you!"])


def test_a_guest_reads_why_the_chat_of_a_rated_match_is_closed(visit: Visits) -> None:
    host, opponent = Somebody(visit.url).join(), Somebody(visit.url).join()
    path = host.set_table(opponent="friend", game="chess", rated="yes")
    visit.page(browser_of(visit, host), path)
    visit.page(browser_of(visit, opponent), path).locator("#sit").click()
    guest = visit(path, size=PHONE)
    guest.locator("#chat").click()
    expect(guest.locator(".chat")).to_contain_text("only members can read this chat")
    expect(guest.locator("[data-phrase]")).to_have_count(0)


@pytest.mark.slow
@in_languages
def test_the_chat_fits_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    host, opponent = Somebody(visit.url).join(), Somebody(visit.url).join()
    path = host.set_table(opponent="friend", game="chess")
    page = visit.page(browser_of(visit, host, PHONE), path)
    opponent_page = visit.page(browser_of(visit, opponent), path)
    opponent_page.locator("#sit").click()
    opponent_page.locator("#tab-chat").click()
    for text in ("Good evening", "W" * 500, "x"):
        write(opponent_page, text)
    expect(opponent_page.locator(".chat-line[data-n]")).to_have_count(3)
    for _ in every(page, languages):
        page.locator("#chat").click()
        expect(page.locator(".chat-line[data-n]")).to_have_count(3)
        fits(page, IN_CHAT)
    with page.expect_response("**/block"):
        page.locator("[data-act=block]").click()
    page.reload()  # without its menu, which would cover the button
    for _ in every(page, languages):
        page.locator("#chat").click()
        expect(page.locator(".chat > .chat-none")).to_contain_text(opponent.login)
        fits(page, IN_CHAT)
