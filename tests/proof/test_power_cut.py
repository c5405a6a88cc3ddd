"""Everything that the club acknowledges is on stable storage: the disk has no more than what was forced."""

import asyncio
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.club.server.test_sockets import dial
from tests.support.club.local_stripe import LocalStripe, deliver, local_stripe
from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import Fighter, fight, plays_on, resigns
from tests.support.club.site_database import instead
from tests.support.club.talking import say
from tests.support.club.tournament_club import _announce
from tests.support.club.tournament_terms import terms
from tests.support.http_client import Page
from tests.support.patience import PATIENCE
from tests.support.power_cut import DATABASES, DurableServer, between_commits, build_library
from tests.support.servers import CLUB, furnish
from zaria.club.site.clock import now_ms
from zaria.club.site.database import databases

__all__ = ["local_stripe"]

STAKED = {"game": "tabla", "opponent": "friend", "colour": "light", "clock": "calm", "length": "1"}
PLACES = (
    "ledger_transfer",
    "shop_purchase",
    "shop_giftclock",
    "shop_treat",
    "support_message",
    "comments_comment",
    "conversations_line",
    "player_limits_limitsetting",
    "player_limits_pause",
    "top_up_payment",
    "tournaments_entry",
    "results_played",
    "django_session",
    "members_member",
)
"""Tables that must have grown: the test has written in each."""


def tables(folder: Path, name: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a database in a folder, as its next reader finds them."""
    with closing(sqlite3.connect(folder / name)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: sorted(database.execute(f'SELECT * FROM "{table}"'), key=repr) for table in names}


def copied(folder: Path, target: Path) -> Path:
    """A copy of the databases in a folder, which its reader may change."""
    target.mkdir()
    for path in folder.iterdir():
        if path.name.startswith(DATABASES) and not path.name.endswith((".draft", "-shm")):
            (target / path.name).write_bytes(path.read_bytes())
    return target


@pytest.fixture
def server(
    tmp_path: Path, local_stripe: LocalStripe, django_db_blocker: DjangoDbBlocker
) -> Iterator[DurableServer]:
    library = build_library(tmp_path)
    data = furnish(tmp_path / "data-0")
    with django_db_blocker.unblock(), instead(databases.default(None, data)):
        _announce(terms("knockout", starts_at=now_ms() + 3_600_000), 0)
    environment: dict[str, Any] = local_stripe.environment
    server = DurableServer(tmp_path, library, **environment)
    yield server
    if server.process.poll() is None:
        server.stop(signal.SIGKILL)


def ok(page: Page) -> Page:
    """A page that acknowledges a form."""
    assert page.status == 302, re.findall(r"(?:wrong|alert)[^>]*>(?:<p>)?([^<]+)", page.text)
    return page


def treat(member: Somebody, opponent: Somebody, match_id: str) -> None:
    fields = {"kind": "tea", "to": opponent.login, "match": match_id}
    page = member.get("/treats?" + "&".join(f"{name}={value}" for name, value in fields.items()))
    nonce = re.search(r'name="nonce" value="([\w-]+)"', page.text)
    assert nonce is not None
    ok(member.fill("/treats", page, **fields, nonce=nonce[1]))


def top_up(server: DurableServer, stripe: LocalStripe, member: Somebody) -> None:
    """Pay 10 EUR, and let the provider report it: it repeats no report that was answered with 200."""
    form = member.get("/top-up")
    nonce = re.search(r'name="nonce" value="([\w-]+)"', form.text)
    assert nonce is not None
    address = ok(member.fill("/top-up", form, amount="10.00", nonce=nonce[1])).headers["Location"]
    stripe.pay(address)
    for event in stripe.events(address.rpartition("/")[2]):
        assert deliver(server.url, event).status_code == 200


async def act(server: DurableServer, stripe: LocalStripe, tournament: str) -> tuple[Somebody, Somebody]:
    """Do a little of everything that members do, and wait for each answer."""
    ann, bob, cleo = await asyncio.to_thread(lambda: [Somebody(server.url).join() for _ in range(3)])

    def forms() -> tuple[str, str]:
        ok(ann.post("/shop/gift"))
        ok(ann.fill("/shop/men-jade"))
        ok(ann.fill("/support", kind="question", text="Where are my credits?"))
        ok(ann.post("/comments", place="club", text="A fine club"))
        ok(ann.fill("/me/limits", stake="50"))
        ok(cleo.post("/me/limits/exclusion", length="183", sure="on"))
        ok(bob.post(f"/tournaments/{tournament}/enter"))
        top_up(server, stripe, bob)
        conversation = ok(ann.post(f"/messages/to/{bob.login}")).headers["Location"]
        ok(ann.fill(conversation, text="Hello from a form"))
        return conversation.rpartition("/")[2], ann.set_table(**STAKED, stake="5", most="15")

    conversation, path = await asyncio.to_thread(forms)
    async with dial(server.url, ann.cookies) as socket:
        assert (await say(socket, conversation, "Hello from a socket"))["t"] == "said"
    match_id = path.rpartition("/")[2]

    def treats_and_resigns(fighter: Fighter) -> Any:
        if fighter.turns == 0:
            fighter.turns = 1
            treat(ann, bob, match_id)
        return resigns(fighter)

    await fight(match_id, ann, bob, treats_and_resigns, plays_on)
    async with asyncio.timeout(PATIENCE):
        while not rows(server.data, "SELECT 1 FROM ledger_transfer WHERE kind = 'fee'"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return ann, bob


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / CLUB, timeout=PATIENCE)) as database:
        return database.execute(query).fetchall()


async def test_a_power_cut_takes_nothing_back(
    server: DurableServer, local_stripe: LocalStripe, tmp_path: Path
) -> None:
    ((tournament,),) = rows(server.data, "SELECT id FROM tournaments_tournament")
    before = tables(copied(server.data, tmp_path / "before"), CLUB)
    ann, bob = await act(server, local_stripe, tournament)
    with between_commits(server.data):
        server.process.send_signal(signal.SIGSTOP)  # the moment of the cut
    acknowledged = copied(server.data, tmp_path / "acknowledged")
    forced = copied(server.forced, tmp_path / "forced")
    for name in DATABASES:
        contents, expected = tables(forced, name), tables(acknowledged, name)
        assert {table for table in expected if contents.get(table) != expected[table]} == set()
    after = tables(acknowledged, CLUB)
    assert {place for place in PLACES if after[place] == before[place]} == set()
    with await asyncio.to_thread(server.cut) as restarted:
        for member in (ann, bob):
            member.url = restarted.url
            assert await asyncio.to_thread(member.is_in)
        assert "Where are my credits?" in (await asyncio.to_thread(ann.get, "/support")).text


async def test_an_orderly_stop_leaves_no_log(server: DurableServer) -> None:
    await asyncio.to_thread(Somebody(server.url).join)
    assert server.stop() == 0
    for name in DATABASES:
        log = server.data / f"{name}-wal"
        assert not log.exists() or log.stat().st_size == 0, name
        assert tables(server.data, name) == tables(server.forced, name)
