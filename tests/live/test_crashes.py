"""Crashes between any two steps of host and journal, chosen by Hypothesis.

The journal here stores an append when `step` is called, so that a crash can come before it, or between
storing and the callback.
"""

import asyncio
import itertools
from collections.abc import Coroutine, Sequence
from typing import Any, cast

import uvloop
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.live.page_sessions import CLOCK, FakeNow, Json, Page, assembled, next_command
from tests.support.search_budget import times
from zaria.live.journal.base import ConflictError, Done, Journal, Listing, Mark, Row, Stored
from zaria.live.journal.rows import row
from zaria.match import events as ev
from zaria.match.dice_play import dice
from zaria.match.seats import opened
from zaria.match.terms import Terms

SECRET = bytes(range(32))
Append = tuple[str, Sequence[Row], Mark, Done]


class HeldJournal:
    """A journal in memory that stores the next append when `step` is called."""

    def __init__(self) -> None:
        self.matches: dict[str, Stored] = {}
        self.live: set[str] = set()
        self.held: list[Append] = []

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
    ) -> None:
        self.matches[match_id] = Stored(secret, places, list(rows))

    def append(
        self, match_id: str, rows: Sequence[Row], mark: Mark, done: Done, card: Listing | None = None
    ) -> None:
        self.held.append((match_id, rows, mark, done))

    async def load(self, match_id: str) -> Stored | None:
        stored = self.matches.get(match_id)
        return stored and stored._replace(rows=list(stored.rows))

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        return []

    async def running(self) -> list[str]:
        return sorted(self.live)

    async def close(self) -> None:
        self.held.clear()

    def step(self, tell: bool) -> None:
        """Store what is held for longest, and let the host know or not."""
        match_id, rows, mark, done = self.held.pop(0)
        stored = self.matches[match_id].rows
        if rows[0].seq != len(stored):
            return done(ConflictError(match_id)) if tell else None
        stored.extend(rows)
        if mark is Mark.RUNNING:
            self.live.add(match_id)
        elif mark is Mark.OVER:
            self.live.discard(match_id)
        return done(None) if tell else None


class Crashes(RuleBasedStateMachine):
    """Two players, each with a page that resends what was not acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self.journal = HeldJournal()
        self.now = FakeNow()
        self.match_id = "m"
        self.names = itertools.count()
        self.acked: dict[tuple[str, str], int] = {}
        self.waiting: dict[tuple[str, str], Json] = {}
        self.heard: dict[int, Json] = {}

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(timed=st.booleans())
    def begin(self, timed: bool) -> None:
        self.run(self._start())
        terms = Terms("tabla", length=3, cube=True, clock=CLOCK if timed else None)
        event = opened(self.match_id, terms, dice.seal(SECRET), self.now())
        self.journal.matches[self.match_id] = Stored(SECRET, b"[null,null]", [row(0, event)])
        self.run(self._connect())

    async def _start(self) -> None:
        # it has the methods of a journal that a match calls
        self.live = await assembled(cast(Journal, self.journal), self.now)

    async def _connect(self) -> None:
        """Both come back with the last number that they have, and give again what waits."""
        self.pages = {who: Page(self.live, who) for who in ("ann", "bob")}
        for who, page in self.pages.items():
            page.tell(t="watch", m=self.match_id, n=max(self.heard, default=-1))
            for (actor, cid), command in self.waiting.items():
                if actor == who:
                    page.do(self.match_id, command, cid)
        await self._settle()

    async def _settle(self) -> None:
        for _ in range(8):
            await asyncio.sleep(0)
        for who, page in self.pages.items():
            for message in page.got:
                self._note(who, message)
            page.got.clear()

    def _note(self, who: str, message: Json) -> None:
        match message["t"]:
            case "ack":
                self.waiting.pop((who, message["c"]), None)
                assert self.acked.setdefault((who, message["c"]), message["n"]) == message["n"]
            case "no":
                assert (who, message["c"]) not in self.acked
                self.waiting.pop((who, message["c"]), None)
            case "ev":
                notice = {key: message[key] for key in ("e", "v")}
                assert self.heard.setdefault(message["n"], notice) == notice

    async def _state(self, who: str) -> Json:
        page = self.pages[who]
        page.tell(t="watch", m=self.match_id)
        await self._settle()
        return page.table

    @rule(who=st.sampled_from(["ann", "bob"]), sensible=st.booleans(), twice=st.booleans())
    def act(self, who: str, sensible: bool, twice: bool) -> None:
        """A player does what is right for them now, or anything."""
        state = self.run(self._state(who))
        view = state["v"]
        if view["phase"] == "open":
            command = {"t": "sit", "seed": "00112233445566778899aabbccddeeff", "seal": view["seal"]}
        elif sensible and view["to_act"] == state["you"] and view["phase"] in ("roll", "move"):
            command = next_command(state) if view["phase"] == "roll" or state["tree"] else {"t": "roll"}
        else:
            command = {"t": ("double", "take", "resign", "accept", "drop")[next(self.names) % 5]}
            if command["t"] == "resign":
                command["points"] = 1
        cid = f"{who}-{next(self.names)}"
        self.waiting[who, cid] = command
        for _ in range(1 + twice):
            self.pages[who].do(self.match_id, command, cid)
        self.run(self._settle())

    @precondition(lambda self: self.journal.held)
    @rule()
    def commit(self) -> None:
        async def step() -> None:
            self.journal.step(tell=True)
            await self._settle()

        self.run(step())

    @rule(stored=st.integers(0, 2), ms=st.integers(0, 100_000))
    def crash(self, stored: int, ms: int) -> None:
        """The process ends; some of what it was storing is stored, without an acknowledgement."""
        for _ in range(min(stored, len(self.journal.held))):
            self.journal.step(tell=False)
        self.journal.held.clear()
        self.run(self.live.stop())
        self.now.ms += ms
        self.run(self._start())
        self.run(self._connect())

    @rule(ms=st.integers(0, 500))
    def wait(self, ms: int) -> None:
        self.now.ms += ms

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        stored = self.journal.matches[self.match_id]
        assert [stored_row.seq for stored_row in stored.rows] == list(range(len(stored.rows)))
        commands = [(stored_row.actor, stored_row.cmd) for stored_row in stored.rows if stored_row.cmd]
        assert len(commands) == len(set(commands))
        seqs = {
            (stored_row.actor, stored_row.cmd): stored_row.seq for stored_row in stored.rows if stored_row.cmd
        }
        assert all(seqs[key] == n for key, n in self.acked.items())
        events = [ev.decode(stored_row.body) for stored_row in stored.rows]
        assert all(
            n < len(events) and notice["e"]["t"] == stored.rows[n].kind for n, notice in self.heard.items()
        )
        seeds = {event.side: event.seed for event in events if isinstance(event, ev.Seated)}
        for event in events:
            if isinstance(event, ev.Rolled | ev.OpeningRolled):
                expected = dice.roll(stored.secret, (seeds[0], seeds[1]), self.match_id, event.n)
                assert event.dice == expected
        assert not any(isinstance(event, ev.Flagged) for event in events)

    def teardown(self) -> None:
        self.run(self.live.stop())
        self.runner.close()


Crashes.TestCase.settings = settings(
    max_examples=times(40), stateful_step_count=50, suppress_health_check=list(HealthCheck)
)
TestCrashes = Crashes.TestCase
