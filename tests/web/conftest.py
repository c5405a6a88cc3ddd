"""Pages without a club behind them, in a real browser."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.chromium import AT_ONCE, DESKTOP, Lent, Size, Visits, browser, lent
from tests.support.web.table_stage import Stage, page, state
from tests.support.web.table_stage import match as a_match

__all__ = ["browser", "lent"]

Open = Callable[..., Page]
EMPTY = "/empty"


@pytest.fixture(scope="package")
def stage() -> Iterator[Stage]:
    """The server of the pages."""
    stage = Stage(cache="max-age=3600")
    stage.extra[EMPTY] = b'<!doctype html><link rel="icon" href="data:,">'
    yield stage
    stage.close()


@pytest.fixture
def table(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Open]:
    """Opens the table page for a state message; its console must stay silent."""
    visits = Visits(browser, stage.url, lent, again=EMPTY)

    def open_page(
        boot: bytes | None = None, size: Size = DESKTOP, settings: dict[str, Any] = AT_ONCE, **look: Any
    ) -> Page:
        stage.extra["/"] = page(boot or state(a_match(dice=(6, 1))), **look)
        opened = visits.page(visits.visitor(size, settings))
        opened.wait_for_selector("html[data-ready]")
        return opened

    yield open_page
    visits.close()


@pytest.fixture(scope="package")
def modules(browser: Browser, lent: Lent, stage: Stage) -> Iterator[Page]:
    """A page into which single modules can be imported."""
    visits = Visits(browser, stage.url, lent)
    stage.extra["/modules"] = page(state(a_match()), play=False)
    yield visits("/modules")
    visits.close()
