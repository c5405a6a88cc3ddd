"""A whole club whose time is run by hand: processes with the real code of the cluster, and people at pages.

Redis and the database are in memory. Each trip to them takes some moments, drawn from a seed, and a process
may be late for a while. So whatever dies, rises or is late does so in any order, and the same again.
"""

import asyncio
import heapq
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec

from tests.proof.memory_redis import MemoryClient, MemoryRedis
from tests.proof.world import SECRET, START, Loop
from zaria.live.app import bot_player
from zaria.live.cluster import nodes, redis_pubsub
from zaria.live.cluster.node import SETTLE
from zaria.live.cluster.process import Process
from zaria.live.config import english
from zaria.live.counts import JournalCounts
from zaria.live.engines.answers import Answer, side_to_answer, simplest_command
from zaria.live.engines.question import Question, QuestionCounts
from zaria.live.journal.base import (
    ConflictError,
    Done,
    Listing,
    Mark,
    Row,
    Stored,
    StoreUnavailableError,
    Wait,
)
from zaria.live.journal.rows import mark as mark_of
from zaria.live.journal.rows import row
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.rate_limits import Limits
from zaria.live.sockets.connection import Identity
from zaria.live.sockets.endpoint import Endpoint, Session
from zaria.live.sockets.protocol.client import Watch
from zaria.live.sockets.protocol.codec import encode
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms

TRIPS = (*[0.001] * 12, *[0.005] * 2, 0.02, 0.06)
"""Seconds that a message may take to Redis or the database, or back."""
BOT_PAUSE = 50
"""As the proof with real processes has it."""
RISING = (0.0, 0.0, 0.05, 0.1, 0.2)
"""Seconds for which a process that has just risen is busy, before anybody hears of it."""
BACK = 0.3
"""Seconds after which somebody whose page is gone opens it again, about."""


class Cut(msgspec.Struct):
    """Of what a page is sent, what its last event is."""

    t: str
    m: str = ""
    n: int = -1


_cut = msgspec.json.Decoder(Cut).decode


