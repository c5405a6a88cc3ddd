"""Headless Chromium for tests: one browser for each package of tests, and pages whose consoles stay silent.

A package takes the fixtures by `from tests.support.chromium import browser, visit` in its conftest. They end
with the package, because Playwright's loop would be in the way of tests that bring a loop of their own.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.support.patience import PATIENCE
from tests.support.requirements import missing
from tests.support.servers import Server

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--process-per-site",
    # Drawn in one piece, a page of a desktop costs a fifth less than in tiles of 256 pixels.
    "--default-tile-width=1440",
    "--default-tile-height=900",
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

Size = dict[str, Any]
DESKTOP: Size = {"viewport": {"width": 1440, "height": 900}}
PHONE: Size = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
AT_ONCE = {"speed": 0, "sound": False}
"""Settings of the table page with which nothing flies and nothing waits; no page moves anything then."""
UNDRAWN = """{
  const transparent = new CSSStyleSheet();
  transparent.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets.push(transparent);
}"""
"""Keeps Chromium from drawing a page: that is a third of the page's cost, and no test looks at pixels.

Layout, motion and taps are the same.
"""
NO_WORKERS = "delete Navigator.prototype.serviceWorker"
"""Keeps pages from registering a service worker: no test could watch or hold back the requests behind it."""
NO_MORE_RESOURCES = """([quiet, timeout]) => new Promise(done => {
  let timer;
  setTimeout(done, timeout);
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => requestIdleCallback(done, { timeout }), quiet);
  };
  new PerformanceObserver(again).observe({ type: 'resource', buffered: true });
  again();
})"""
ENDED_MOTION = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .filter(({ playState }) => playState === 'running')
  .map(({ finished }) => finished))"""
SLOWEST_LOOK_MS = 100
"""Between two looks at a page, where a test has waited for a while: each look is work."""
NOWHERE = "/robots.txt"
"""The address of a page that does nothing and sets no cookie, on a real server."""

expect.set_options(timeout=PATIENCE * 1000)


