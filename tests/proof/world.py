"""A world in which nothing happens by itself: hosts with the real code, a journal and a clock, step by step.

Each host lives on an event loop of its own whose time is the world's. Whatever it asks of the journal waits
until it is let happen, and its outcome until it is let known; in between the host may die.
"""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from typing import Any

from zaria.live.counts import JournalCounts
from zaria.live.engines.answers import simplest_command
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
from zaria.live.journal.rows import row
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.host import Host
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms

MATCH = "m"
SECRET = bytes(range(32))
PLAYERS = ("ann", "bob")
START = 1_800_000_000_000
_TURNS = 50


class Loop(asyncio.SelectorEventLoop):
    """An event loop that is run by hand and never waits."""

    def __init__(self, world: "World") -> None:
        super().__init__()
        self._world = world

    def time(self) -> float:
        return self._world.time / 1000

    def settle(self, first: Callable[[], Any] | None = None) -> Any:
        """Call `first`, and all that follows from it now; what `first` gave."""
        results: list[Any] = []
        if first is not None:
            self.call_soon(lambda: results.append(first()))
        for _ in range(_TURNS):
            self.call_soon(self.stop)
            self.run_forever()
            if not self._ready:  # type: ignore[attr-defined]
                break
        return results[0] if results else None

    def next_timer(self) -> float | None:
        """The time at which something is due by itself (s); None: never."""
        timers = self._scheduled  # type: ignore[attr-defined]
        while timers and timers[0].cancelled():
            heapq.heappop(timers)._scheduled = False
            self._timer_cancelled_count -= 1  # type: ignore[attr-defined]
        return timers[0].when() if timers else None


class Job:
    """Something asked of the journal. `happen` does it (`Away`: perhaps), `tell` says how it ended."""

    def __init__(
        self, process: "Process", work: Callable[[], Any], done: Callable[[Any, Exception | None], None]
    ):
        self.process = process
        self.happened = False
        self.age = 0
        self._work = work
        self._done = done
        self._result: Any = None
        self._error: Exception | None = None

    def happen(self, reachable: bool, in_time: bool) -> None:
        """`in_time`: where the store is not reachable any more, it was until just after this."""
        self.happened = True
        try:
            if reachable or in_time:
                self._result = self._work()
        except Exception as error:
            self._error = error
        if not reachable:
            self._error = StoreUnavailableError("lost")

    def tell(self) -> None:
        self.process.loop.settle(lambda: self._done(self._result, self._error))


class Port:
    """The journal as one process has it."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._world = process.world
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
        batch = list(rows)
        job = Job(self._process, lambda: self._world.store(batch, mark), lambda result, error: done(error))
        self._world.jobs.append(job)

    async def _ask(self, work: Callable[[], Any]) -> Any:
        future = self._process.loop.create_future()

        def done(result: Any, error: Exception | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self._world.jobs.append(Job(self._process, work, done))
        return await future

    async def load(self, match_id: str) -> Stored | None:
        stored: Stored | None = await self._ask(lambda: self._world.stored() if match_id == MATCH else None)
        return stored

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        rows = self._world.rows
        numbers: dict[str, int] = await self._ask(lambda: dict.fromkeys(match_ids, rows[-1].seq))
        return numbers

    async def running(self) -> list[str]:
        match_ids: list[str] = await self._ask(lambda: [MATCH] if self._world.runs else [])
        return match_ids

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        return [(0, match_id) for match_id in await self.running() if after < (0, match_id)][:most]

    async def latest(self) -> int:
        at: int = await self._ask(lambda: self._world.rows[-1].at)
        return at


class Wire:
    """The bus as one process has it: what it publishes is looked at, and goes out."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def publish(self, topic: str, message: Any) -> None:
        if isinstance(message, PublishedEvent):
            self._world.spoken(message)

    def subscribe(self, topic: str, listener: Any) -> None:
        pass

    def unsubscribe(self, topic: str, listener: Any) -> None:
        pass

    def watched(self, topic: str) -> bool:
        return True

    def listeners(self, topic: str) -> int:
        return 1

    async def ready(self, topic: str) -> None:
        pass


