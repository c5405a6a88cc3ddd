"""A page opens its socket at the process that owns the match, and elsewhere when that is gone."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.chromium import becomes
from tests.support.web.table_stage import match, state

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Open = Callable[..., Page]
PATH = "() => new URL(socket.url).pathname"
NEVER_OPENS = """() => {
  window.former = socket;
  window.tried = false;
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    constructor() { window.tried = true; }
    close() {}
  };
}"""


def boot(node: str) -> bytes:
    """The state in the page of a player whose match this process owns."""
    return json.dumps({**json.loads(state(match())), "node": node}).encode()


def push_owner(page: Page, node: str) -> None:
    """The server sends that this process owns the match."""
    page.wait_for_function("() => socket.readyState === 1")
    page.evaluate("node => socket.push({ t: 'owner', m: 'm', node })", node)


def test_the_socket_is_opened_at_the_owner_and_after_a_loss_anywhere(table: Open) -> None:
    page = table(boot("b"))
    becomes(page, PATH, "/ws/b")
    page.evaluate("() => socket.close()")
    becomes(page, PATH, "/ws")


def test_a_page_without_an_owner_opens_its_socket_anywhere(table: Open) -> None:
    becomes(table(state(match())), PATH, "/ws")


def test_the_socket_moves_to_a_new_owner_with_its_unanswered_commands(table: Open) -> None:
    page = table(boot("b"), settings={"roll": False, "speed": 0})
    page.locator("#roll").click()
    becomes(page, "() => socket.sent.at(-1).k?.t", "roll")
    page.evaluate("() => { window.former = socket; }")
    push_owner(page, "c")
    becomes(page, PATH, "/ws/c")
    becomes(page, "() => former.readyState", 3)
    becomes(page, "() => socket.sent.map((message) => message.t).slice(0, 2)", ["watch", "do"])
    becomes(page, "() => socket.sent[1].c === former.sent.at(-1).c", True)


def test_the_socket_stays_where_it_is_until_the_new_owner_answers(table: Open) -> None:
    page = table(boot("b"), settings={"roll": False, "speed": 0})
    push_owner(page, "b")
    page.evaluate(NEVER_OPENS)
    page.evaluate("() => former.push({ t: 'owner', m: 'm', node: 'c' })")
    becomes(page, "() => tried", True)
    page.locator("#roll").click()
    becomes(page, "() => former.sent.at(-1).k?.t", "roll")
