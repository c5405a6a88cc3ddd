"""Pictures of the busy pages of a demo, side by side: three sizes, both themes, three languages.

    python -m tools.generate.gallery FOLDER [--demo URL] [--readme] [--only PAGE …]

`FOLDER/index.html` shows them. The demo is made first, which takes a minute, where none is named that is open
already. It fails if a console complains, a page is wider than its screen, or it has two golden buttons.
With `--readme` the pictures of README and documentation are made anew, too.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Error, FloatRect, Page, sync_playwright
from tests.support.chromium import Size, launch, wait_for_resources
from tests.support.demo_servers import DemoServer
from tools.generate import pictures

SIZES: dict[str, Size] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
LONGEST_PX = 3600
"""The height of a picture at most: pages of rules are long."""
TIMEOUT_MS = 60_000


class Way(NamedTuple):
    """A way to look at a page."""

    size: str
    theme: str
    language: str


WAYS = (
    Way("desktop", "light", "en"), Way("phone", "dark", "bg"), Way("tablet", "light", "el"),
    Way("phone", "light", "en"), Way("desktop", "dark", "bg"), Way("phone", "light", "el"),
    Way("desktop", "light", "el"), Way("tablet", "dark", "en"), Way("phone", "light", "bg"),
    Way("desktop", "dark", "en"), Way("phone", "dark", "el"),
)  # fmt: skip
"""The pages take them in turn; their number has no factor in common with the pictures of a page."""


class Shown(NamedTuple):
    """A page: who looks at it, at which address, and by which links the visitor goes on from there."""

    name: str
    persona: str
    path: str
    links: tuple[str, ...] = ()
    ways: int = 2


TOURNAMENT = "main a[href^='/tournaments/']:not([href*='/mine']):not([href*='/new']):not([href*='/series'])"
FRIDAY = f"{TOURNAMENT}:has-text('Friday eight')"
REPLAY = "main a[href$='/replay']"
RESULT = "main a[href^='/t/']:not([href*='.']):not([href*='/replay'])"
PAGES = (
    Shown("front", "guest", "/", ways=4),
    Shown("front-member", "member", "/", ways=3),
    Shown("options", "guest", "/new/backgammon"),
    Shown("tournaments", "guest", "/tournaments"),
    Shown("tournament-before", "member", "/tournaments", (FRIDAY,)),
    Shown("tournament-during", "member", "/tournaments?list=ongoing", (FRIDAY,), 3),
    Shown("tournament-after", "member", "/tournaments?list=completed", (FRIDAY,), 3),
    Shown("arena", "guest", "/tournaments?list=ongoing", (f"{TOURNAMENT}:has-text('Evening arena')",)),
    Shown("director", "director", "/tournaments?list=ongoing", (FRIDAY, "a[href$='/director']"), 3),
    Shown("own-tournaments", "member", "/tournaments/mine", ways=1),
    Shown("result", "guest", "/@Elena", (REPLAY, RESULT), 3),
    Shown("replay", "guest", "/@Elena", (REPLAY,)),
    Shown("profile", "guest", "/@Elena", ways=3),
    Shown("statistics", "member", "/me/stats"),
    Shown("ratings", "member", "/me/stats/ratings", ways=1),
    Shown("ranking", "guest", "/ranking"),
    Shown("people", "member", "/people", ways=1),
    Shown("watch", "guest", "/watch"),
    Shown("staff", "owner", "/staff/", ways=3),
    Shown("reports", "owner", "/staff/reports", ways=1),
    Shown("shop", "member", "/shop", ways=3),
    Shown("top-up", "member", "/top-up", ways=1),
    Shown("federations", "guest", "/federations", ways=1),
    Shown("federation", "guest", "/f/balkan"),
    Shown("me", "member", "/me"),
    Shown("messages", "member", "/messages", ways=1),
    Shown("conversation", "member", "/messages", ("main a[href^='/messages/']",)),
    Shown("notices", "member", "/notices", ways=1),
    Shown("rules", "guest", "/rules/tabla", ways=1),
    Shown("sign-up", "guest", "/account/signup/", ways=1),
)
"""Together 60 pictures."""
README = (
    ("lobby", Shown("front", "guest", "/"), Way("phone", "light", "en")),
    (
        "bracket",
        Shown("tournament-during", "guest", "/tournaments?list=ongoing", (FRIDAY,)),
        Way("desktop", "light", "en"),
    ),
)
"""Pictures of README, by the names of their files."""
SCROLLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo(0, top);
    await frame();
    await frame();
  }
  scrollTo(0, 0);
}"""
"""Boards far below are drawn once a visitor comes near."""
MEASURED = """() => ({
  wide: document.documentElement.scrollWidth - innerWidth,
  golden: [...document.querySelectorAll('.pri')].filter((button) => button.checkVisibility()).length,
})"""


