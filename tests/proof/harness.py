"""Many players, real processes and blows between them: what every proof here is made of."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import TypeVar

from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.proof.checks import Judge, from_postgres, from_sqlite
from tests.proof.client import Client, Crowd
from tests.proof.servers import House
from tests.support.club.site_database import instead
from tests.support.http_client import Visitor
from tests.support.patience import slowness
from tests.support.search_budget import RUN
from tests.support.services import Service
from zaria.club.accounts import guests
from zaria.club.site.database import databases
from zaria.live.journal.base import Row

GAMES = ("tabla", "tapa", "russian-draughts", "chess")
PATIENCE = 90.0
"""Seconds in which everybody has to go on after a blow, on a machine that does nothing else."""
SEED = 20261121 + RUN

PAUSES = (0.0, 0.0, 0.1, 0.5, 2.2)
"""Seconds between two things that fall or rise; in the longest a host is found to be dead, or acts again."""

T = TypeVar("T")
Blow = Callable[[], Awaitable[None]]


class Proof:
    """`houses` are the processes that run, or are meant to; `think` as for `Crowd`.

    `blocker` lets the tables of the site be used. `judge_type` compares what was shown with what is stored.
    """

    judge_type = Judge

    def __init__(self, home: Path, think: float, blocker: DjangoDbBlocker, **environment: str) -> None:
        self.home = home
        self._blocker = blocker
        self.environment = {**environment, "ZARIA_SECRET_KEY": settings.SECRET_KEY}
        self.houses: list[House] = []
        self.clients: list[Client] = []
        self.crowd = Crowd(lambda: [house.port for house in self.houses if house.web], think, SEED)
        self.crowd.slowness = slowness()
        self.pauses: list[str] = []
        self._dead: list[House] = []
        self._began = time.monotonic()

    # processes

    async def open(self, *roles: str | None) -> list[House]:
        """Start a process for each of these, all at once."""
        new = [House(self.home, self.home / "log", role, **self.environment) for role in roles]
        self.houses += new
        await asyncio.gather(*(house.start() for house in new))
        return new

    async def fall(
        self, things: Sequence[House | Service], falls: Sequence[int], rises: Sequence[int]
    ) -> None:
        """Kill these in the one order, and start them in the other, with pauses of any length between."""
        pause = self.crowd.choose
        for n in falls:
            thing = things[n]
            await (thing.kill() if isinstance(thing, House) else asyncio.to_thread(thing.kill))
            await asyncio.sleep(pause.choice(PAUSES))
        rising = []
        for n in rises:
            thing = things[n]
            start = thing.start() if isinstance(thing, House) else asyncio.to_thread(thing.start)
            rising.append(asyncio.create_task(start))
            await asyncio.sleep(pause.choice(PAUSES))
        await asyncio.gather(*rising)

    async def replace(self, *houses: House) -> None:
        """Kill processes and start others with the same roles."""
        await asyncio.gather(*(house.kill() for house in houses))
        await asyncio.gather(*(house.start() for house in houses))

    async def restart(self, service: Service) -> None:
        """Kill a service and start it again on its data."""
        await asyncio.to_thread(service.kill)
        await asyncio.to_thread(service.start)

    async def close(self) -> list[int]:
        """Stop all of them, as an operator would; their exit codes."""
        return list(await asyncio.gather(*(house.stop() for house in self.houses)))

    async def clean(self) -> None:
        """Kill all processes, in any state."""
        for client in self.clients:
            client.leave()
        await asyncio.gather(*(house.kill() for house in self.houses))

    def ask(self, work: Callable[..., T], *args: object) -> T:
        """Do something with the tables of the site."""
        options = databases.default(self.environment.get("ZARIA_DATABASE_URL"), self.home)
        with self._blocker.unblock(), instead(options):
            return work(*args)

    # players

    async def gather(self, seekers: int, against_programs: int) -> None:
        """Let so many come: some look for opponents, the others are given tables with a program."""
        games = cycle(GAMES)
        for _ in range(seekers):
            self._meet(next(games) if len(self.clients) % 2 == 0 else self.clients[-1].search)
        alone = [self._meet(None) for _ in range(against_programs)]
        await asyncio.to_thread(self._set_tables, alone)
        await asyncio.gather(*(client.come() for client in self.clients))

    def _meet(self, search: str | None) -> Client:
        guest = guests.new()
        client = Client(self.crowd, guest, {guests.COOKIE: guests.sign(guest)}, search)
        self.clients.append(client)
        return client

    def _set_tables(self, clients: Sequence[Client]) -> None:
        url = f"http://127.0.0.1:{self.crowd.ports()[0]}"
        for client, game in zip(clients, cycle(GAMES[:2]), strict=False):
            visitor = Visitor(url)
            visitor.cookies[guests.COOKIE] = guests.sign(client.guest)
            path = visitor.set_table(game=game, opponent="computer", bot="plain", length="1")
            client.take(path.rpartition("/")[2])

    async def patience(self, seconds: float = PATIENCE) -> float:
        """The seconds for which to wait on this machine, as busy as it is."""
        return seconds * max(self.crowd.slowness, await asyncio.to_thread(slowness))

    async def go_on(self) -> list[float]:
        """Until everybody has got something acknowledged from now on; when they did (loop's time)."""
        try:
            return await self.crowd.all_go_on(self.clients, await self.patience())
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self._stored_of_late()}\n{self.log()[-6000:]}") from None

    def _stored_of_late(self) -> str:
        """The journal's rows of the last matches of those who do not go on."""
        stored = self.stored()
        lines = []
        for client in self.crowd.late():
            for match_id in list(client.seen)[-3:]:
                rows = [
                    f"{row.seq} {row.at % 10**8} {row.kind}"
                    for row in stored[match_id][:4] + stored[match_id][-4:]
                ]
                lines.append(f"{client.guest.name} {match_id}: {', '.join(rows)}")
        return "\n".join(lines)

    def stored(self) -> dict[str, list[Row]]:
        """The journal, by match."""
        database = self.environment.get("ZARIA_DATABASE_URL")
        return from_postgres(database) if database else from_sqlite(self.home / "live.sqlite3")

    async def strike(self, name: str, blow: Blow) -> None:
        """Do harm, and wait until everybody goes on; how long that took is kept."""
        struck = asyncio.get_running_loop().time()
        await blow()
        when = [moment - struck for moment in await self.go_on()]
        self.pauses.append(f"{name}: half went on after {median(when):.1f} s, all after {when[-1]:.1f} s")

    async def finish(self) -> None:
        """Let all players finish their matches, and leave."""
        self.crowd.closing = True
        await self.crowd.all_end(self.clients, await self.patience())
        await self.come_to_rest()
        for client in self.clients:
            client.leave()

    async def come_to_rest(self) -> None:
        """Wait for what follows from the end of the matches; nothing here."""

    # the judgement

    def judge(self) -> None:
        """Nothing that was promised is missing, nothing that was shown is not true. Prints the figures."""
        seconds = time.monotonic() - self._began
        judge = self.judge_type(self.stored(), self.clients)
        judged = judge.judge()
        crowd = self.crowd
        print(f"\n{len(self.clients)} players for {seconds:.0f} s: {judged}")
        print(f"{crowd.reconnects} came back, {crowd.resent} commands sent again", end=", ")
        print(f"{crowd.pauses} heard of a pause")
        print("\n".join(self.pauses))
        problems = crowd.problems + judge.problems
        assert not problems, f"{len(problems)} problems:\n" + "\n".join(problems[:20])
        assert judged.finished
        failed = [entry for entry in self.log_entries() if "Traceback" in entry]
        assert not failed, "\n".join(failed)[-3000:]

    def log_entries(self) -> list[str]:
        """The entries of the log: each begins with a date, or is what was printed before the first."""
        return re.split(r"^(?=\d{4}-\d\d-\d\d )", self.log(), flags=re.MULTILINE)

    def log(self) -> str:
        """The standard error of all processes."""
        return (self.home / "log").read_text(errors="replace")