class Inline(Executor):
    """Does at once what it is given."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        done: Future[Any] = Future()
        done.set_result(work(*args, **kwargs))
        return done


class Quick:
    """Programs that answer after a moment, with the simplest_command."""

    def __init__(self, member: "Member") -> None:
        self.tally = QuestionCounts()
        self._member = member

    def enqueue(self, question: Question) -> None:
        answer = Answer(simplest_command(question.match, question.side))
        self._member.loop.call_later(self._member.trip(), question.done, answer)

    def drop(self, question: Question) -> bool:
        return False

    def waiting(self) -> dict[str, int]:
        return {}

    def warm(self) -> None:
        """There is nothing to be done."""

    async def close(self) -> None:
        """Nor here."""


class Kept:
    """One match as it is stored. `truth` is the match after all of it."""

    def __init__(
        self, match_id: str, terms: Terms, places: tuple[ev.Player, ev.Player], until: int | None = None
    ) -> None:
        self.id = match_id
        self.rows: list[Row] = []
        self.runs = False
        self.places = places
        self._heads = encode_places(places)
        self.truth = LiveMatch(match_id, SECRET, self._heads)
        event = opened(match_id, terms, Dice(SECRET, match_id).seal, START, until)
        self.store([row(0, event)], mark_of(None, [event]))

    def store(self, rows: Sequence[Row], mark: Mark) -> None:
        """All of them, or none."""
        if rows[0].seq < len(self.rows):
            raise ConflictError(self.id)
        for stored in rows:
            assert stored.seq == len(self.rows), "a gap"
            self.rows.append(stored)
            self.truth.take(stored)
        if mark is not Mark.NONE:
            self.runs = mark is Mark.RUNNING

    def stored(self) -> Stored:
        return Stored(SECRET, self._heads, list(self.rows))

    @property
    def of_program(self) -> bool:
        """True if a program has to act."""
        match = self.truth.match
        side = None if match.phase in ("open", "over") else side_to_answer(match)
        player = None if side is None else match.players[side]
        return player is not None and player.bot is not None

    def description(self) -> str:
        """The state of the match."""
        match = self.truth.match
        return f"{self.id}: event {self.truth.seq}, {match.phase}, to act {match.to_act()}"


class Port:
    """The journal as one process has it."""

    def __init__(self, member: "Member") -> None:
        self._member = member
        self._club = member.club
        self.counts = JournalCounts()

    def waiting(self) -> int:
        return 0

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        batch, match = list(rows), self._club.matches[match_id]
        work = lambda: match.store(batch, mark)  # noqa: E731
        if self._member.hangs:
            self._member.hangs = False
            self._member.loop.call_later(1.0, done, StoreUnavailableError("it hangs"))
            self._club.street.call_later(1.0 + 4 * self._club.random.random(), self._at_last, work)
        else:
            self._member.task(self._append(work, done))

    async def _append(self, work: Callable[[], None], done: Done) -> None:
        try:
            await self._ask(work)
        except (StoreUnavailableError, ConflictError) as error:
            done(error)
        else:
            done(None)

    def _at_last(self, work: Callable[[], None]) -> None:
        """A row that hung in the database is kept after all, unless its place is taken."""
        if self._club.database:
            try:
                work()
            except ConflictError:
                return

    async def _ask(self, work: Callable[[], Any]) -> Any:
        life = self._club.database_life
        await asyncio.sleep(self._member.trip())
        self._check(life)
        result = work()
        await asyncio.sleep(self._member.trip())
        self._check(life)
        return result

    def _check(self, life: int) -> None:
        if not self._club.database or self._club.database_life != life:
            raise StoreUnavailableError("the database is not there")

    async def load(self, match_id: str) -> Stored | None:
        match = self._club.matches.get(match_id)
        stored: Stored | None = await self._ask(lambda: match and match.stored())
        return stored

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        matches = self._club.matches
        work = lambda: {match_id: matches[match_id].truth.seq for match_id in match_ids}  # noqa: E731
        numbers: dict[str, int] = await self._ask(work)
        return numbers

    async def running(self) -> list[str]:
        matches = self._club.matches
        match_ids: list[str] = await self._ask(lambda: [match.id for match in matches.values() if match.runs])
        return match_ids

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        return [(0, match_id) for match_id in sorted(await self.running()) if after < (0, match_id)][:most]

    async def latest(self) -> int:
        at: int = await self._ask(lambda: max(match.rows[-1].at for match in self._club.matches.values()))
        return at


class Member:
    """One process.

    `late`: how many seconds more its next messages take, `rising`: for how long it is busy when it rises next
    (None: as it happens), and by whom it is `followed` then. `hangs`: whether its next append does.
    """

    def __init__(self, club: "Club", name: str, roles: str) -> None:
        self.club = club
        self.name = name
        self.roles = roles.split(",")
        self.loop: Any = Loop(club)  # type: ignore[arg-type]
        self.dead = self.ready = self.leaving = False
        self.late: list[float] = []
        self.hangs = False
        self.busy_until = 0.0
        self.rising: float | None = None
        self.followed: list[Member] = []
        self.process: Process
        self.endpoint: Endpoint
        self._tasks: set[asyncio.Task[Any]] = set()
        with club.made_for(self):
            self.loop.settle(self._make)

    def _make(self) -> None:
        club = self.club
        now = lambda: club.time  # noqa: E731
        self.process = Process("redis://", self.roles, Port(self), now, BOT_PAUSE, HostConfig(), Quick(self))  # type: ignore[arg-type]
        if self.process._bots is not None:
            self.process._bots._fallbacks = Inline()  # type: ignore[assignment]
        process = self.process
        process.node.on_up.insert(0, self._rose)
        self.endpoint = Endpoint(
            process.match_service, process.node.bus, now, english, Limits(), process.node.id
        )
        self.task(self._start())

    async def _start(self) -> None:
        await self.process.start()
        self.ready = True

    def _rose(self, up: bool) -> None:
        if up:
            usual, rising = self.club.random.choice(RISING), self.rising
            self.busy_until, self.rising = self.loop.time() + (usual if rising is None else rising), None
            for member in self.followed:
                member.process.node.settle = SETTLE

    def task(self, work: Any) -> None:
        """Begin something on its loop."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not (self.dead or task.cancelled()) and task.exception() is not None:
            self.club.problems.append(f"{self.name}: {task.exception()!r}")

    def trip(self) -> float:
        if self.dead:
            raise ConnectionError("this process was killed")
        busy: float = max(0.0, self.busy_until - self.loop.time())
        seconds: float = self.club.random.choice(TRIPS)
        return busy + seconds + (self.late.pop() if self.late else 0.0)

    def leave(self) -> None:
        """It receives SIGTERM, and stops."""
        self.ready, self.leaving = False, True
        self.task(self._leave())

    async def _leave(self) -> None:
        await self.process.close()
        await asyncio.sleep(0.1)  # until its journal is closed
        await self.process.stop()
        self.club.later(0, self.die)

    def die(self) -> None:
        """At once: nothing that it still does reaches anybody."""
        if self.dead:
            return
        self.dead, self.ready = True, False
        self.club.members.remove(self)
        self.loop._scheduled.clear()
        self.loop._ready.clear()
        for _ in range(3):
            self.loop.settle(lambda: [task.cancel() for task in asyncio.all_tasks(self.loop)])
        self.loop.close()


