"""Searches with a stake: both stakes are held when the two meet, or neither; a search holds nothing."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.club.server.test_sockets import dial
from tests.club.stakes.test_escrow import ANN, BOB, arrive, check, have, holds
from tests.club.stakes.test_killed import Club, dies
from tests.club.stakes.test_staked_tables import act
from tests.support.by_day import by_day
from tests.support.club.site_database import furnished
from tests.support.club.stake_auditor import grow_old
from tests.support.club.staked_matches import member as seated_member
from tests.support.live.page_sessions import Page, started
from tests.support.live.socket_players import hear, tell
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.announcements import BalanceAnnouncer
from zaria.club.ledger.kinds import SHOP, TransferKind, member_code
from zaria.club.ledger.queries import Balance, balance
from zaria.club.player_limits import actions as limits
from zaria.club.relations.actions import block
from zaria.club.relations.pairing import BlockPolicy
from zaria.club.stakes.escrow import ClubEscrow
from zaria.club.stakes.terms import stakes_of
from zaria.live.app import Live
from zaria.live.lobby.speeds import Kind, terms_of_search
from zaria.live.matches.rating_policy import EveryMatchIsRated
from zaria.live.matches.table_request import TableRequest

CID = "m-cid"
TERMS: dict[str, Any] = {"game": "tabla", "speed": "normal", "stake": 200_00, "most": 500_00}
WHOLE, HELD = Balance(1000_00, 0), Balance(500_00, 500_00)


@asynccontextmanager
async def live_searches(path: Path, **options: Any) -> AsyncIterator[Live]:
    """Live play that asks the club about the stakes of searches, and about blocks."""
    escrow, policy = ClubEscrow(), BlockPolicy()
    live = await started(
        path / "live.sqlite3", escrow=escrow, search_stakes=escrow, pairing=policy, **options
    )
    balances = BalanceAnnouncer(live.lobby.sessions.credits_changed)
    balances.start()
    try:
        yield live
    finally:
        await live.stop()
        await balances.close()
        await escrow.close()
        await policy.close()


def search(*pages: Page, **terms: Any) -> None:
    for page in pages:
        page.tell(t="seek", **TERMS | terms)


async def refused(page: Page, code: str) -> None:
    """Wait for the end of the search and its reason."""
    assert (await page.next_message("no"))["code"] == code


def spend(player: str, amount: int) -> None:
    """Let a member have so much less."""
    ledger.ensure_member(player)
    ledger.post([Booking(f"spent:{player}", TransferKind.PURCHASE, member_code(player), SHOP, amount)])


async def test_both_stakes_are_held_when_two_meet_and_not_before(club: None, tmp_path: Path) -> None:
    async with live_searches(tmp_path) as live:
        ann, bob, cid = [await arrive(live, name) for name in (ANN, BOB, CID)]
        search(ann)
        seeking = await ann.next_message("seeking")
        assert (seeking["stakes"]["stake"], seeking["stakes"]["most"]) == (200_00, 500_00)
        search(bob, most=400_00)
        cid.tell(t="seek", game="tabla", speed="normal")
        for page in (bob, cid):
            assert (await page.next_message("seeking"))["others"] == 0
        assert [await have(name) for name in (ANN, BOB, CID)] == [WHOLE] * 3
        search(bob)
        redirect = await bob.next_message("go")
        assert (redirect["found"]["stakes"]["stake"], redirect["found"]["rated"]) == (200_00, True)
        assert (await ann.next_message("go"))["m"] == redirect["m"]
        assert [await have(name) for name in (ANN, BOB, CID)] == [HELD, HELD, WHOLE]
        for page in (ann, bob):
            assert (await page.sit(redirect["m"]))["t"] == "ack"
        state = await ann.state(redirect["m"])
        assert state["v"]["stakes"]["most"] == 500_00
        assert [await holds(name) for name in (ANN, BOB)] == [["pending"]] * 2
        await check()


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"stake": 400_00, "most": 1200_00}, "not_enough_credits"),
        ({"stake": 50, "most": 100}, "bad_stakes"),
        ({"stake": 500_00, "most": 200_00}, "bad_stakes"),
        ({"stake": 0, "most": 200_00}, "bad_stakes"),
    ],
)
async def test_a_stake_that_cannot_be_held_is_refused_at_once(
    club_in_sqlite: None, tmp_path: Path, terms: dict[str, int], code: str
) -> None:
    async with live_searches(tmp_path) as live:
        ann, bob = await arrive(live, ANN), await arrive(live, BOB)
        search(ann, **terms)
        await refused(ann, code)
        bob.tell(t="hall", what="open")
        assert (await bob.next_message("page"))["seeks"] == []
        assert await have(ANN) == WHOLE
        assert await holds(ANN) == []


async def test_guests_do_not_search_for_a_stake(club_in_sqlite: None, tmp_path: Path) -> None:
    async with live_searches(tmp_path) as live:
        guest = Page(live, "guest")
        search(guest)
        await refused(guest, "members_only")


async def _spends(player: str) -> str:
    await asyncio.to_thread(spend, player, 600_00)
    return "not_enough_credits"


async def _excludes_themselves(player: str) -> str:
    await asyncio.to_thread(limits.exclude, player, limits.EXCLUSION_DAYS[0])
    return "excluded"


async def _pauses(player: str) -> str:
    await asyncio.to_thread(limits.pause, player, 7)
    return "paused"


@pytest.mark.parametrize("change", [_spends, _excludes_themselves, _pauses])
async def test_of_two_who_meet_one_who_may_not_stake_ends_the_search(
    club_in_sqlite: None, tmp_path: Path, change: Any
) -> None:
    """The other learns nothing, loses nothing, and goes on with the wait so far."""
    async with live_searches(tmp_path) as live:
        ann, bob, cid = [await arrive(live, name) for name in (ANN, BOB, CID)]
        search(bob)
        await bob.next_message("seeking")
        code = await change(BOB)
        before = await have(BOB)
        search(ann)
        await refused(bob, code)
        assert await have(ANN) == WHOLE
        assert await have(BOB) == before
        assert not [message for message in ann.got if message["t"] in ("go", "no")]
        search(cid)
        assert (await cid.next_message("go"))["m"] == (await ann.next_message("go"))["m"]
        assert [await have(name) for name in (ANN, CID)] == [HELD, HELD]
        await check()


async def test_two_who_block_each_other_do_not_meet_for_a_stake(club_in_sqlite: None, tmp_path: Path) -> None:
    members = [Member(username=name, player=name, email=f"{name}@example.org") for name in (ANN, BOB)]
    for member in members:
        await asyncio.to_thread(member.save)
    await asyncio.to_thread(block, *members)
    async with live_searches(tmp_path) as live:
        ann, bob, cid = [await arrive(live, name) for name in (ANN, BOB, CID)]
        search(ann, bob)
        for page in (ann, bob):
            await page.next_message("seeking")
        search(cid)
        await cid.next_message("go")
        assert sorted([await have(name) for name in (ANN, BOB)]) == [HELD, WHOLE]


class NoMoreToday(EveryMatchIsRated):
    """The two have played all the rated matches of a day."""

    async def decide_rating(self, match_id: str, request: TableRequest) -> TableRequest:
        """The request without rating."""
        pair = {place.id for place in request.places if place is not None}
        return replace(request, terms=request.terms.without_rating()) if pair == {ANN, BOB} else request


async def test_two_who_may_play_no_more_rated_matches_search_on(club_in_sqlite: None, tmp_path: Path) -> None:
    async with live_searches(tmp_path, rating=NoMoreToday()) as live:
        ann, bob, cid = [await arrive(live, name) for name in (ANN, BOB, CID)]
        search(ann, bob)
        for page in (ann, bob):
            await page.next_message("seeking")
        search(cid)
        await cid.next_message("go")
        assert sorted([await have(name) for name in (ANN, BOB)]) == [HELD, WHOLE]
        assert await have(CID) == HELD


async def test_a_search_meets_an_open_table_with_just_its_stakes(
    club_in_sqlite: None, tmp_path: Path
) -> None:
    async with live_searches(tmp_path) as live:
        _host, bob = await arrive(live, ANN), await arrive(live, BOB)
        stakes = stakes_of("tabla", 1, 200_00, 500_00)
        terms = terms_of_search(Kind("tabla", "normal"), rated=True, stakes=stakes)
        assert terms is not None
        table = await live.open(
            TableRequest(terms, (seated_member(ANN), None), by=0, public=True, wait=60_000)
        )
        search(bob, most=300_00)
        await bob.next_message("seeking")
        bob.tell(t="seek", game="tabla", speed="normal")
        await bob.next_message("seeking")
        search(bob)
        assert (await bob.next_message("go"))["m"] == table
        assert await have(BOB) == WHOLE, "their stake is held when they sit down"
        assert (await bob.sit(table))["t"] == "ack"
        assert await have(BOB) == HELD


async def searching(socket: ClientConnection) -> None:
    await tell(socket, t="seek", **TERMS | {"stake": 2_00, "most": 5_00})


ENGINES = ("sqlite", "postgresql")


@pytest.fixture
def mortal_club(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[Club]:
    """A club of members on SQLite, or on PostgreSQL and Redis; none of its processes stays."""
    more = {}
    if request.param == "postgresql":
        redis = request.getfixturevalue("redis")
        more = {"ZARIA_DATABASE_URL": furnished(request, "searches"), "ZARIA_REDIS_URL": redis.url}
    club = Club(tmp_path, django_db_blocker, **more)
    yield club
    for server in club.servers:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)


@pytest.mark.parametrize(
    ("mortal_club", "point"),
    by_day([("sqlite", "reserved")], product(ENGINES, ("reserved", "opened"))),
    indirect=["mortal_club"],
)
def test_a_process_that_dies_as_two_meet_keeps_nothing(mortal_club: Club, point: str) -> None:
    """The stakes of both are held, and the table is not stored, or nobody knows of it."""
    club = mortal_club
    servers = [club.start(point)]
    if club.is_shared:
        servers.append(club.start(point))  # either of them pairs
    visitors = [
        member.visit(server.url)
        for member, server in zip(club.members, (servers[0], servers[-1]), strict=False)
    ]

    async def meet() -> None:
        addresses = (servers[0].url, servers[-1].url)
        async with (
            dial(addresses[0], visitors[0].cookies) as first,
            dial(addresses[1], visitors[1].cookies) as second,
        ):
            while all(server.process.poll() is None for server in servers):
                for socket in (first, second):
                    with suppress(ConnectionClosed):
                        await searching(socket)
                with suppress(ConnectionClosed, TimeoutError):
                    async with asyncio.timeout(1):
                        await hear(second, "go")

    asyncio.run(meet())
    (dead, *_), alive = (
        [server for server in servers if server.process.poll() is not None],
        [server for server in servers if server.process.poll() is None],
    )
    dies(dead)
    for server in alive:
        server.stop(signal.SIGKILL)
    held = club.held()
    assert {player for _, player in held} == {member.player.id for member in club.members[:2]}
    assert len({match_id for match_id, _ in held}) == 1
    club.ask(grow_old)
    server = club.start()
    club.wait_for(set())
    assert [club.ask(balance, member.player.id).available for member in club.members[:2]] == [1000_00] * 2
    server.stop()


@pytest.mark.parametrize("mortal_club", by_day(("postgresql",), ENGINES), indirect=True)
async def test_two_at_different_processes_meet_for_a_stake(mortal_club: Club) -> None:
    club = mortal_club
    servers = [await asyncio.to_thread(club.start) for _ in range(1 + club.is_shared)]
    urls = (servers[0].url, servers[-1].url)
    members = club.members[:2]
    visitors = [await asyncio.to_thread(member.visit, url) for member, url in zip(members, urls, strict=True)]
    async with dial(urls[0], visitors[0].cookies) as first, dial(urls[1], visitors[1].cookies) as second:
        redirects = await asyncio.gather(meets(first), meets(second))
        assert redirects[0] == redirects[1]
        held = await asyncio.to_thread(club.held)
        assert held == {(redirects[0], member.player.id) for member in members}
        for socket in (first, second):
            assert (await act(socket, redirects[0], t="sit"))["t"] == "ack"
        assert await asyncio.to_thread(club.held) == held
    for server in servers:
        await asyncio.to_thread(server.stop)


async def meets(socket: ClientConnection) -> str:
    """Search until an opponent is found; the id of the match."""
    while True:
        await searching(socket)
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                return str((await hear(socket, "go"))["m"])