class Gallery:
    """Takes the pictures into a folder, and notes what is wrong with the pages."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        """`url`: the demo; `folder` exists."""
        self._browser, self._url, self._folder = browser, url, folder
        self.complaints: list[str] = []

    def take(self, shown: Shown, way: Way) -> Path:
        """Take one picture, and return its path."""
        label = f"{shown.name}-{way.size}-{way.theme}-{way.language}"
        path = self._folder / f"{label}.jpg"
        with self.page(shown, way, label) as page:
            height = page.evaluate("document.documentElement.scrollHeight")
            width = page.viewport_size["width"] if page.viewport_size else 0
            clip = FloatRect(x=0, y=0, width=width, height=min(height, LONGEST_PX))
            page.screenshot(path=path, type="jpeg", quality=75, full_page=True, clip=clip)
        return path

    @contextmanager
    def page(self, shown: Shown, way: Way, label: str) -> Iterator[Page]:
        """A page that has loaded, as its persona sees it; what is wrong with it is noted."""
        context = self._browser.new_context(base_url=self._url, reduced_motion="reduce", **SIZES[way.size])
        context.set_default_timeout(TIMEOUT_MS)
        try:
            page = context.new_page()
            page.on("console", lambda message: self._heard(label, message))
            page.on("pageerror", lambda error: self._broke(label, error))
            self._visit(page, shown, way, label)
            measured = page.evaluate(MEASURED)
            if measured["wide"] > 0:
                self.complaints.append(f"{label}: {measured['wide']} px wider than its screen")
            if measured["golden"] > 1:
                self.complaints.append(f"{label}: {measured['golden']} golden buttons")
            yield page
        finally:
            context.close()

    def _visit(self, page: Page, shown: Shown, way: Way, label: str) -> None:
        """Become the persona, then go to the page: links are found by their English words."""
        page.goto("/about")
        if shown.persona != "guest":
            page.click(f".demo-band button[value={shown.persona}]")
        page.goto(shown.path)
        for link in shown.links:
            if not page.locator(link).count():
                self.complaints.append(f"{label}: no link {link} at {page.url}")
                break
            page.goto(page.locator(link).first.get_attribute("href") or "")
        look = {"zaria_theme": way.theme, "zaria_language": way.language}
        page.context.add_cookies([{"name": key, "value": look[key], "url": self._url} for key in look])
        page.reload()
        wait_for_resources(page)
        page.evaluate(SCROLLED)
        wait_for_resources(page)

    def _heard(self, label: str, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.complaints.append(f"{label}: {message.type}: {message.text}")

    def _broke(self, label: str, error: Error) -> None:
        self.complaints.append(f"{label}: {error}")


def schedule(only: list[str]) -> Iterator[tuple[Shown, Way]]:
    """Yield the pages, or those that are named, each with the ways to look at it."""
    ways = cycle(WAYS)
    for shown in PAGES:
        for _ in range(shown.ways):
            way = next(ways)
            if not only or shown.name in only:
                yield shown, way


def index(paths: list[Path]) -> str:
    """Return a page that shows pictures side by side."""
    figures = "".join(
        f'<figure><a href="{escape(path.name)}"><img src="{escape(path.name)}" alt="" loading="lazy"></a>'
        f"<figcaption>{escape(path.stem)}</figcaption></figure>"
        for path in paths
    )
    style = (
        "body{margin:24px;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:24px}"
        "figure{margin:0}img{height:480px;max-width:720px;object-fit:cover;object-position:top}"
    )
    return f"<!doctype html><meta charset=utf-8><title>Zaria</title><style>{style}</style>{figures}"


@contextmanager
def demo(url: str | None) -> Iterator[str]:
    """The address of a demo: the one that is open, or one that lasts as long as the block."""
    if url:
        yield url.rstrip("/")
        return
    with tempfile.TemporaryDirectory() as data, DemoServer(Path(data) / "demo") as server:
        yield server.url


def readme_pictures(gallery: Gallery) -> None:
    """Draw the front page and a tournament for README, without the band of the demo."""
    for name, shown, way in README:
        with gallery.page(shown, way, name) as page:
            page.evaluate("document.querySelector('.demo-band').remove()")
            pictures.shoot(page, pictures.PICTURES / f"{name}.jpg")


def main() -> int:
    """Take all pictures; return 1 if a page complains."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--demo", metavar="URL", help="a demo that is open")
    parser.add_argument("--readme", action="store_true", help="make docs/pictures anew, too")
    parser.add_argument("--only", nargs="*", default=[], choices=[shown.name for shown in PAGES])
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with demo(options.demo) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        gallery = Gallery(browser, url, options.folder)
        paths = []
        for shown, way in schedule(options.only):
            paths.append(gallery.take(shown, way))
            print(paths[-1].name, flush=True)
        if options.readme:
            readme_pictures(gallery)
        browser.close()
    (options.folder / "index.html").write_text(index(paths), encoding="utf-8")
    print(*gallery.complaints, sep="\n")
    if options.readme:
        pictures.draw([])
    return 1 if gallery.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
