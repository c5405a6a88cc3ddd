"""Races for credits, through real requests and sockets, to one process and to several with PostgreSQL."""

import asyncio
import html
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.club.server.test_roles import Role
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished
from tests.support.club.staff_client import boss_at
from tests.support.club.staked_club import CHESS, TABLA, Club, Line, at_once, draw, line, play, resign, rounds
from tests.support.search_budget import times
from tests.support.servers import Server

ROUNDS = times(2)
LACK = "You don't have enough credits for this stake."

pytestmark = pytest.mark.xdist_group("races")


@pytest.fixture(scope="module", params=by_day(("postgresql",), ("sqlite", "postgresql")))
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One process with SQLite; or two with PostgreSQL and Redis, of which one owns the matches."""
    home: Path = tmp_path_factory.mktemp("races")
    if request.param == "sqlite":
        server = Server(home, ZARIA_TABLES_A_MINUTE="0")
        club = Club([server.url], home)
        yield club
        club.check()
        server.stop()
        return
    redis = request.getfixturevalue("redis")
    more = {
        "ZARIA_TABLES_A_MINUTE": "0",
        "ZARIA_DATABASE_URL": furnished(request, "races"),
        "ZARIA_REDIS_URL": redis.url,
    }
    roles = [Role(home, role, **more) for role in ("web", "web,host,bots")]
    for role in roles:
        role.ready()
    club = Club([role.url for role in roles], home, **more)
    yield club
    club.check()
    assert [role.stop() for role in roles] == [0, 0]


@pytest.fixture(scope="module")
def people(club: Club) -> list[Somebody]:
    """Three members; those tests that take them leave all of them with 1000.00."""
    return club.members(3)


@pytest.fixture(scope="module")
def boss(club: Club) -> Somebody:
    """The first of the staff."""
    return boss_at(club.url, club.data, **club.more)


async def members(club: Club, number: int) -> list[Somebody]:
    return await asyncio.to_thread(club.members, number)


async def set_table(member: Somebody, **fields: str) -> str:
    """Set a table; the id of its match."""
    path = await asyncio.to_thread(lambda: member.set_table(**{**CHESS, **fields}))
    return path.rpartition("/")[2]


async def sit_at_once(choose: random.Random, *seats: tuple[Line, str]) -> list[dict[str, Any]]:
    """Press PLAY in the same moment; the answers."""
    views = [await seat.watch(match_id) for seat, match_id in seats]
    numbers = list(range(len(seats)))
    choose.shuffle(numbers)
    acts = {
        number: asyncio.create_task(seats[number][0].act(seats[number][1], **play(views[number])))
        for number in numbers
    }
    return [await acts[number] for number in range(len(seats))]


def codes(answers: list[dict[str, Any]]) -> Counter[str]:
    return Counter(answer.get("code", answer["t"]) for answer in answers)


async def has_all(club: Club, member: Somebody, page: Line) -> None:
    """Wait until a member has their 1000.00; their page is sent each change."""
    while club.account(member) != (1000_00, 0):
        await page.more()


async def test_tables_at_once_with_credits_for_one(club: Club, people: list[Somebody]) -> None:
    ann = people[0]
    async with line(club, ann) as anns:
        for choose in rounds(ROUNDS):
            before = club.holds(ann)
            presses = [club.press(ann, browser, "/new", **CHESS, stake="600") for browser in range(3)]
            pages = await asyncio.to_thread(at_once, presses, choose)
            assert sorted(page.status for page in pages) == [302, 422, 422]
            assert sum(LACK in html.unescape(page.text) for page in pages) == 2
            (path,) = [page.headers["Location"] for page in pages if page.status == 302]
            await anns.shows("400.00", "600.00")
            assert club.holds(ann) - before == Counter(pending=1)
            await anns.do(path.rpartition("/")[2], t="cancel")
            await anns.shows("1000.00", "0.00")
            club.check()


async def test_two_press_play_at_one_seat(club: Club, people: list[Somebody]) -> None:
    ann, bob, cleo = people
    async with line(club, ann) as anns, line(club, bob) as bobs, line(club, cleo, 1) as cleos:
        for choose in rounds(ROUNDS):
            match_id = await set_table(ann, stake="7.77")
            await anns.shows("992.23", "7.77")
            answers = await sit_at_once(choose, (bobs, match_id), (cleos, match_id))
            assert codes(answers)["ack"] == 1, answers
            first = answers[0]["t"] == "ack"
            seated, loser_page, loser = (bobs, cleos, cleo) if first else (cleos, bobs, bob)
            await has_all(club, loser, loser_page)
            await seated.shows("992.23", "7.77")
            await anns.do(match_id, t="cancel")
            for page in (anns, seated):
                await page.shows("1000.00", "0.00")
            club.check()


async def test_one_member_presses_play_in_two_browsers(club: Club, people: list[Somebody]) -> None:
    ann, bob, _ = people
    async with line(club, ann) as anns, line(club, bob) as first_page, line(club, bob, 1) as second_page:
        for choose in rounds(ROUNDS):
            before = club.holds(bob)
            match_id = await set_table(ann, stake="600")
            await anns.shows("400.00", "600.00")
            answers = await sit_at_once(
                choose, (first_page, match_id), (second_page, match_id), (first_page, match_id)
            )
            assert codes(answers)["ack"] == 1, answers
            for page in (first_page, second_page):
                await page.shows("400.00", "600.00")
            assert club.holds(bob) - before == Counter(pending=1)
            await anns.do(match_id, t="cancel")
            for page in (anns, first_page, second_page):
                await page.shows("1000.00", "0.00")
            club.check()


async def test_play_at_two_tables_with_credits_for_one(club: Club, people: list[Somebody]) -> None:
    ann, bob, cleo = people
    async with line(club, ann) as anns, line(club, cleo) as cleos, AsyncExitStack() as stack:
        first_page, second_page = [
            await stack.enter_async_context(line(club, bob, number)) for number in range(2)
        ]
        for choose in rounds(ROUNDS):
            before = club.holds(bob)
            tables = await set_table(ann, stake="600"), await set_table(cleo, stake="500.01")
            await anns.shows("400.00", "600.00")
            await cleos.shows("499.99", "500.01")
            answers = await sit_at_once(choose, (first_page, tables[0]), (second_page, tables[1]))
            assert codes(answers) == Counter(ack=1, not_enough_credits=1)
            held = "600.00" if answers[0]["t"] == "ack" else "500.01"
            for page in (first_page, second_page):
                await page.shows(f"{1000 - float(held):.2f}", held)
            assert club.holds(bob) - before == Counter(pending=1)
            await anns.do(tables[0], t="cancel")
            await cleos.do(tables[1], t="cancel")
            for page in (anns, cleos, first_page, second_page):
                await page.shows("1000.00", "0.00")
            club.check()


async def test_a_rematch_and_the_shop_at_once(club: Club) -> None:
    """One of them gets the credits: the rematch is agreed on, or the good is bought."""
    for choose in rounds(ROUNDS):
        ann, bob = await members(club, 2)
        match_id = await set_table(ann, stake="650")
        async with line(club, ann) as anns, line(club, bob, 1) as bobs:
            for page in (anns, bobs):
                assert (await page.sit(match_id))["t"] == "ack"
            await draw(match_id, anns, bobs)
            await anns.tell(t="again", m=match_id, no=False)
            await bobs.heard(lambda message: message["t"] == "again" and "offer" in message)
            press = await asyncio.to_thread(club.press, bob, 1, "/shop/men-jade")
            buys = asyncio.create_task(asyncio.to_thread(press))
            for _ in range(choose.randrange(4)):
                await asyncio.sleep(0)
            await bobs.tell(t="again", m=match_id, no=False)
            answer = await bobs.heard(lambda message: message["t"] in ("no", "go"))
            bought = await buys
            if answer["t"] == "go":
                assert bought.status == 422
                assert "This costs" in bought.text
                await bobs.shows("350.00", "650.00")
                await anns.do(answer["m"], t="cancel")
                await bobs.shows("1000.00", "0.00")
            else:
                assert answer["code"] == "not_enough_credits"
                assert bought.status == 302
                await bobs.shows("600.00", "0.00")
            await anns.shows("1000.00", "0.00")
            club.check()


@pytest.mark.parametrize("owner_sits", [False, True], ids=["owner away", "owner seated"])
async def test_a_table_is_cancelled_while_somebody_sits_down(
    club: Club, people: list[Somebody], owner_sits: bool
) -> None:
    ann, bob, _ = people
    async with line(club, ann) as anns, line(club, bob, 1) as bobs:
        for choose in rounds(ROUNDS):
            match_id = await set_table(ann, stake="40")
            await anns.shows("960.00", "40.00")
            if owner_sits:
                assert (await anns.sit(match_id))["t"] == "ack"
            view = await bobs.watch(match_id)
            await anns.watch(match_id)
            acts = [lambda: anns.act(match_id, t="cancel"), lambda: bobs.act(match_id, **play(view))]  # noqa: B023
            order = choose.sample((0, 1), 2)
            tasks = {number: asyncio.create_task(acts[number]()) for number in order}
            cancelled, seated = await tasks[0], await tasks[1]
            if cancelled["t"] == "no":  # the match has begun
                assert (owner_sits, seated["t"]) == (True, "ack")
                await draw(match_id, anns, bobs)
            await anns.shows("1000.00", "0.00")
            await has_all(club, bob, bobs)
            club.check()


async def test_goods_and_gifts_in_browsers_at_two_processes(club: Club) -> None:
    (ann,) = await members(club, 1)
    async with line(club, ann, 1) as anns:
        goods = (("men-jade", "600.00"), ("board-slate", "300.00"))
        for choose, (good, balance) in zip(rounds(len(goods)), goods, strict=True):
            presses = [club.press(ann, browser, f"/shop/{good}") for browser in range(4)]
            pages = await asyncio.to_thread(at_once, presses, choose)
            assert {page.status for page in pages} == {302}
            await anns.shows(balance, "0.00")
        presses = [club.press(ann, browser, "/shop/gift") for browser in range(4)]
        assert {page.status for page in await asyncio.to_thread(at_once, presses, choose)} == {302}
        await anns.shows("400.00", "0.00")
    assert club.account(ann) == (400_00, 0)
    club.check()


async def test_the_staff_voids_a_match_twice_at_once(club: Club, boss: Somebody) -> None:
    """The players learn it on open pages, at whatever process they are."""
    ann, bob = await members(club, 2)
    match_id = await set_table(ann, **TABLA, stake="2", most="5")
    async with line(club, ann) as anns, line(club, bob, 1) as bobs:
        for page in (anns, bobs):
            assert (await page.sit(match_id))["t"] == "ack"
        won = await resign(match_id, (anns, bobs), 3)
        winner, loser = (anns, bobs)[won], (anns, bobs)[1 - won]
        await winner.shows("1004.50", "0.00")
        await loser.shows("995.00", "0.00")
        for action, shown in (("void", ("1000.00", "1000.00")), ("restore", ("1004.50", "995.00"))):
            path = f"/staff/results/played/do/{action}/"
            presses = [
                club.press(boss, browser, path, id=match_id, reason="Arranged", word=action)
                for browser in range(4)
            ]
            pages = await asyncio.to_thread(at_once, presses, random.Random(1))
            assert Counter(page.status for page in pages) == {302: 1, 422: 3}
            await winner.shows(shown[0], "0.00")
            await loser.shows(shown[1], "0.00")
            club.check()


async def test_a_grant_appears_on_open_pages(club: Club, boss: Somebody) -> None:
    (ann,) = await members(club, 1)
    ((key,),) = club.rows(f"SELECT id FROM members_member WHERE username = '{ann.login}'")
    async with line(club, ann) as first_page, line(club, ann, 1) as second_page:
        fields = {"id": str(key), "reason": "A prize", "amount": "2.50", "nonce": "a-grant-of-a-race"}
        path = "/staff/members/member/do/grant/"
        presses = [club.press(boss, browser, path, **fields) for browser in range(4)]
        pages = await asyncio.to_thread(at_once, presses, random.Random(1))
        assert {page.status for page in pages} == {302}
        for page in (first_page, second_page):
            await page.shows("1002.50", "0.00")
    club.check()
