"""Members who play for stakes in the proof."""

import asyncio
import csv
import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path

from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tests.proof.client import Client
from tests.proof.harness import Proof
from tests.support.club.signed_in_members import SignedIn, sign_in
from tests.support.club.stake_auditor import Auditor, Entry, grow_old, holds
from tests.support.http_client import Visitor
from tests.support.servers import environment
from tests.support.zaria_command import run_zaria
from zaria.live.journal.base import Row
from zaria.match import events as ev

TABLES = (
    {"game": "tabla", "clock": "calm", "stake": "2.00", "most": "5.00"},
    {"game": "chess", "clock": "game", "stake": "3.00"},
    {"game": "short-nardy-5s", "clock": "calm", "stake": "10.00"},
)
LIMITS = {"ZARIA_RATED_A_DAY": "0", "ZARIA_TABLES_A_MINUTE": "0"}
"""The same two play all the time."""


class StakedProof(Proof):
    """A proof in which pairs of members play for stakes."""

    def __init__(self, home: Path, think: float, blocker: DjangoDbBlocker, **environment: str) -> None:
        super().__init__(home, think, blocker, **environment, **LIMITS)

    async def gather_pairs(self, pairs: int) -> None:
        """Let so many pairs of members come."""
        members = await asyncio.to_thread(self.ask, sign_in, 2 * pairs)
        url = self._url()
        visitors = await asyncio.gather(*(asyncio.to_thread(member.visit, url) for member in members))
        for (owner, owner_cookies), (guest, guest_cookies), table in zip(
            zip(members[::2], visitors[::2], strict=True),
            zip(members[1::2], visitors[1::2], strict=True),
            cycle(TABLES),
            strict=False,
        ):
            owner_client, guest_client = (
                self._client(owner, owner_cookies),
                self._client(guest, guest_cookies),
            )
            owner_client.opponent, guest_client.opponent = guest_client, owner_client
            owner_client.set_table = partial(self._set_table, owner_cookies, table)
        await asyncio.gather(*(client.come() for client in self.clients))

    def _client(self, member: SignedIn, visitor: Visitor) -> Client:
        cookies = {name: value for name, value in visitor.cookies.items() if value}
        client = Client(self.crowd, member.player, cookies)
        self.clients.append(client)
        return client

    def _set_table(self, visitor: Visitor, fields: Mapping[str, str]) -> str:
        visitor.url = self._url()
        return visitor.set_table(opponent="friend", colour="light", **fields).rpartition("/")[2]

    def _url(self) -> str:
        return f"http://127.0.0.1:{random.choice(self.crowd.ports())}"

    async def come_to_rest(self) -> None:
        """Until nothing is held of them but what the sweeper returns: no table was opened or taken.

        Who has set a table at which nobody sits clears it.
        """
        owners = {client.guest.id: client if client.set_table else client.opponent for client in self.clients}
        stored = self.stored()
        end = asyncio.get_running_loop().time() + await self.patience()
        while remaining_holds := [
            held for held in await asyncio.to_thread(self.ask, holds) if held[1] in owners
        ]:
            waiting = [
                (match_id, player) for match_id, player in remaining_holds if is_open(stored.get(match_id))
            ]
            for match_id, player in waiting:
                owner = owners[player]
                assert owner is not None
                owner.clear(match_id)
            if not waiting and not any(
                is_seated(stored.get(match_id), player) for match_id, player in remaining_holds
            ):
                return
            assert asyncio.get_running_loop().time() < end, f"still held: {remaining_holds}"
            await asyncio.sleep(0.2)
            stored = self.stored()

    async def sweep(self) -> None:
        """Make the remaining holds two minutes older, and let a process return them as it starts.

        Call it when all processes have ended: nothing is on its way any more.
        """
        if not await asyncio.to_thread(self.ask, holds):
            return
        await asyncio.to_thread(self.ask, grow_old)
        first = self.houses[0]
        await first.start()
        await self.until_nothing_is_held(await self.patience())
        assert await first.stop() == 0

    async def until_nothing_is_held(self, seconds: float) -> None:
        """Wait for the settlements and the sweeper."""
        end = asyncio.get_running_loop().time() + seconds
        while remaining_holds := await asyncio.to_thread(self.ask, holds):
            assert asyncio.get_running_loop().time() < end, f"held for ever: {remaining_holds}"
            await asyncio.sleep(0.1)

    async def audit(self) -> None:
        """Every hundredth is accounted for, in the ledger and against the journal. Prints the figures."""
        env = environment(self.home, **self.environment)
        check = await asyncio.to_thread(partial(run_zaria, "manage", "ledger", "check", env=env))
        assert check.returncode == 0, check.stdout + check.stderr
        file = self.home / "ledger.csv"
        await asyncio.to_thread(self.ask, call_command, "ledger", "export", str(file))
        with file.open(encoding="utf-8", newline="") as lines:
            entries = [Entry.read(row) for row in csv.DictReader(lines)]
        auditor = Auditor(entries, self.stored(), [client.guest.id for client in self.clients])
        print(auditor.audit())
        assert not auditor.problems, f"{len(auditor.problems)}:\n" + "\n".join(auditor.problems[:20])


def is_open(rows: Sequence[Row] | None) -> bool:
    """Return whether a match waits for players."""
    return rows is not None and not any(row.kind in ("game", "closed") for row in rows)


def is_seated(rows: Sequence[Row] | None, player: str) -> bool:
    """Return whether the player sits at a table of the journal."""
    seated = [ev.decode(row.body) for row in rows or [] if row.kind == "seated"]
    return any(isinstance(event, ev.Seated) and event.player.id == player for event in seated)
