"""A pupil opens all pages of the site: none has a form, or a way to a page, that is closed to them."""

import re
from collections import deque
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.support.browser.site_pages import MEMBER, NEWCOMER
from tests.support.club.html_forms import PageReader
from tests.support.club.site_tour import World, local, name_of, populate
from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Page, Visitor
from tests.support.records.board_records import sat
from tests.support.servers import Server
from zaria.club.groups.pupil_edge import is_closed

TEXTS = {"faq", "manual", "terms", "privacy", "conduct", "about", "rules_of"}
"""Texts of the club, which speak of pages that are not for all."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A club with something of everything."""
    data = tmp_path_factory.mktemp("pupil")
    shelve(data, "tabla-match")
    keep(data, {"chess": sat("chess", 1, 40, "resigned")})
    with Server(data) as server:
        yield populate(server)


class Walk:
    """A pupil who opens each of some pages, and one page of each kind to which these lead."""

    def __init__(self, pupil: Visitor) -> None:
        self._pupil = pupil
        self._queue: deque[str] = deque()
        self.names: set[str] = set()
        self.closed: set[tuple[str, str]] = set()
        """Pages, and what they show that is closed."""

    def go(self, paths: list[str]) -> None:
        """Open the pages."""
        for path in paths:
            self._open(path)
        while self._queue:
            path = self._queue.popleft()
            if name_of(path) not in self.names:
                self._open(path)

    def _open(self, path: str) -> None:
        name = name_of(path)
        if name in (None, "account_logout") or _refuses(path, "GET"):
            return
        page = self._pupil.get(path)
        if page.status == 200 and page.headers.get("Content-Type", "").startswith("text/html"):
            self.names.add(str(name))
            self._look(path, str(name), page)

    def _look(self, path: str, name: str, page: Page) -> None:
        reader = PageReader(page.text, {})
        forms = [
            local(path, action or path)
            for form in reader.forms
            if form.method == "post"
            for action, _fields in form.submissions()
        ]
        links = [local(path, link) for link in reader.links]
        self._queue.extend(links)
        self.closed |= {(name, f"POST {name_of(form)}") for form in forms if _refuses(form, "POST")}
        if name not in TEXTS:
            self.closed |= {(name, f"GET {name_of(link)}") for link in links if _refuses(link, "GET")}


def _refuses(path: str, method: str) -> bool:
    return is_closed(urlsplit(path).path, method)


def pupil_of(world: World) -> Visitor:
    """The pupil of Ann's group, who signs in with their card."""
    cards = world.ann.get(f"{world.path_parts['group']}/cards").text
    card = re.search(r"<output>([A-Z-]{11})</output>", cards)
    assert card is not None
    pupil = Visitor(world.ann.url)
    fields = {"csrfmiddlewaretoken": pupil.get("/groups/join").token, "code": card[1]}
    answer = pupil.send("POST", "/groups/join", data=fields, headers={"Referer": f"{pupil.url}/groups/join"})
    assert answer.headers["Location"] == world.path_parts["group"]
    return pupil


def test_pupils_meet_nothing_that_is_closed_to_them(world: World) -> None:
    pupil = pupil_of(world)
    by_day = pupil.set_table(clock="days", opponent="friend")
    walk = Walk(pupil)
    walk.go(
        [by_day, *world.paths({**NEWCOMER, **{f"member {name}": paths for name, paths in MEMBER.items()}})]
    )
    assert walk.closed == set()
    assert walk.names >= {"table", "replay", "puzzle", "study", "federation", "public", "waiting_tables"}


def test_nobody_is_offered_to_write_to_a_pupil(world: World) -> None:
    group = world.ann.get(f"{world.path_parts['group']}/pupils/{world.path_parts['pupil']}").text
    login = re.search(r'href="(/@\w+)"', group[group.index("<main") :])
    assert login is not None
    page = world.ann.get(login[1])
    assert page.status == 200
    assert "/messages/to/" not in page.text
