"""A host stands still inside a transaction: the others settle, buy and talk meanwhile (PostgreSQL, Redis)."""

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from websockets.asyncio.client import ClientConnection

from tests.club.server.test_roles import Role
from tests.club.server.test_sockets import dial
from tests.club.stakes.test_staked_tables import TABLA, act, set_table, to_act
from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished
from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.club.ledger.kinds import FEES

SECONDS = 4
"""The limit of a statement and of a transaction that stands still."""
WAITING = """
SELECT client_port FROM pg_stat_activity
WHERE application_name = 'zaria-site' AND wait_event_type = 'Lock' AND datname = current_database()
"""
HELD = "SELECT count(*) FROM ledger_transfer WHERE state = 'pending'"

pytestmark = pytest.mark.slow


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    return furnished(request, "frozen")


@pytest.fixture
def roles(tmp_path: Path, url: str, redis: Redis) -> Iterator[list[Role]]:
    more = {"ZARIA_DATABASE_URL": url, "ZARIA_REDIS_URL": redis.url, "ZARIA_DATABASE_SECONDS": str(SECONDS)}
    started = [Role(tmp_path, role, **more) for role in ("web", "host", "host")]
    for role in started:
        role.ready()
    yield started
    for role in started:
        with suppress(ProcessLookupError):
            os.kill(role.process.pid, signal.SIGCONT)
        if role.process.poll() is None:
            assert role.stop() == 0


def _owner_of_port(roles: list[Role], port: int) -> Role | None:
    """The process whose socket has this local port."""
    table = Path("/proc/net/tcp").read_text(encoding="ascii")
    inodes = re.findall(rf"^\s*\d+: \w+:{port:04X} (?:\S+ +){{7}}(\d+)", table, re.MULTILINE)
    for role in roles:
        for descriptor in Path(f"/proc/{role.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                if os.readlink(descriptor) in [f"socket:[{inode}]" for inode in inodes]:
                    return role
    return None


def _freeze_waiting(roles: list[Role], url: str) -> Role:
    """Stop the process that waits for a lock."""
    until = time.monotonic() + PATIENCE
    with psycopg.connect(url, autocommit=True) as db:
        while time.monotonic() < until:
            for (port,) in db.execute(WAITING):
                role = _owner_of_port(roles, port)
                if role is not None:
                    os.kill(role.process.pid, signal.SIGSTOP)
                    return role
    raise AssertionError("nothing waits for the lock")


def _wait_settled(url: str) -> None:
    until = time.monotonic() + 2 * PATIENCE
    with psycopg.connect(url, autocommit=True) as db:
        while db.execute(HELD).fetchone() != (0,):
            assert time.monotonic() < until, "stakes are still held"


async def _end_match(sockets: tuple[ClientConnection, ClientConnection], owner: Somebody) -> None:
    """Play a staked match, which ends by a resignation."""
    match_id = await set_table(owner, stake="2.00", most="5.00", **TABLA)
    for socket in sockets:
        assert (await act(socket, match_id, t="sit"))["t"] == "ack"
    side = await to_act(sockets, match_id)
    assert (await act(sockets[side], match_id, t="resign", points=1))["t"] == "ack"
    assert (await act(sockets[1 - side], match_id, t="accept"))["t"] == "ack"


async def test_a_host_that_is_frozen_in_a_transaction_stops_nobody_for_long(
    roles: list[Role], url: str
) -> None:
    web = roles[0].url
    ann, bob, cleo, dan = [await asyncio.to_thread(Somebody(web).join) for _ in range(4)]
    async with dial(web, ann.cookies) as anns, dial(web, bob.cookies) as bobs:
        await _end_match((anns, bobs), ann)  # the first fee opens the account of the house
        await asyncio.to_thread(_wait_settled, url)
        with psycopg.connect(url) as db:
            db.execute("SELECT * FROM ledger_account WHERE code = %s FOR UPDATE", (FEES,))
            await _end_match((anns, bobs), ann)
            frozen = await asyncio.to_thread(_freeze_waiting, roles, url)
        assert frozen.role == "host"
        for member in (ann, bob):  # their accounts are locked by the frozen process
            until = time.monotonic() + PATIENCE
            while (
                page := await asyncio.to_thread(member.fill, "/shop/gift", member.get("/shop"))
            ).status == 503:
                assert "The server is busy" in page.text
                assert time.monotonic() < until
            assert page.status == 302
    async with dial(web, cleo.cookies) as cleos, dial(web, dan.cookies) as dans:
        await _end_match((cleos, dans), cleo)
    await asyncio.to_thread(_wait_settled, url)
    os.kill(frozen.process.pid, signal.SIGCONT)
