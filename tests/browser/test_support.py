"""Members and a guest play, talk, report, are muted and blocked, and appeal; the staff answers all of it."""

import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import NOTHING, every, fits, in_languages
from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, give_up, on_turn
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.club.staff_client import act, boss_of
from tests.support.scripts import LANGUAGES
from tests.support.servers import Server

pytestmark = pytest.mark.browser

QUEUE = "/staff/reports"
INSULT = "You play like a chair"
SMALL_LINKS = """() => [...document.querySelectorAll('.staff-links a, .submit-row :is(button, input)')]
  .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)"""
"""Of the staff's own links and buttons; the rest is Django's."""


def write(page: Page, text: str) -> None:
    field = page.locator(".chat input")
    field.fill(text)
    field.press("Enter")
    expect(page.locator(".chat-line.sent[data-n]").last).to_contain_text(text)


def report_last(page: Page) -> None:
    """Report the last line of the other player as an insult, on the page to which its flag leads."""
    with page.expect_popup() as opened:
        page.locator(".chat-report").last.click()
    form = opened.value
    expect(form.locator(".support-lines .reported")).to_contain_text(INSULT)
    form.get_by_label("3. insulting players or the staff").check()
    form.get_by_label("Details").fill("Please look")
    form.get_by_role("button", name="Report").click()
    expect(form.get_by_text("Thank you. The staff will look into it.")).to_be_visible()
    form.close()


def entry(staff: Page, who: str, kind: str) -> None:
    """Open the oldest entry of the queue of this kind about somebody."""
    staff.goto(QUEUE)
    row = staff.locator(".today-queue li", has_text=kind).filter(has_text=who)
    row.get_by_role("link").first.click()


def answer_ready(staff: Page, who: str, kind: str) -> None:
    """Answer a request with words that the staff has ready."""
    entry(staff, who, kind)
    staff.get_by_role("link", name="The decision stays").click()
    expect(staff.get_by_label("Answer")).not_to_have_value("")
    staff.get_by_role("button", name="Answer", exact=True).click()
    expect(staff.get_by_text("Done.")).to_be_visible()


def ask(page: Page, text: str, email: str = "") -> None:
    """Follow the link to an appeal, and send one."""
    page.get_by_role("link", name="Appeal against this decision").first.click()
    expect(page.get_by_label("What is it about?")).to_have_value("appeal")
    if email:
        page.get_by_label("Your e-mail address").fill(email)
    page.get_by_label("Your message").fill(text)
    page.get_by_role("button", name="Send").click()


@pytest.mark.slow
def test_the_staff_answers_from_one_queue_what_players_report_and_ask(server: Server, visit: Visits) -> None:
    boss, ann, bob = boss_of(server), Somebody(server.url).join(), Somebody(server.url).join()
    staff = visit.page(at(boss, visit.visitor()), QUEUE)

    path = ann.set_table(opponent="friend", game="tabla", length="1")
    ann_browser, bob_browser = (
        at(ann, visit.visitor(settings=BY_HAND)),
        at(bob, visit.visitor(settings=BY_HAND)),
    )
    host, opponent = Seat(visit.page(ann_browser, path)), Seat(visit.page(bob_browser, path), seed=2)
    opponent.press("#sit")
    for seat in (host, opponent):
        seat.wait("theirs", "move", "roll")
    on_turn(host, opponent)[0].turn()
    first, second = host.page, opponent.page
    second.locator("#tab-chat").click()
    write(second, INSULT)
    while on_turn(host, opponent)[0] is opponent:
        opponent.turn()
    give_up(host, opponent)
    expect(first.locator("#outcome")).to_be_visible()
    first.keyboard.press("Escape")
    first.locator("#tab-chat").click()
    report_last(first)

    path = bob.set_table(opponent="friend", game="chess", rated="no")
    second.goto(path)
    guest = visit(path)
    guest.locator("#sit").click()
    guest.locator("#tab-chat").click()
    guest.locator("[data-phrase=hello]").click()
    second.locator("#tab-chat").click()
    expect(second.locator(".chat-line > span")).to_have_text(["Hello!"])
    write(second, f"{INSULT}, too")
    report_last(guest)

    entry(staff, bob.login, "A message")
    staff.get_by_role("link", name="Mute", exact=True).click()
    expect(staff.get_by_label("Reason")).to_have_value("Rule 3 of conduct: insulting players or the staff.")
    staff.get_by_role("button", name="Mute").click()
    expect(staff.get_by_text("Done, and recorded in the log.")).to_be_visible()
    entry(staff, bob.login, "A message")
    staff.get_by_label("Result").select_option("yes")
    staff.get_by_label("Reason").fill("Muted for the first one")
    staff.get_by_role("button", name="Close the reports").click()
    expect(staff.locator(".today-queue li", has_text=bob.login)).to_have_count(0)

    second.locator(".chat input").fill("Really?")
    second.locator(".chat input").press("Enter")
    expect(second.locator(".chat-none[role=status]")).to_contain_text("You are muted until")
    second.goto("/rules")
    second.get_by_role("link", name="Read it").click()
    expect(second.locator("main .alert")).to_contain_text("You are muted until")
    expect(second.locator("main article")).to_contain_text("Rule 3 of conduct")
    ask(second, "I meant the chair")
    expect(second.get_by_text("Sent to the staff.")).to_be_visible()
    thread = second.url
    answer_ready(staff, bob.login, "Appeal against a staff decision")
    bell = second.locator("[data-unread=notices]")
    expect(bell).to_have_text("2")  # they are muted; the answer
    bell.click()
    second.locator("main li.unread a[href*='/support/']").click()
    expect(second).to_have_url(re.compile(rf"{re.escape(thread)}(#.*)?$"))
    expect(second.locator(".support-messages .staff")).to_contain_text("The decision stays")

    first.goto("/support")
    expect(first.locator("#reports li")).to_contain_text("closed: action taken")

    assert act(boss, "block", bob.login, lasts="24") == 302
    second.goto("/account/login/")
    second.locator("[name=login]").fill(bob.login)
    second.locator("[name=password]").fill(PASSWORD)
    visit.forgive("403")
    second.locator("main form button.pri").click()
    expect(second.get_by_role("heading")).to_have_text("This account is blocked")
    expect(second.locator("main")).to_contain_text("after")
    ask(second, "Please unblock me", bob.email)
    expect(second.get_by_role("heading")).to_have_text("Confirm your address")
    second.goto(link(bob))
    second.get_by_role("button", name="Confirm and send").click()
    answer_ready(staff, "by e-mail", "Appeal against a staff decision")
    second.reload()
    expect(second.locator(".support-messages .staff")).to_contain_text("The decision stays")


