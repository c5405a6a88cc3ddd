"""A process that dies at an exact point of the way of a stake; the next one resolves each hold once."""

import asyncio
import csv
import io
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.club.server.test_sockets import dial
from tests.club.stakes.test_staked_tables import act, to_act
from tests.proof.checks import from_sqlite
from tests.support.club.signed_in_members import sign_in
from tests.support.club.site_database import instead
from tests.support.club.stake_auditor import Auditor, Entry, grow_old, holds
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import Server, furnish
from zaria.club.ledger.check import audit
from zaria.club.ledger.csv_export import write_entries
from zaria.club.site.database import databases

T = TypeVar("T")
TABLA = {"game": "tabla", "opponent": "friend", "colour": "light", "clock": "calm", "stake": "2", "most": "5"}


class Club:
    """A club on SQLite, or on the services that `more` names. Its processes die."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker, **more: str) -> None:
        self.home = furnish(home)
        self._blocker = blocker
        self._more = more
        self.members = self.ask(sign_in, 6)
        self.servers: list[Server] = []

    def ask(self, work: Callable[..., T], *args: object) -> T:
        """Do something with the tables of the site."""
        with self._blocker.unblock(), instead(self._database()):
            return work(*args)

    @property
    def is_shared(self) -> bool:
        """Return whether several processes may run at a time."""
        return bool(self._more)

    def _database(self) -> dict[str, Any]:
        return databases.default(self._more.get("ZARIA_DATABASE_URL"), self.home)

    def start(self, point: str = "", player: str = "", by: str = "SIGKILL") -> Server:
        """Start a process that dies at this point, or freezes, or an ordinary one."""
        module = "tests.support.club.dying_server" if point else "zaria.cli.main"
        key = settings.SECRET_KEY
        more: dict[str, Any] = {"ZARIA_SECRET_KEY": key, "DIES_AT": point, "DIES_FOR": player, **self._more}
        more["DIES_BY"] = by
        server = Server(self.home, module=module, **more)
        self.servers.append(server)
        return server

    def dies_by_itself(self, point: str) -> None:
        """Start a process that finds something to do and dies over it."""
        try:
            dies(self.start(point))
        except RuntimeError as ended:  # before its address was known
            if "ended with -9" not in str(ended):
                raise

    def held(self) -> set[tuple[str, str]]:
        """The pending holds, of a ledger that balances."""
        assert self.ask(audit).faults == []
        return set(self.ask(holds))

    def wait_for(self, expected: set[tuple[str, str]]) -> None:
        """Until just these are held."""
        end = time.monotonic() + PATIENCE
        while (actual := set(self.ask(holds))) != expected:
            assert time.monotonic() < end, f"{actual} are held instead of {expected}"
            time.sleep(0.05)

    def audit(self) -> None:
        """Compare the ledger with the journal."""
        file = io.StringIO()
        self.ask(write_entries, file)
        entries = [Entry.read(row) for row in csv.DictReader(file.getvalue().splitlines())]
        players = [member.player.id for member in self.members]
        auditor = Auditor(entries, from_sqlite(self.home / "live.sqlite3"), players)
        auditor.audit()
        assert auditor.problems == []
        assert self.ask(audit).faults == []


def dies(server: Server) -> None:
    """Until the process is dead."""
    assert server.stop(0) == -9


async def sit(server: Server, visitors: list[Visitor], match_id: str) -> None:
    for visitor in visitors:
        async with dial(server.url, visitor.cookies) as socket:
            assert (await act(socket, match_id, t="sit"))["t"] == "ack"


async def clear(server: Server, visitor: Visitor, match_id: str) -> None:
    async with dial(server.url, visitor.cookies) as socket:
        assert (await act(socket, match_id, t="cancel"))["t"] == "ack"


async def resign(server: Server, visitors: list[Visitor], match_id: str, points: int) -> None:
    """End a match."""
    async with (
        dial(server.url, visitors[0].cookies) as first,
        dial(server.url, visitors[1].cookies) as second,
    ):
        sockets: tuple[ClientConnection, ClientConnection] = (first, second)
        side = await to_act(sockets, match_id)
        assert (await act(sockets[side], match_id, t="resign", points=points))["t"] == "ack"
        assert (await act(sockets[1 - side], match_id, t="accept"))["t"] == "ack"


@pytest.fixture
def dying_club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """A club of six members; none of its processes stays."""
    club = Club(tmp_path, django_db_blocker)
    yield club
    for server in club.servers:
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)


@pytest.mark.slow
def test_each_hold_is_resolved_once(dying_club: Club) -> None:
    club = dying_club
    ids = [member.player.id for member in club.members]

    server = club.start("held", ids[5])
    visitors = [member.visit(server.url) for member in club.members]
    over, playing, waiting = (visitors[place].set_table(**TABLA).rpartition("/")[2] for place in (0, 2, 4))
    asyncio.run(sit(server, visitors[:2], over))
    asyncio.run(sit(server, visitors[2:4], playing))
    both = {(over, ids[0]), (over, ids[1])}
    stay = {(playing, ids[2]), (playing, ids[3]), (waiting, ids[4])}
    with pytest.raises(ConnectionClosed):
        asyncio.run(sit(server, visitors[5:], waiting))
    dies(server)
    assert club.held() == both | stay | {(waiting, ids[5])}

    server = club.start("reserved", ids[4])
    with pytest.raises(httpx.HTTPError):
        moved(visitors[4], server).set_table(**TABLA)
    dies(server)
    (lost,) = club.held() - both - stay - {(waiting, ids[5])}
    assert lost[1] == ids[4]

    server = club.start("ended", over)
    with suppress(ConnectionClosed):  # the process may die before it answers
        asyncio.run(resign(server, visitors[:2], over, points=3))
    dies(server)
    for point in ("paid", "settled"):
        club.dies_by_itself(point)
        assert club.held() == both | stay | {(waiting, ids[5]), lost}

    club.ask(grow_old)
    server = club.start()
    club.wait_for(stay)
    asyncio.run(resign(server, visitors[2:4], playing, points=1))
    club.wait_for({(waiting, ids[4])})
    asyncio.run(clear(server, visitors[4], waiting))
    club.wait_for(set())
    server.stop()
    club.audit()


def moved(visitor: Visitor, server: Server) -> Visitor:
    """The same visitor at another address of the club."""
    visitor.url = server.url
    return visitor