def find() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start Chromium; without one the test is skipped, or fails where it is required."""
    path = find()
    if path is None:
        missing("browser", "no Chromium on this machine")
    return playwright.chromium.launch(executable_path=path, args=ARGS)


def becomes(page: Page, script: str, wanted: object, seconds: float = PATIENCE) -> None:
    """Until a script gives what is wanted; fails with what it gave last."""
    late, pause_ms = time.monotonic() + seconds, 10.0
    while (now := page.evaluate(script)) != wanted and time.monotonic() < late:
        page.wait_for_timeout(pause_ms)
        pause_ms = min(pause_ms * 1.5, SLOWEST_LOOK_MS)
    assert now == wanted


def wait_for_resources(page: Page, quiet: float = 0.3) -> None:
    """Until a page has loaded, has got nothing more for `quiet` seconds, and is idle: names wait for that.

    On a busy machine the `networkidle` of Playwright did not come in half a minute. A page that never
    rests is waited for no longer than everything else.
    """
    page.wait_for_load_state()
    page.evaluate(NO_MORE_RESOURCES, [quiet * 1000, PATIENCE * 1000])


def wait_for_motion(page: Page) -> None:
    """Until every motion of a page that has an end has ended; a pulse has none."""
    page.evaluate(ENDED_MOTION)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium for all tests of the package."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Lent:
    """Browsers of visitors, lent from test to test: to make one costs as much as to open a page in it.

    The next visitor finds no cookie, no storage and no page of the previous one, only the cache. Their pages
    are not drawn (`UNDRAWN`).
    """

    IDLE = 6

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._idle: list[tuple[str, BrowserContext, Page]] = []
        self._out: dict[BrowserContext, tuple[str, Page]] = {}

    def lend(self, **options: Any) -> BrowserContext:
        """One with these options."""
        kind = json.dumps(options, sort_keys=True)
        for entry in self._idle:
            if entry[0] == kind:
                self._idle.remove(entry)
                break
        else:
            context = self.new(**options)
            entry = kind, context, self._keeper(context, options["base_url"])
        self._out[entry[1]] = entry[0], entry[2]
        return entry[1]

    def new(self, **options: Any) -> BrowserContext:
        """One that has fetched nothing, and is not lent again."""
        context = self.browser.new_context(**options)
        context.add_init_script(UNDRAWN)
        context.add_init_script(NO_WORKERS)
        return context

    def back(self, context: BrowserContext) -> None:
        """Clean one that was lent; one that was not is closed."""
        if context not in self._out:
            context.close()
            return
        kind, keeper = self._out.pop(context)
        for page in context.pages:
            if page is not keeper:
                page.close()
        context.set_offline(False)
        context.unroute_all()
        context.clear_cookies()
        keeper.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self._idle.append((kind, context, keeper))
        if len(self._idle) > self.IDLE:
            self._idle.pop(0)[1].close()

    def drop(self, context: BrowserContext) -> None:
        """Close one that cannot be cleaned."""
        self._out.pop(context, None)
        context.close()

    def keeper(self, context: BrowserContext) -> Page | None:
        """The empty page of a browser that is lent."""
        return self._out[context][1] if context in self._out else None

    def _keeper(self, context: BrowserContext, url: str) -> Page:
        """An empty page: its process serves the next page too, and from it the storage is cleared."""
        page = context.new_page()
        # it has an icon: the club's answer to a search for one would set a cookie under the next page
        empty = '<!doctype html><link rel="icon" href="data:,">'
        page.route("**", lambda route: route.fulfill(body=empty, content_type="text/html"))
        page.goto(url)
        page.unroute_all()
        return page


class Visits:
    """Opens pages of visitors. Whatever a console complains about is a failure, unless it was forgiven.

    Their browsers are lent, or new ones where nothing is lent. They draw nothing, unless the test asks for
    visits that are `drawn`. `again` is the path of a page that does nothing: from there the first page of a
    visitor is lent, too, and there it goes back. A new one costs as much as what it shows. Where no server
    waits for a page to be left, it `stays` as it is until its next visitor comes: that saves a page of each
    test. A test that leaves something in a page for its next visitor (a script, a clock, a listener that
    answers) takes a visitor who is `new`.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        lent: Lent | None = None,
        again: str = "",
        stays: bool = False,
        drawn: bool = False,
    ) -> None:
        self.browser = browser
        self.lent = lent
        self.url = url
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self._settings: dict[BrowserContext, str] = {}
        self._again = again
        self._stays = stays
        self._drawn = drawn
        self._kept: dict[Page, ViewportSize | None] = {}
        """The pages that go back, each with its size when it was lent."""

    def visitor(
        self,
        size: Size = DESKTOP,
        settings: dict[str, Any] = AT_ONCE,
        new: bool = False,
        workers: bool = False,
        **options: Any,
    ) -> BrowserContext:
        """A visitor with a browser of their own; `new`: it has fetched nothing. `settings` are theirs.

        `workers`: it has service workers; such a visitor is never lent.
        """
        if self.lent is None or workers:
            make = self.browser.new_context
        else:
            make = self.lent.new if new or options else self.lent.lend
        calm = {"reduced_motion": "no-preference" if settings.get("speed", 1) else "reduce"}
        context = make(**{"locale": "en-GB", "base_url": self.url, **calm, **size, **options})
        if (self.lent is None or workers) and not self._drawn:
            context.add_init_script(UNDRAWN)
        if self.lent is None and not workers:
            context.add_init_script(NO_WORKERS)
        context.set_default_timeout(PATIENCE * 1000)
        self._settings[context] = json.dumps(settings)
        return context

    def page(self, who: BrowserContext, path: str = "/") -> Page:
        """Another page of a visitor."""
        keep = f"localStorage.zaria ??= JSON.stringify({self._settings[who]})"
        page = self.lent.keeper(who) if self.lent and self._again else None
        if page is None or page in self._kept:
            page = who.new_page()
            page.add_init_script(f"if (location.protocol !== 'about:') {keep}")
        else:
            self._kept[page] = page.viewport_size
            page.evaluate(keep)
        page.on("console", self._heard)
        page.on("pageerror", self._broke)
        page.goto(path)
        return page

    def __call__(self, path: str = "/", size: Size = DESKTOP, **options: Any) -> Page:
        """The first page of a new visitor."""
        return self.page(self.visitor(size, **options), path)

    def forgive(self, text: str) -> None:
        """From now on a complaint may contain `text`."""
        self._forgiven.append(text)

    def close(self) -> None:
        """Everybody leaves; fails if there were complaints."""
        lost = {page.context for page in self._kept if not self._cleaned(page)}
        for context in self._settings:
            if self.lent is None:
                context.close()
            elif context in lost:
                self.lent.drop(context)
            else:
                self.lent.back(context)
        self._kept.clear()
        self._settings.clear()
        if self.complaints:
            pytest.fail("the console complains: " + "; ".join(self.complaints))

    def _cleaned(self, page: Page) -> bool:
        """Bring a page back as it was lent; False if the test has closed it, or its server."""
        if page.is_closed():
            return False
        page.unroute_all()
        try:
            if not self._stays:
                page.goto(self._again)
        except Error:
            return False
        page.remove_listener("console", self._heard)
        page.remove_listener("pageerror", self._broke)
        size = self._kept[page]
        if size is not None and page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(reduced_motion="null")
        page.mouse.move(-1, -1)
        return True

    def _broke(self, error: Error) -> None:
        self.complaints.append(f"pageerror: {error.stack or error}")

    def _heard(self, message: ConsoleMessage) -> None:
        loud = message.type in ("error", "warning", "assert")
        if loud and not any(text in message.text for text in self._forgiven):
            self.complaints.append(f"{message.type}: {message.text}")


@pytest.fixture(scope="package")
def lent(browser: Browser) -> Lent:
    """Visitors' browsers, for all tests of the package."""
    return Lent(browser)


@pytest.fixture
def visits(browser: Browser, lent: Lent) -> Iterator[Callable[[Server], Visits]]:
    """Visits to a server of the test's own."""
    opened: list[Visits] = []

    def to(server: Server) -> Visits:
        opened.append(Visits(browser, server.url, lent, again=NOWHERE))
        return opened[-1]

    yield to
    for visits in opened:
        visits.close()


@pytest.fixture
def visit(visits: Callable[[Server], Visits], server: Server) -> Visits:
    """Visits to the server that all tests share."""
    return visits(server)