class _NoPrograms:
    pause = 0


class Process:
    """A host with everything it needs, that is not the only one if it is `shared`.

    It takes commands once it is `ready`.
    """

    def __init__(self, world: "World", resume: bool, shared: bool) -> None:
        self.world = world
        self.loop = Loop(world)
        self.shared = shared
        self.ready = False
        self.host: Host = self.loop.settle(self._host)
        if resume:
            self.loop.settle(lambda: self.loop.create_task(self._resume()))
        else:
            self.ready = True

    def _host(self) -> Host:
        host = Host(Port(self), Wire(self.world), lambda: self.world.time, _NoPrograms())  # type: ignore[arg-type]
        host.pipeline.shared = self.shared
        return host

    async def _resume(self) -> None:
        while not self.ready:
            try:
                await self.host.resume()
                self.ready = True
            except StoreUnavailableError:
                await asyncio.sleep(0.1)

    @property
    def live_match(self) -> LiveMatch | None:
        """The match, if it is in memory."""
        return self.host._store.have(MATCH)

    def die(self) -> None:
        """Nothing of it is left, but what was stored and what was said."""
        for task in asyncio.all_tasks(self.loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self.world.jobs = [job for job in self.world.jobs if job.process is not self]
        self.loop._ready.clear()  # type: ignore[attr-defined]
        self.loop.close()


class World:
    """One match, its journal, the clock, the processes. `truth` is the match as it is stored."""

    def __init__(self, game: str, clock: ClockTerms | None) -> None:
        self.time = START
        self.reachable = True
        self.jobs: list[Job] = []
        self.processes: list[Process] = []
        self.runs = False
        self.rows: list[Row] = []
        first, second = (ev.Player(name, name, "#777777") for name in PLAYERS)
        self._heads = encode_places((first, second))
        self.truth = LiveMatch(MATCH, SECRET, self._heads)
        self._spoken: dict[int, bytes] = {}
        terms = Terms(game, clock=clock)
        self.store([row(0, opened(MATCH, terms, Dice(SECRET, MATCH).seal, START))], Mark.NONE)

    def store(self, rows: list[Row], mark: Mark) -> None:
        """All of them, or none."""
        if rows[0].seq < len(self.rows):
            raise ConflictError(MATCH)
        for stored in rows:
            assert stored.seq == len(self.rows), "a gap"
            self.rows.append(stored)
            self.truth.take(stored)
        if mark is not Mark.NONE:
            self.runs = mark is Mark.RUNNING

    def stored(self) -> Stored:
        return Stored(SECRET, self._heads, list(self.rows))

    def spoken(self, message: PublishedEvent) -> None:
        """A host tells the world of an event."""
        assert message.n < len(self.rows), "published before it was stored"
        body = bytes(message.pack().body)
        event = ev.decode(self.rows[message.n].body)
        assert isinstance(event, ev.Seated) or body == self.rows[message.n].body, (
            "published otherwise than stored"
        )
        assert self._spoken.setdefault(message.n, body) == body, "two hosts tell different things"

    def advance(self, ms: int) -> None:
        """Let time pass, and everything happen by itself that is due meanwhile."""
        end = self.time + ms
        for job in self.jobs:
            job.age += ms
        while True:
            timers = [process.loop.next_timer() for process in self.processes]
            due = min((when for when in timers if when is not None), default=None)
            if due is None or due * 1000 > end:
                break
            self.time = max(self.time, int(due * 1000) + 1)
            for process in self.processes:
                process.loop.settle()
        self.time = max(self.time, end)

    def command(self, player: str) -> cmd.Command | None:
        """The player's legal command now, as far as it is stored; None: nothing."""
        match = self.truth.match
        side = PLAYERS.index(player)
        if match.phase == "open":
            if match.players[side] is not None:
                return None
            return cmd.Sit(ev.Player(player, player, "#777777"), f"{side:032x}", match.seal)
        if match.phase == "over" or match.to_act() != side:
            return None
        return simplest_command(match, side)
