"""A server that is killed between the commit of a line and its answer; pages of lines over HTTP."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker
from websockets.exceptions import ConnectionClosed

from tests.club.server.test_sockets import dial
from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.site_database import instead
from tests.support.club.talking import read, say
from tests.support.servers import Server, furnish
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions
from zaria.club.site.database import databases

T = TypeVar("T")


class Club:
    """A club on SQLite with two members and their conversation, and its processes one after the other."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker) -> None:
        self.home = furnish(home)
        self._blocker = blocker
        self.members: list[SignedIn] = self.ask(lambda: sign_in(2))
        self.name = self.ask(self._begin)
        self.server: Server | None = None

    def ask(self, work: Callable[[], T]) -> T:
        """Do something with the tables of the site."""
        with self._blocker.unblock(), instead(databases.default(None, self.home)):
            return work()

    def _begin(self) -> str:
        first, second = (Member.objects.get(player=member.player.id) for member in self.members)
        return actions.begin_direct(first, second)

    def start(self, module: str = "zaria.cli.main", **more: str) -> Server:
        more["ZARIA_SECRET_KEY"] = settings.SECRET_KEY
        self.server = Server(self.home, port=0, bot_pause=0, module=module, **more)
        return self.server


@pytest.fixture
def own_club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    club = Club(tmp_path, django_db_blocker)
    yield club
    if club.server is not None and club.server.process.poll() is None:
        club.server.stop(signal.SIGKILL)


async def test_a_line_survives_the_process_that_has_not_answered_yet(own_club: Club) -> None:
    club = own_club
    server = club.start("tests.support.club.dying_server", DIES_AT="line", DIES_FOR="Are you there?")
    ann = club.members[0].visit(server.url)
    async with dial(server.url, ann.cookies) as socket:
        assert (await say(socket, club.name, "Hello", "one"))["n"] == 1
        with pytest.raises(ConnectionClosed):
            await say(socket, club.name, "Are you there?", "two")
    assert server.stop(0) == -9

    server = club.start()
    ann, bob = (member.visit(server.url) for member in club.members)
    async with dial(server.url, ann.cookies) as ann_socket, dial(server.url, bob.cookies) as bob_socket:
        assert [line["text"] for line in (await read(bob_socket, club.name))["lines"]] == [
            "Hello",
            "Are you there?",
        ]
        assert (await say(ann_socket, club.name, "Are you there?", "two"))["n"] == 2
        assert (await say(ann_socket, club.name, "Good", "three"))["n"] == 3
    page = bob.get(f"/messages/{club.name}/lines?before=3")
    assert page.status == 200
    lines = json.loads(page.text)
    assert [(line["n"], line["text"]) for line in lines["lines"]] == [(1, "Hello"), (2, "Are you there?")]
    assert bob.get(f"/messages/{club.name}/lines?before=x").status == 400
    assert bob.get("/messages/direct:other/lines?before=3").status == 404
    assert bob.get("/messages/table:other/lines?before=3").status == 404
    assert server.stop() == 0
