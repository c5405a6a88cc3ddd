"""Pages without a club behind them, in a real browser."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import AT_ONCE, DESKTOP, Lent, Size, Visits, becomes, browser, lent
from tests.support.web.table_stage import Stage, page, state
from tests.support.web.table_stage import match as a_match
from zaria.web.messages.chat import CHAT

__all__ = ["browser", "lent"]

Open = Callable[..., Page]
EMPTY = "/empty"


@pytest.fixture(scope="package")
def stage() -> Iterator[Stage]:
    """The server of the pages."""
    stage = Stage(cache="max-age=3600")
    stage.extra[EMPTY] = b'<!doctype html><link rel="icon" href="data:,">'
    stage.extra["/t/m/tournament"] = b'{"id": "t1", "title": "Friday eight"}'
    stage.extra["/api/v1/games/chess/opening"] = b'{"opening": null}'
    stage.extra["/messages/words"] = json.dumps({"words": CHAT, "sheet": "/static/css/chat.css"}).encode()
    yield stage
    stage.close()


@pytest.fixture
def table(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Open]:
    """Opens the table page for a state message; its console must stay silent."""
    visits = Visits(browser, stage.url, lent, again=EMPTY, stays=True)

    def open_page(
        boot: bytes | None = None, size: Size = DESKTOP, settings: dict[str, Any] = AT_ONCE, **look: Any
    ) -> Page:
        stage.extra["/"] = page(boot or state(a_match(dice=(6, 1))), **look)
        opened = visits.page(visits.visitor(size, settings))
        opened.wait_for_selector("html[data-ready]")
        return opened

    yield open_page
    visits.close()


class Boards:
    """Pages of tables that stay open: a test has one tell its own state, which costs a tenth of a load.

    For tests that leave nothing but what is done at the table, and settings: these are cleared (`CLEAR`). Who
    puts something into the page, or asks how it begins, opens a page of their own. Each screen and each game
    has another page, and so have settings with motion.
    """

    def __init__(self, visits: Visits, stage: Stage) -> None:
        self.visits = visits
        self.stage = stage
        self._open: dict[str, Page] = {}

    def __call__(
        self, boot: bytes | None = None, size: Size = DESKTOP, settings: dict[str, Any] = AT_ONCE
    ) -> Page:
        """A page that shows a state."""
        boot = boot or state(a_match(dice=(6, 1)))
        kind = json.dumps([size, settings.get("speed", 1) == 0, json.loads(boot)["v"]["game"]])
        if kind not in self._open:
            self.stage.extra["/"] = page(boot)
            self._open[kind] = self.visits.page(self.visits.visitor(size, settings, new=True))
            self._open[kind].wait_for_selector("html[data-ready]")
            return self._open[kind]
        shown = self._open[kind]
        shown.mouse.move(-1, -1)
        shown.wait_for_function("() => socket.readyState === 1")
        shown.evaluate(CLEAR, [json.loads(boot), json.dumps(settings)])
        becomes(shown, "() => zaria.table.busy.value", False)
        return shown


CLEAR = """async ([next, settings]) => {
  const [{ tab }, { menu }, { armed }, { notice }] = await Promise.all(
    ['side_panel', 'controls', 'state', 'announcer'].map((name) => import(`/static/js/shell/${name}.js`)),
  );
  const { table, session, show } = zaria;
  document.activeElement?.blur();
  show.queue.clear();
  socket.push({ ...next, you: null, tree: null, ways: null, v: { ...next.v, phase: 'between' } });
  for (const { c } of socket.sent.splice(0)) if (c) socket.push({ t: 'ack', c, n: 7 });
  if (table.waiting.value) throw new Error('a command of another test is on its way');
  localStorage.clear();
  localStorage.zaria = settings;
  dispatchEvent(new StorageEvent('storage', { key: 'zaria' }));
  [tab.value, menu.value, armed.value, notice.value, table.claims.value] = ['moves', false, '', '', false];
  table.tournament.value = next.tournament ?? null;
  if (table.reversed) table.reversed.value = false;
  document.getElementById('live').textContent = '';
  session.fresh = true;
  socket.push(next);
}"""
"""Tells a state and settings. Before it comes one in which nobody acts: steps live as long as their turn.

The clock of the server is what the state says.
"""


@pytest.fixture(scope="package")
def boards(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Boards]:
    """The open pages."""
    visits = Visits(browser, stage.url, lent)
    yield Boards(visits, stage)
    visits.close()


@pytest.fixture
def board(boards: Boards) -> Iterator[Boards]:
    """Shows a table on a page that other tests use, too; its console must stay silent."""
    yield boards
    complaints = boards.visits.complaints[:]
    boards.visits.complaints.clear()
    assert complaints == []


@pytest.fixture(scope="package")
def modules(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Page]:
    """A page into which single modules can be imported."""
    visits = Visits(browser, stage.url, lent)
    stage.extra["/modules"] = page(state(a_match()), play=False)
    yield visits("/modules")
    visits.close()
