"""Notices of staked tables, through real requests and sockets."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.club.server.test_roles import Role
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished
from tests.support.club.staked_club import Club, Line, line
from tests.support.club.table_offers import open_table, read
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.lobby.staked_tables import ALL_TABLES, MOST_AN_HOUR

OPEN = "A staked table is open in one of your games."


@pytest.fixture(scope="module", params=by_day(("sqlite",), ("sqlite", "postgresql")))
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One process with SQLite; or two with PostgreSQL and Redis."""
    home: Path = tmp_path_factory.mktemp("staked-tables")
    if request.param == "sqlite":
        with Server(home, ZARIA_TABLES_A_MINUTE="0") as server:
            yield Club([server.url], home)
        return
    redis = request.getfixturevalue("redis")
    more = {
        "ZARIA_TABLES_A_MINUTE": "0",
        "ZARIA_DATABASE_URL": furnished(request, "staked"),
        "ZARIA_REDIS_URL": redis.url,
    }
    roles = [Role(home, role, **more) for role in ("web", "web,host,bots")]
    for role in roles:
        role.ready()
    yield Club([role.url for role in roles], home, **more)
    assert [role.stop() for role in roles] == [0, 0]


def wish(member: Somebody, *games: str) -> None:
    """Switch the notices on, and mark games as favourites."""
    page = member.get("/notices/settings")
    names = re.findall(r'name="(page-[a-z_]+)" checked', page.text)
    fields = dict.fromkeys([*names, "page-staked_table"], "on")
    assert member.fill("/notices/settings", page, **fields).status == 302
    for game in games:
        assert member.fill("/favourites", member.get("/rules"), game=game).status == 204


def members(club: Club, number: int) -> list[Somebody]:
    return [Somebody(club.url).join() for _ in range(number)]


def block(member: Somebody, target: Somebody) -> None:
    profile = member.get(f"/people?login={target.login}")
    assert member.fill(f"/people/{target.login}/block", profile, next="/people").status == 302


def pause(member: Somebody) -> None:
    assert member.fill("/me/limits/pause", member.get("/me/limits"), days="30").status == 302


def notices(member: Somebody) -> str:
    """Read the notices of a member, which marks them as read."""
    return read(member.get("/notices"))


async def open_at(owner: Somebody, **fields: str) -> str:
    return await asyncio.to_thread(lambda: open_table(owner, **fields))


async def close(owners: Line, match_id: str) -> None:
    await owners.watch(match_id)
    await owners.do(match_id, t="cancel")


async def unread(page: Line, after: int = 0) -> None:
    """Wait until a page shows one unread notice."""
    await page.heard(lambda message: message["t"] == "unread" and message["notices"] == 1, after)


async def online(club: Club, member: Somebody) -> None:
    """Wait until all processes know that a member is online."""
    end = time.monotonic() + PATIENCE
    for url in club.urls:
        while member.login not in (await asyncio.to_thread(Visitor(url).get, "/?list=people")).text:
            assert time.monotonic() < end, url
            await asyncio.sleep(0.05)


async def last_notice(club: Club, member: Somebody, **fields: object) -> None:
    """Wait until the body of the last notice of a member has these fields."""
    end = time.monotonic() + PATIENCE
    body: dict[str, object] = {}
    query = (
        "SELECT n.body FROM notifications_notification n JOIN members_member m ON m.id = n.to_id"
        f" WHERE n.kind = 'staked_table' AND m.username = '{member.login}' ORDER BY n.id DESC LIMIT 1"
    )
    while any(body.get(name) != value for name, value in fields.items()):
        assert time.monotonic() < end, body
        for (stored,) in await asyncio.to_thread(club.rows, query):
            body = stored if isinstance(stored, dict) else json.loads(stored)
        await asyncio.sleep(0.05)


async def test_members_learn_of_tables_at_which_they_can_sit_down(club: Club) -> None:
    people = await asyncio.to_thread(members, club, 7)
    owner, elsewhere, silent, poor, blocker, paused, reader = people
    for member in (owner, poor, blocker, paused, reader):
        await asyncio.to_thread(wish, member, "tabla")
    await asyncio.to_thread(wish, elsewhere, "chess")
    await asyncio.to_thread(block, blocker, owner)
    await asyncio.to_thread(pause, paused)
    await open_at(poor, stake="990", most="990", opponent="friend")
    async with AsyncExitStack() as stack:
        owners, *_others, readers = [
            await stack.enter_async_context(line(club, member, place)) for place, member in enumerate(people)
        ]
        await online(club, reader)
        match_id = await open_at(owner, stake="20", most="60")
        await unread(readers)  # of these members the last
        shown = await asyncio.to_thread(reader.get, "/notices")
        assert OPEN in read(shown)
        assert "Tabla · 20.00–60.00" in read(shown)
        assert f'href="/t/{match_id}"' in shown.text
        await close(owners, match_id)
    for member in (owner, elsewhere, silent, poor, blocker, paused):
        assert "A staked table" not in await asyncio.to_thread(notices, member), member.login


async def test_many_tables_are_one_notice_and_few_in_an_hour(club: Club) -> None:
    owner, second_owner, reader, witness = await asyncio.to_thread(members, club, 4)
    await asyncio.to_thread(wish, reader, "tapa")
    async with (
        line(club, reader) as readers,
        line(club, owner, 1) as owners,
        line(club, second_owner) as second_owners,
    ):
        await online(club, reader)
        for number in range(MOST_AN_HOUR):
            before = len(readers.got)
            first = await open_at(owner, game="tapa", stake=str(number + 1), most="9")
            await unread(readers, before)
            await close(owners, first)
            await last_notice(club, reader, over=True)
            second = await open_at(owner, game="tapa", stake=str(number + 10), most="50")
            await last_notice(club, reader, number=1, path=f"/t/{second}")
            third = await open_at(second_owner, game="tapa", stake=str(number + 20), most="50")
            await last_notice(club, reader, number=2, path=ALL_TABLES)
            assert "Staked tables opened in your games: 2" in await asyncio.to_thread(notices, reader)
            await close(owners, second)
            await close(second_owners, third)
        await asyncio.to_thread(wish, witness, "tapa")
        async with line(club, witness) as witnesses:
            await online(club, witness)
            await open_at(owner, game="tapa", stake="77", most="99")
            await unread(witnesses)  # after the reader
    assert "77.00" in await asyncio.to_thread(notices, witness)
    assert "77.00" not in await asyncio.to_thread(notices, reader)
