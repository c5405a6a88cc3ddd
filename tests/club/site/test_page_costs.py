"""The cost of a page for the database does not grow with what the club holds.

The work of SQLite is counted in steps of its virtual machine: the same at each run, on any machine.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient

from tests.support.browser.site_pages import MEMBER, NEWCOMER, STAFF
from tests.support.club.grown_club import GrownClub
from tests.support.club.page_queries import AGAIN
from tests.support.club.statistics_client import Browser
from tests.support.club.uncollected_files import plain_files
from zaria.club.tournaments import queries as tournaments
from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.journal.base import WaitingTable

__all__ = ["plain_files"]


class NoJournal:
    """Of the journal, pages without a table read what waits by the day alone."""

    async def waiting_count(self, player_id: str) -> int:
        return 0

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        return []

    async def waits_at(self, match_ids: Sequence[str]) -> list[WaitingTable]:
        return []


FEW, MORE, MANY = 10, 100, 10_000
"""Rows of a kind: matches, notices, followers and conversations of one member; members of the club."""
MOST_QUERIES = 25
MOST_STEPS = 35_000
"""Steps of a page of any size; of 10,000 rows, a sort alone takes more."""
STORED = ("/t/", "/replay")
"""Beginnings of pages that read a stored match."""
STEPS_AN_ENTRY = 10
"""Steps for each tournament that a member has entered, where the lists count private ones."""
TICK = 100
"""Steps between two counts."""
OF_MEMBERS = "counts or sorts all members of a federation"
OF_MATCHES = "adds up or counts all matches of a member, by one statement"
GROWING = {
    "/@{ann}": (60, OF_MATCHES),
    "/me/stats": (60, OF_MATCHES),
    "/me/stats/games": (14, OF_MATCHES),
    "/me/stats/ratings": (10, "counts all matches of a member, and draws the curve of their rating"),
    "/f/{federation}": (130, OF_MEMBERS),
    "/f/{federation}/members": (25, OF_MEMBERS),
    "/tournaments/mine": (80, "adds up all tournaments of a member"),
    "/tournaments/new": (7, "counts all tournaments of a director"),
    "/staff/pairs/": (120, "groups all rated matches of a period"),
    "/staff/flows": (8, "reads what was played in a period"),
    "/staff/staff/act/": (25, "finds the years of the log"),
}
"""Pages that read all rows of a kind: how many steps they take for each, and what they read them for."""
BY_HALVES = {"/me/stats/credits/2026-11"}
"""Pages that find the first transfer of a month by halves: ten more queries for a thousand times the rows."""
LISTS = {
    "people": (
        "/people?list=followed",
        "/people?list=friends",
        "/people?list=played",
        "/people?login=member",
    ),
    "tournaments": ("/tournaments?list=past", "/tournaments?list=cancelled"),
    "public": ("/@{ann}?page=3",),
    "games": ("/me/stats/games?page=3", "/me/stats/games?result=won"),
    "lists": ("/staff/members/member/", "/staff/results/played/", "/staff/staff/act/"),
    "rare": tuple(f"/staff/results/played/?counts={word}" for word in ("early", "void", "voided")),
    "matches": ("/matches?player={ann}", "/matches?player={ann}&game=tabla&rated=yes&length=7"),
    "ranking": ("/ranking?game=tabla", "/ranking?by=won"),
}
"""Further lists."""


class Cost:
    """The statements of a page and the steps that they take, without what every page reads again at times."""

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.steps = 0
        self.all_steps = 0

    @contextmanager
    def measure(self) -> Iterator[None]:
        """Count what the database does meanwhile."""
        database = connection.connection
        database.set_progress_handler(self._tick, TICK)
        try:
            with connection.execute_wrapper(self._execute):
                yield
        finally:
            database.set_progress_handler(None, 0)

    def _tick(self) -> int:
        self.steps += TICK
        self.all_steps += TICK
        return 0

    def _execute(self, execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        before = self.steps
        result = execute(sql, *arguments)
        if any(f'"{table}' in sql for table in AGAIN):
            self.steps = before
        else:
            self.queries.append(sql)
        return result


class Reader:
    """A browser that looks at some pages, and the address of each by its pattern."""

    def __init__(self, browser: Browser, pages: list[str], path_parts: dict[str, str]) -> None:
        self.browser = browser
        paths = {page: page.format(**path_parts) for page in pages if parts(page) <= path_parts.keys()}
        self.paths = {page: path for page, path in paths.items() if not path.startswith(STORED)}

    def look(self, is_dear: Callable[[str, Cost], object] = lambda page, cost: True) -> dict[str, Cost]:
        """The cost of each page that is there, at the cheaper of two visits: the other may fill a cache.

        Pages whose first visit is not dear, and those that ask the database for nothing, have one visit.
        """
        costs = {}
        for page, path in self.paths.items():
            first, second = Cost(), Cost()
            with first.measure():
                status = self.browser.get(path).status
            if status != 200 or not first.queries:
                continue
            costs[page] = first
            if is_dear(page, first):
                with second.measure():
                    self.browser.get(path)
                costs[page] = min(first, second, key=lambda cost: (len(cost.queries), cost.steps))
        self.paths = {page: self.paths[page] for page in costs}
        return costs


def parts(page: str) -> set[str]:
    """The parts of an address that stand for what a test has made."""
    return set(re.findall(r"{(\w+)}", page))


def addresses(*rooms: Mapping[str, tuple[str, ...]]) -> list[str]:
    """All addresses of some pages."""
    return list(dict.fromkeys(page for room in rooms for pages in room.values() for page in pages))


@pytest.fixture
def _live(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The pages find live tables at hand, of which there are none."""

    async def create() -> Live:
        config = LiveConfig(path=tmp_path, bot_pause=0)
        return Live(config, NoJournal(), lambda: int(time.time() * 1000))  # type: ignore[arg-type]

    live, scope = async_to_sync(create)(), AsyncClient._base_scope  # type: ignore[attr-defined]
    monkeypatch.setattr(
        AsyncClient, "_base_scope", lambda self, **more: {**scope(self, **more), "zaria.live": live}
    )


