"""Offers of other terms at open tables, through real requests and sockets."""

import asyncio
import random
import signal
import sqlite3
import time
from asyncio import to_thread
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.club.server.test_roles import Role
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished
from tests.support.club.staked_club import Club, at_once, line, play, resign
from tests.support.club.table_offers import answer, form_of, open_table, press, read
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import CLUB, Server
from zaria.club.table_offers.actions import MOST_ROUNDS

LACK = "You don't have enough credits for this stake."


@pytest.fixture(scope="module", params=by_day(("postgresql",), ("sqlite", "postgresql")))
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One process with SQLite; or two web processes and a host with PostgreSQL and Redis."""
    home: Path = tmp_path_factory.mktemp("offers")
    if request.param == "sqlite":
        with Server(home) as server:
            yield Club([server.url], home)
        return
    redis = request.getfixturevalue("redis")
    more = {"ZARIA_DATABASE_URL": furnished(request, "offers"), "ZARIA_REDIS_URL": redis.url}
    roles = [Role(home, role, **more) for role in ("web", "web", "host,bots")]
    for role in roles:
        role.ready()
    yield Club([role.url for role in roles[:2]], home, **more)
    assert [role.stop() for role in roles] == [0, 0, 0]


async def pair(club: Club, number: int = 2) -> list[Somebody]:
    """New members; all but the first use the last web process."""
    members = await to_thread(club.members, number)
    for member in members[1:]:
        member.url = club.urls[-1]
    return members


async def test_a_reader_offers_the_owner_answers_and_the_reader_accepts(club: Club) -> None:
    owner, reader = await pair(club)
    async with line(club, owner) as owners, line(club, reader, -1) as readers:
        match_id = await to_thread(open_table, owner)
        await owners.sit(match_id)
        before = club.account(owner), club.account(reader)
        assert before == ((980_00, 20_00), (1000_00, 0))

        sent = await to_thread(press, reader, match_id, "offer", stake="5", most="15", clock="quick")
        assert sent.status == 302, read(sent)
        news = await owners.heard(lambda message: message["t"] == "offers")
        assert news == {"t": "offers", "m": match_id, "n": 1}
        shown = read(await to_thread(owner.get, f"/t/{match_id}/offers"))
        assert f"Offer from {reader.login}" in shown
        assert "Offer 1 of 3" in shown
        assert f"{reader.login} offers you other terms" in read(await to_thread(owner.get, "/notices"))

        answered = await to_thread(answer, owner, match_id, stake="8", most="30")
        assert answered.status == 302, read(answered)
        shown = read(await to_thread(reader.get, f"/t/{match_id}/offers"))
        assert "8.00" in shown
        assert "Offer 2 of 3" in shown
        assert "12 s per move" in shown
        assert (club.account(owner), club.account(reader)) == before

        accepted = await to_thread(press, reader, match_id, "accept")
        assert accepted.status == 302, read(accepted)
        agreed = accepted.headers["Location"].rpartition("/")[2]
        await owners.heard(lambda message: message.get("next") == agreed)
        await readers.heard(lambda message: message.get("next") == agreed)
        assert club.account(owner) == club.account(reader) == (970_00, 30_00)
        assert (await owners.watch(match_id))["phase"] == "over"

        view = await owners.watch(agreed)
        assert view["stakes"]["stake"] == 8_00
        assert view["stakes"]["most"] == 30_00
        await owners.sit(agreed)
        await readers.sit(agreed)
        await resign(agreed, [owners, readers])
        await owners.heard(lambda message: message["t"] == "credits" and message["held"] == "0.00", 0)
    assert (await to_thread(reader.get, f"/t/{match_id}/offers")).status == 404
    club.check()


async def test_the_owner_accepts_what_only_the_released_stake_can_pay(club: Club) -> None:
    owner, reader = await pair(club)
    match_id = await to_thread(open_table, owner, stake="60", most="95")
    async with line(club, owner) as owners:
        await owners.sit(match_id)
        sent = await to_thread(press, reader, match_id, "offer", stake="60", most="98")
        assert sent.status == 302, read(sent)
        accepted = await to_thread(press, owner, match_id, "accept")
        assert accepted.status == 302, read(accepted)
        assert club.account(owner) == club.account(reader) == (902_00, 98_00)


async def test_a_refused_offer_changes_nothing(club: Club) -> None:
    owner, reader = await pair(club)
    match_id = await to_thread(open_table, owner)
    path = f"/t/{match_id}/offers"
    async with line(club, owner) as owners:
        await owners.sit(match_id)
        guest = Visitor(club.urls[-1])
        assert (await to_thread(guest.get, path)).status == 403
        same = await to_thread(press, reader, match_id, "offer", stake="10", most="20")
        assert same.status == 422
        assert "These are the table's own terms." in read(same)
        lacking = await to_thread(press, reader, match_id, "offer", stake="2000", most="2000")
        assert lacking.status == 422
        assert LACK in read(lacking)
        assert "/shop#top-up" in lacking.text
        assert "No offers yet" in read(await to_thread(owner.get, path))
        assert (club.account(owner), club.account(reader)) == ((980_00, 20_00), (1000_00, 0))

        stale = await to_thread(reader.get, path)
        for number in range(MOST_ROUNDS):
            stake = str(11 + number)
            if number % 2:
                sent = await to_thread(answer, owner, match_id, stake=stake, most="40")
            else:
                sent = await to_thread(press, reader, match_id, "offer", stake=stake, most="40")
            assert sent.status == 302, read(sent)
        late = await to_thread(press, reader, match_id, "offer", stale, of="", round="0", stake="3", most="3")
        assert late.status == 422
        assert "This offer has changed in the meantime." in read(late)
        last = await to_thread(owner.get, path)
        assert "Offer 3 of 3" in read(last)
        assert "Make a counter-offer" not in read(last)
        old = form_of(last, "accept") | {"round": "1"}
        assert (await to_thread(press, owner, match_id, "accept", last, **old)).status == 422
        declined = await to_thread(press, owner, match_id, "decline", last)
        assert declined.status == 302
        assert "Declined" in read(await to_thread(reader.get, path))
        assert f"{owner.login} declined your terms" in read(await to_thread(reader.get, "/notices"))
        assert (club.account(owner), club.account(reader)) == ((980_00, 20_00), (1000_00, 0))


async def test_offers_end_with_their_table(club: Club) -> None:
    owner, reader, rival = await pair(club, 3)
    match_id = await to_thread(open_table, owner)
    async with line(club, owner) as owners, line(club, reader, -1) as readers:
        await owners.sit(match_id)
        for member in (reader, rival):
            assert (await to_thread(press, member, match_id, "offer", stake="11")).status == 302
        shown = read(await to_thread(owner.get, f"/t/{match_id}/offers"))
        assert f"Offer from {reader.login}" in shown
        assert f"Offer from {rival.login}" in shown
        before = len(readers.got)
        await owners.do(match_id, t="cancel")
        await readers.heard(lambda message: message == {"t": "offers", "m": match_id, "n": 0}, before)
    for member in (reader, rival):
        notices = read(await to_thread(member.get, "/notices"))
        assert f"Your offer ended with the table of {owner.login}" in notices
    assert club.account(owner) == (1000_00, 0)


async def test_a_table_is_taken_or_its_offer_accepted_never_both(club: Club) -> None:
    owner, reader, rival = await pair(club, 3)
    for number in range(3):
        choose = random.Random(number)
        async with line(club, owner) as owners, line(club, rival, -1) as rivals:
            match_id = await to_thread(open_table, owner)
            await owners.sit(match_id)
            assert (await to_thread(press, reader, match_id, "offer", stake="11")).status == 302
            page = await to_thread(owner.get, f"/t/{match_id}/offers")
            fields = form_of(page, "accept") | {"act": "accept"}
            acts = [club.press(owner, browser, f"/t/{match_id}/offers", **fields) for browser in range(2)]
            view = await rivals.watch(match_id)
            sitting = asyncio.create_task(rivals.act(match_id, **play(view)))
            pages = await to_thread(at_once, acts, choose)
            seat = await sitting
            opened = [page.headers["Location"] for page in pages if page.status == 302]
            assert len(opened) + (seat["t"] == "ack") == 1, (opened, seat, [read(page) for page in pages])
            if opened:
                next_id = opened[0].rpartition("/")[2]
                assert club.account(owner)[1] == club.account(reader)[1]
                await owners.do(next_id, t="cancel")
            else:
                await resign(match_id, [owners, rivals])
    club.check()


def test_a_stored_offer_survives_a_kill_and_an_interrupted_one_ends(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    server = Server(tmp_path_factory.mktemp("offers"))
    club = Club([server.url], server.data)
    owner, reader = club.members(2)
    match_id = open_table(owner, opponent="friend")
    assert press(reader, match_id, "offer", stake="11").status == 302
    server.stop(signal.SIGKILL)
    server.restart()
    assert "Offer 1 of 3" in read(reader.get(f"/t/{match_id}/offers"))
    server.stop(signal.SIGKILL)
    with closing(sqlite3.connect(server.data / CLUB)) as db, db:
        db.execute(
            "UPDATE table_offers_tableoffer SET state = 'accepting', next_match = 'n', match_id = 'gone'"
        )
    with server:
        server.restart()
        for member in (owner, reader):
            end = time.monotonic() + PATIENCE
            while "Your offer ended" not in read(member.get("/notices")):
                assert time.monotonic() < end
                time.sleep(0.05)