def link(somebody: Somebody) -> str:
    """The way from the last mail to a request."""
    link = re.search(r"https?://[^/]+(/support/mail/\S+)", somebody.mails()[0])
    assert link is not None
    return link[1]


@pytest.mark.slow
def test_a_newcomer_reads_the_manual_and_the_conduct_in_each_language(visit: Visits) -> None:
    page = visit("/manual", size=PHONE)
    read: dict[str, set[str]] = {"/manual": set(), "/conduct": set()}
    for _ in every(page, LANGUAGES, *read):
        text = page.locator("main").inner_text()
        read[page.evaluate("location.pathname")].add(text)
        for path in ("/support", "/people", "/notices") if page.url.endswith("manual") else ():
            expect(page.locator(f"main a[href='{path}']")).to_be_attached()
    assert {path: len(texts) for path, texts in read.items()} == dict.fromkeys(read, len(LANGUAGES))


@pytest.mark.slow
@in_languages
def test_pages_of_people_fit_a_phone(server: Server, visit: Visits, languages: Sequence[str]) -> None:
    boss, ann, bob = boss_of(server), Somebody(server.url).join(), Somebody(server.url).join()
    long = f"Where? {'W' * 200}"
    thread = ann.fill("/support", kind="appeal", text=long, page="/shop").headers["Location"]
    about = quote(f"player:{bob.login}")
    ann.fill(f"/report?about={about}", rule="8", text=long)
    comments = ann.get("/rules/tabla")
    assert ann.fill("/comments", comments, place="rules:tabla", text=long).status == 302
    assert bob.fill(f"/people/{ann.login}/follow", bob.get("/people"), next="/people").status == 302
    page = visit.page(at(ann, visit.visitor(PHONE)), "/people")
    for _ in every(page, languages, "/people", "/messages", "/support?match=abc", thread):
        fits(page)
    lists = ("/notices", "/notices/settings", "/rules/tabla#comments", "/conduct", "/terms", "/privacy")
    for _ in every(page, languages, *lists, "/manual", f"/report?about={about}"):
        fits(page, small=NOTHING)
    page.context.add_cookies([{"name": n, "value": v, "url": visit.url} for n, v in boss.cookies.items()])
    entries = (QUEUE, f"{QUEUE}/about?about={about}", f"{QUEUE}/request/{thread.rpartition('/')[2]}")
    for _ in every(page, languages, *entries):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate(SMALL_LINKS) == []
    page.goto("/people")
    page.locator("button.me").tap()
    page.locator(f"#me-menu a[href='{QUEUE}']").tap()
    expect(page).to_have_url(re.compile(f"{QUEUE}$"))
