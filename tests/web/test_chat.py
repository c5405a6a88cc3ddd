"""The chat of the table page without a club behind it: order, repetition, refusals, unread lines."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE
from tests.support.web.table_stage import match, state
from tests.web.test_table import push
from tests.web.test_waiting import BOT
from zaria.match.events import Player
from zaria.match.match import Match

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
Json = dict[str, Any]
ROOM = "table:m"
STOYAN = {"name": "Stoyan", "colour": "#3f6a86"}


def line(n: int, text: str, **more: Any) -> Json:
    return {"n": n, "at": 1_795_289_122_031, "by": STOYAN, "text": text, **more}


def added(n: int, text: str, **more: Any) -> Json:
    return {"t": "line", "id": ROOM, **line(n, text, **more)}


def lines(*those: Json, last: int, **more: Any) -> Json:
    return {"t": "lines", "id": ROOM, "lines": list(those), "last": last, **more}


def spoken(page: Page, kind: str) -> list[Json]:
    return [message for message in page.evaluate("() => socket.sent") if message["t"] == kind]


@pytest.fixture
def chat(table: Open) -> Callable[..., Page]:
    """Opens a table for its chat."""

    def open_page(of: Match | None = None, **options: Any) -> Page:
        return table(state(of or match()), **options)

    return open_page


def test_lines_come_once_and_in_order(chat: Callable[..., Page]) -> None:
    page = chat()
    assert spoken(page, "conversation")[0] == {"t": "conversation", "id": ROOM, "n": -1}
    expect(page.locator("#tab-chat .badge")).to_have_count(0)
    push(page, added(1, "hello"))  # the script of the chat comes with the first line
    page.wait_for_function("() => socket.sent.filter((one) => one.t === 'conversation').length > 1")
    both = lines(line(1, "hello"), line(2, "there"), last=2)
    push(page, added(2, "there"), both, added(2, "there"), added(3, "<b>you</b>"))  # the first came too early
    expect(page.locator("#tab-chat .badge")).to_have_text("3")
    page.locator("#tab-chat").click()
    expect(page.locator(".chat-line > span")).to_have_text(["hello", "there", "<b>you</b>"])
    expect(page.locator("#tab-chat .badge")).to_have_count(0)
    push(page, {"t": "line_removed", "id": ROOM, "n": 2})
    expect(page.locator(".chat-line.removed > span")).to_have_text("This message was removed.")
    push(page, lines(line(9, "much later"), last=9, more=True))
    expect(page.locator(".chat-line > span")).to_have_text(["much later"])
    expect(page.get_by_role("button", name="Older messages")).to_be_visible()


def test_a_line_without_an_answer_is_sent_again_under_its_name(chat: Callable[..., Page]) -> None:
    page = chat()
    page.locator("#tab-chat").click()
    expect(page.locator("[data-phrase]")).to_have_count(8)
    push(page, lines(last=0))
    page.locator("[data-phrase=good_luck]").click()
    expect(page.locator(".chat-line.sending")).to_have_text("YouGood luck!")
    (first,) = spoken(page, "say")
    page.evaluate("() => { window.before = socket; socket.close(); }")
    page.wait_for_function("() => socket !== before && socket.sent.some((one) => one.t === 'say')")
    assert spoken(page, "say") == [first]
    assert spoken(page, "conversation") == [{"t": "conversation", "id": ROOM, "n": 0}]
    push(page, {"t": "said", "id": ROOM, "c": first["c"], "n": 1})
    expect(page.locator(".chat-line.sending")).to_have_count(0)
    expect(page.locator(".chat-line.sent")).to_have_count(1)
    push(page, added(1, "", phrase="good_luck", own=True))
    expect(page.locator(".chat-line.sent[data-n='1'] > span")).to_have_text("Good luck!")
    expect(page.locator(".chat-line")).to_have_count(1)


def test_a_refused_line_says_why_and_guests_have_phrases_only(chat: Callable[..., Page]) -> None:
    page = chat(size=PHONE)
    page.evaluate("document.body.dataset.member = ''")
    page.locator("#menu").click()
    page.locator("#tab-chat").click()
    field = page.locator(".chat input")
    field.fill("  first try ")
    field.press("Enter")
    expect(field).to_have_value("")
    (message,) = spoken(page, "say")
    assert message["text"] == "first try"
    push(page, {"t": "no", "c": message["c"], "code": "foreign_link", "text": "Only links to this club."})
    expect(page.locator(".chat-note")).to_have_text("Only links to this club.")
    expect(field).to_have_value("first try")
    expect(page.locator(".chat-line")).to_have_count(0)
    guest = chat()
    guest.locator("#tab-chat").click()
    expect(guest.locator("[data-phrase]")).to_have_count(8)
    expect(guest.locator(".chat input")).to_have_count(0)


def test_a_muted_member_reads_until_when_in_their_own_time(chat: Callable[..., Page]) -> None:
    page = chat()
    page.evaluate("document.body.dataset.member = ''")
    page.locator("#tab-chat").click()
    field, obstacle = page.locator(".chat input"), page.locator(".chat > .chat-none")
    field.fill("first try")
    field.press("Enter")
    (message,) = spoken(page, "say")
    in_an_hour = page.evaluate("() => Date.now()") + 3_600_000
    until = page.evaluate(
        """(at) => new Date(at).toLocaleString('en-GB',
            {weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit'})""",
        in_an_hour,
    )
    no = {"code": "muted", "text": "You may not write.", "until": in_an_hour}
    push(page, {"t": "no", "c": message["c"], **no})
    expect(obstacle).to_have_text(f"You are muted until {until}.")
    expect(page.locator("[data-phrase]")).to_have_count(0)
    push(page, lines(last=0))
    expect(field).to_have_value("first try")
    push(page, lines(last=0, objection=no))
    expect(obstacle).to_have_text(f"You are muted until {until}.")
    push(page, lines(last=0, objection=no | {"until": in_an_hour - 3_600_000}))
    expect(field).to_have_value("")
    push(page, lines(last=0, muted=True, blocked=True))
    expect(page.locator("[data-act=mute]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chat-lines")).to_contain_text("You have muted this conversation.")


def test_after_the_match_players_see_what_the_spectators_wrote(chat: Callable[..., Page]) -> None:
    page = chat(match(position="X=off:15;O=6:15", phase="over", winner=0, score=(3, 0), secret="ab" * 32))
    page.keyboard.press("Escape")
    page.locator("#tab-chat").click()
    page.wait_for_function("() => socket.sent.some((one) => one.id === 'onlookers:m')")
    push(page, lines(line(1, "good game"), last=1))
    beside = lines(line(1, "what a roll"), line(2, "lucky"), last=2) | {"id": "onlookers:m"}
    push(page, beside)
    rooms = page.locator(".chat .seg button")
    expect(rooms).to_have_text(["Players", "Spectators2"])
    rooms.last.click()
    expect(page.locator(".chat-line > span")).to_have_text(["what a roll", "lucky"])
    expect(rooms).to_have_text(["Players", "Spectators"])
    expect(rooms.last).to_have_attribute("aria-pressed", "true")
    push(page, added(2, "see you"))
    expect(rooms).to_have_text(["Players1", "Spectators"])


def test_there_is_no_chat_with_the_computer(table: Open) -> None:
    page = table(state(match(players=(Player("a", "Irina", "#8a4b3a"), BOT))))
    expect(page.locator("#tab-moves")).to_be_visible()
    expect(page.locator("#tab-chat")).to_have_count(0)
    assert spoken(page, "conversation") == []