class Page:
    """One open page: the other end of a socket, as the endpoint has it. `last` is the event it shows."""

    peer = "somewhere"
    rtt = None

    def __init__(self, member: Member, reader: ev.Player, match_id: str, last: int) -> None:
        self.member = member
        self.user = Identity(reader)
        self.last = last
        self._id = match_id
        self._session: Session
        member.loop.call_soon(self._open)

    def _open(self) -> None:
        self._session = self.member.endpoint.connected(self)
        self._session.received(encode(Watch(self._id, self.last)))

    def send(self, frame: bytes) -> None:
        message = _cut(frame)
        if not self.member.dead and message.m == self._id and message.t in ("state", "ev"):
            if message.t == "ev" and message.n != self.last + 1:
                self.member.club.problems.append(f"{self._id}: event {message.n} after {self.last}")
            self.last = message.n

    def measure(self, now: int) -> None:
        """Nothing is measured."""

    def close(self, code: int) -> None:
        """The player finds out without a message."""


class Person:
    """A watcher of a match who, as a player, acts while `eager`.

    With `ponders` it does not play its turn, though it rolls.
    """

    def __init__(self, club: "Club", match: Kept, reader: ev.Player) -> None:
        self.club = club
        self.match = match
        self.reader = reader
        self.page: Page | None = None
        self.eager = True
        self.ponders = False
        self.refused: list[str] = []
        self.waiting: tuple[str, cmd.Command] | None = None
        self._sent: Page | None = None
        self._n = 0

    async def live(self) -> None:
        """For ever."""
        while True:
            await asyncio.sleep(BACK * self.club.random.random())
            if self.page is None or self.page.member.dead:
                self._come()
            elif self.waiting is not None:
                self._give()
            elif self.eager and self.page.last == self.match.truth.seq:
                self._consider()

    def _come(self) -> None:
        webs = [member for member in self.club.members if member.ready and "web" in member.roles]
        if webs:
            last = -1 if self.page is None else self.page.last
            self.page = Page(self.club.random.choice(webs), self.reader, self.match.id, last)

    def _consider(self) -> None:
        command = self._choice()
        if command is not None:
            self._n += 1
            self.waiting, self._sent = (f"c{self._n}", command), None
            self._give()

    def _choice(self) -> cmd.Command | None:
        match, me = self.match.truth.match, self.reader
        if match.phase == "open":
            side = self.match.truth.seat_for(me.id)
            return (
                None
                if side is None or match.players[side] is not None
                else cmd.Sit(me, f"{side:032x}", match.seal)
            )
        side = match.to_act()
        if self.ponders and match.phase == "move":
            return None
        player = None if match.phase == "over" or side is None else match.players[side]
        return simplest_command(match, side or 0) if player is not None and player.id == me.id else None

    def _give(self) -> None:
        """Say it, once over each page."""
        page = self.page
        assert page is not None
        assert self.waiting is not None
        if self._sent is page:
            return
        self._sent = page
        cid, command = self.waiting

        def answer(seq: int, code: str | None) -> None:
            if page.member.dead or self.waiting is None or self.waiting[0] != cid:
                return
            if code == "not_stored":
                self._sent = None
                return
            self.waiting = None
            if code is not None:
                self.refused.append(code)

        def say() -> None:
            if not page.member.dead:
                match_service = page.member.process.match_service
                match_service.command(self.match.id, self.reader.id, cid, command, self.club.time, answer)

        page.member.loop.call_soon(say)

    def description(self) -> str:
        """A summary for error messages."""
        page = "no page" if self.page is None else f"shows {self.page.last} in {self.page.member.name}"
        return f"{self.reader.name} {page}, waits for {self.waiting}, {self.match.description()}"


