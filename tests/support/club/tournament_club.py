"""A club with members whose tournaments run by themselves: its server, and its database beside it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.site_database import instead
from tests.support.club.tournament_terms import terms
from tests.support.servers import Server, furnish
from zaria.club.accounts.models import Member
from zaria.club.ledger.check import audit
from zaria.club.site.database import databases
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Tournament
from zaria.tournaments.terms import TournamentTerms

T = TypeVar("T")

PATIENCE_S = 60


class TournamentClub:
    """A club on SQLite with some members."""

    def __init__(self, home: Path, blocker: DjangoDbBlocker, members: int) -> None:
        self.home = furnish(home)
        self._blocker = blocker
        self._database = ThreadPoolExecutor(1)
        self.members: list[SignedIn] = self.ask_now(sign_in, members)
        self.server = Server(self.home, ZARIA_SECRET_KEY=settings.SECRET_KEY)

    def close(self) -> None:
        """Stop the server, if it runs; fails if the ledger has faults."""
        if self.server.process.poll() is None:
            self.server.stop()
        assert self.ask_now(audit).faults == []
        self._database.shutdown()

    async def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Do something with the tables of the site, beside the event loop."""
        return await asyncio.to_thread(self.ask_now, work, *args)

    def ask_now(self, work: Callable[..., T], *args: Any) -> T:
        """Do something with the tables of the site.

        It is done in a thread of its own: that of Playwright has an event loop, where Django refuses it.
        """
        return self._database.submit(self._ask, work, *args).result()

    def _ask(self, work: Callable[..., T], *args: Any) -> T:
        with self._blocker.unblock(), instead(databases.default(None, self.home)):
            return work(*args)

    def cookies(self, members: int) -> list[dict[str, str]]:
        """The cookies of the first members."""
        return [dict(member.visit(self.server.url).cookies.items()) for member in self.members[:members]]

    def announce(self, format_: str, members: int = 8, **more: Any) -> str:
        """Announce a tournament, and enter the first members; returns its id."""
        return self.ask_now(_announce, terms(format_, **more), members)

    async def ended(self, tournament_id: str) -> None:
        """Wait until a tournament is over, or cancelled because nobody played."""
        ended = Tournament.objects.filter(pk=tournament_id, phase__in=("over", "cancelled"))
        await self.until(ended.exists)

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so in the database, which announces nothing to other processes."""
        end = time.monotonic() + PATIENCE_S
        while not await self.ask(done):
            assert time.monotonic() < end
            await asyncio.sleep(0.1)


@transaction.atomic
def _announce(tournament_terms: TournamentTerms, members: int) -> str:
    row = actions.create(tournament_terms, "director")
    for member in Member.objects.order_by("pk")[:members]:
        actions.enter(row.pk, member)
    return row.pk
