"""New balances on the open pages of members.

Each transfer names the members with a balance that it changes. After its transaction the announcer of this
process reads their balances and sends them to all their pages, in every process. A process without an
announcer, a command of the operator for instance, sends nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice

from django.conf import settings
from django.db import Error, transaction

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.kinds import held_code, member_code
from zaria.club.ledger.models import Account
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.sockets.protocol.server import CreditsChanged

log = logging.getLogger(__name__)

AT_ONCE = 500
"""Members in one query of balances."""
PAUSE_S = 1.0
"""Seconds before another try while the database is away."""

Announce = Callable[[str, CreditsChanged], None]
"""Sends a player's balance to their pages."""

_announcers: set["BalanceAnnouncements"] = set()
_OWN = (member_code(""), held_code(""))


def add(codes: Iterable[str]) -> None:
    """Announce the balances of the members with these accounts after the present transaction."""
    if not _announcers:
        return
    players = {
        code.removeprefix(prefix): None for code in codes for prefix in _OWN if code.startswith(prefix)
    }

    def announce() -> None:
        for announcer in tuple(_announcers):
            announcer.add(players)

    if players:
        transaction.on_commit(announce)


class BalanceAnnouncements:
    """The announcer of a process; it belongs to the event loop on which it is started."""

    def __init__(self, announce: Announce) -> None:
        """`announce` is called on the event loop."""
        self._announce = announce
        self._database = DatabaseThread("balances")
        self._players: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to announce."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._work())
        _announcers.add(self)

    async def close(self) -> None:
        """End after the query in progress."""
        _announcers.discard(self)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    def add(self, players: Iterable[str]) -> None:
        """Announce the balances of these players soon; called in any thread."""
        with suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(self._add, dict.fromkeys(players))

    def _add(self, players: dict[str, None]) -> None:
        self._players |= players
        self._wake.set()

    async def _work(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while players := list(islice(self._players, AT_ONCE)):
                for player in players:
                    del self._players[player]
                try:
                    messages = await self._database.run(_messages, players)
                except Error as error:
                    log.warning("balances: waiting for the database: %s", error)
                    self._players |= dict.fromkeys(players)
                    await asyncio.sleep(PAUSE_S)
                    continue
                for player, message in messages.items():
                    self._announce(player, message)


def _messages(players: list[str]) -> dict[str, CreditsChanged]:
    """The message that shows the balance of each of these players."""
    codes = [code(player) for player in players for code in (member_code, held_code)]
    accounts = Account.objects.filter(code__in=codes, unit=settings.LEDGER.unit)
    balances = dict(accounts.values_list("code", "balance"))
    return {
        player: CreditsChanged(
            amount_string(balances.get(member_code(player), 0)),
            amount_string(balances.get(held_code(player), 0)),
        )
        for player in players
    }