class Club:
    """All of it, run by `advance`."""

    def __init__(self, seed: int, clock: ClockTerms | None, tables: int, waits: tuple[int, ...] = ()) -> None:
        """`tables` matches against programs, one of two people, and an onlooker at each.

        Besides these, a table for each of `waits` at which one player sits and nobody else comes. It is
        cleared so many milliseconds after it was opened, or some time after the player came.
        """
        self.time = START
        self.random = random.Random(seed)
        self.database, self.database_life = True, 0
        self.redis = MemoryRedis(lambda: self.time)
        self.members: list[Member] = []
        self.street: Any = Loop(self)  # type: ignore[arg-type]
        self.people: list[Person] = []
        self.matches: dict[str, Kept] = {}
        self.problems: list[str] = []
        self._made = self._planned = 0
        self._plans: list[tuple[int, int, Callable[[], Any]]] = []
        for n in range(tables + 1):
            player = _person(f"ann{n}")
            opponent = bot_player("plain") if n < tables else _person("bob")
            match = self.matches[f"m{n}"] = Kept(f"m{n}", Terms("tabla", clock=clock), (player, opponent))
            readers = [player, _person(f"eve{n}"), *([] if opponent.bot else [opponent])]
            self.people += [Person(self, match, reader) for reader in readers]
        for n, wait in enumerate(waits):
            player = _person(f"dan{n}")
            until = START + wait
            match = self.matches[f"w{n}"] = Kept(
                f"w{n}", Terms("tabla"), (player, _person(f"nobody{n}")), until
            )
            self.people.append(Person(self, match, player))
        self.street.settle(self._begin)

    def _begin(self) -> None:
        self._lives = [self.street.create_task(person.live()) for person in self.people]

    def open(self, roles: str) -> Member:
        """Start a process."""
        self._made += 1
        member = Member(self, f"{roles}-{self._made}", roles)
        self.members.append(member)
        return member

    @contextmanager
    def made_for(self, member: Member) -> Iterator[None]:
        """Objects made meanwhile reach our Redis, and have the same names in each run."""
        names = SimpleNamespace(token_hex=lambda length: member.name)
        client = lambda url, patience=None: MemoryClient(self.redis, member)  # noqa: E731
        with patch.object(redis_pubsub, "client", client), patch.object(nodes, "secrets", names):
            yield

    def close(self) -> None:
        """Let go of everything."""
        for member in tuple(self.members):
            member.die()
        self.street.settle(lambda: [task.cancel() for task in asyncio.all_tasks(self.street)])
        self.street.close()

    def later(self, ms: int, plan: Callable[[], Any]) -> None:
        """Do something to all this then."""
        self._planned += 1
        heapq.heappush(self._plans, (self.time + ms, self._planned, plan))

    def advance(self, ms: int) -> None:
        """Let time pass, and all happen that is due meanwhile."""
        end = self.time + ms
        while True:
            self._settle()
            while self._plans and self._plans[0][0] <= self.time:
                heapq.heappop(self._plans)[2]()
                self._settle()
            due = [(when, loop) for loop in self._loops() if (when := loop.next_timer()) is not None]
            first = min((int(when * 1000) + 1 for when, _ in due), default=end + 1)
            first = min(first, self._plans[0][0]) if self._plans else first
            if first > end:
                break
            self.time = max(self.time, first)
            for when, loop in due:
                if when * 1000 <= self.time:
                    loop.settle()
        self.time = max(self.time, end)

    def _loops(self) -> list[Any]:
        return [self.street, *(member.loop for member in self.members)]

    def _settle(self) -> None:
        """Until nobody has anything more to do now."""
        while busy := [loop for loop in self._loops() if loop._ready]:
            for loop in busy:
                if not loop.is_closed():
                    loop.settle()


def _person(name: str) -> ev.Player:
    return ev.Player(name, name.title(), "#777777")