def more_queries(page: str, few: Cost, more: Cost) -> Iterator[str]:
    """A line for a page that takes more queries the more there is."""
    if page not in BY_HALVES and len(more.queries) > len(few.queries):
        added = set(more.queries) - set(few.queries)
        yield f"{page}: {len(few.queries)} queries, then {len(more.queries)}: {added}"


def too_much(page: str, cost: Cost) -> Iterator[str]:
    """Lines for a page that takes too many queries or steps, whatever there is."""
    if page not in BY_HALVES and len(cost.queries) > MOST_QUERIES:
        yield f"{page}: {len(cost.queries)} queries"
    steps_a_row, _ = GROWING.get(page) or GROWING.get(page.partition("?")[0], (0, ""))
    if cost.steps > (steps_a_row * MANY or MOST_STEPS):
        yield f"{page}: {cost.steps} steps"


@pytest.mark.usefixtures("db")
def test_private_tournaments_of_a_member_are_counted_without_reading_their_others() -> None:
    """Each entry costs a look into an index that has private tournaments alone."""
    club = GrownClub()
    club.add_tournaments(0, MANY)
    tournaments.sizes(club.me.player)  # counts those that have ended, for an hour
    member, visitor = Cost(), Cost()
    with member.measure():
        tournaments.sizes(club.me.player)
    with visitor.measure():
        tournaments.sizes("")
    assert member.all_steps - visitor.all_steps < STEPS_AN_ENTRY * MANY


@pytest.mark.usefixtures("db", "plain_files", "_live")
def test_pages_cost_the_same_however_much_there_is() -> None:
    club = GrownClub()
    path_parts = {"ann": "Marica", "bob": "Member1", "federation": "friday"}
    path_parts |= {
        "tournament": f"/tournaments/{club.tournament.pk}",
        "conversation": "/messages/direct:long",
    }
    readers = [
        Reader(Browser(), addresses(NEWCOMER), path_parts),
        Reader(Browser(club.me), addresses(MEMBER, LISTS), path_parts),
        Reader(Browser(club.owner), addresses(STAFF, LISTS, {"new": ("/tournaments/new",)}), path_parts),
    ]
    club.grow(0, FEW)
    at_few = [reader.look() for reader in readers]
    club.grow(FEW, MORE)
    problems: list[str] = []
    for reader, few in zip(readers, at_few, strict=True):
        more = reader.look(lambda page, cost: [*more_queries(page, few[page], cost)])  # noqa: B023 - called here
        problems += [line for page, cost in more.items() for line in more_queries(page, few[page], cost)]
    club.grow(MORE, MANY)
    at_many = [reader.look(lambda page, cost: [*too_much(page, cost)]) for reader in readers]
    problems += [line for many in at_many for page, cost in many.items() for line in too_much(page, cost)]
    assert "\n".join(problems) == ""
    assert len(set().union(*at_many)) > 60
