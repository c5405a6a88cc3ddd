"""The host: owns the live matches of this process and executes all their commands.

`CommandPipeline` carries the commands to the journal. This module adds the rest: presence, deadlines,
programs, rematches, and the requests of the site, its sockets and other processes.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.fanout import Fanout
from zaria.live.journal.base import ConflictError, Journal, Listing, Row, StoreUnavailableError, Wait
from zaria.live.latency import NO_LAG, Lag
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.command_pipeline import CommandPipeline
from zaria.live.matches.day_tables import DayTables
from zaria.live.matches.deadlines import Deadlines
from zaria.live.matches.decision import next_deadline
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.live_match import Answer, LiveMatch, Pending
from zaria.live.matches.match_service import TablePresence
from zaria.live.matches.match_store import Use
from zaria.live.matches.messages import LOBBY, WAITS, DayTableChanged, ListingChanged
from zaria.live.matches.presence import Presence
from zaria.live.matches.programs import Programs
from zaria.live.matches.rematch_reports import RematchReports
from zaria.live.matches.rematches import HostCalls, Rematches
from zaria.live.matches.running_boards import RunningBoards
from zaria.live.matches.table_request import TableRequest
from zaria.live.stall_detector import StallDetector
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline

log = logging.getLogger(__name__)

GRACE = 10_000
"""Milliseconds after a restart before a running clock continues."""

AT_ONCE = 50
"""Matches that continue in one turn of the event loop after a pause."""

_AWAY, _AGAIN = "away:", "again:"
"""Prefixes of deadline keys that are not a match's own deadline."""


Stays = Callable[[str], bool]
"""Returns whether a match stays here after a command; False after letting go of it."""


class Host:
    """Decides and stores commands, and handles deadlines and programs. Lives on one event loop."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        now: Now,
        bots: BotPlay,
        config: HostConfig | None = None,
        stays: Stays | None = None,
    ) -> None:
        """Start empty; `resume` loads the running matches. Without `stays` there is no other host."""
        config = config or HostConfig()
        times = config.times
        self.pipeline = CommandPipeline(journal, bus, now, self, config, shared=stays is not None)
        self.outage = self.pipeline.outage
        self._store = self.pipeline.store
        self._journal = journal
        self._bus = bus
        self._now = now
        self._times = times
        self._deadlines = Deadlines(now, self._ring)
        self._presence = Presence(bus, now, lambda m, at: self._deadlines.set(_AWAY + m, at), times)
        self.rematch_reports = RematchReports(self._presence, config.hooks.rematches)
        self._rematches = Rematches(
            bus,
            now,
            HostCalls(self._set_rematch_deadline, self._open_next, self._store.exists, self.release),
            times,
            self.rematch_reports,
            config.hooks,
        )
        self._programs = Programs(bots, self._give, now, RunningBoards(journal))
        self._day_tables = DayTables(config.hooks.days, now, self._execute)
        self._stays = stays or _always
        self._adopted: dict[str, int | None] = {}
        self._missed: set[str] = set()
        self._stall_detector = StallDetector(self._stood)
        self._fanout = Fanout(AT_ONCE)
        self.on_loaded: list[Callable[[str], None]] = []
        """Called with each match that was loaded: another part may know who is at its table."""

    def __len__(self) -> int:
        """The number of matches in memory."""
        return len(self._store)

    # requests of the site and its sockets (`MatchService`)

    async def open(self, request: TableRequest, match_id: str | None = None) -> str:
        """Store a new match; return its id. Raises `CommandRefusedError` or `StoreUnavailableError`.

        With `match_id` it gets this id; raises `ConflictError` if that exists.
        """
        try:
            async with asyncio.timeout(self._times.page / 1000):
                event, card = await self._store.open(request, self._now(), match_id)
        except TimeoutError:
            raise StoreUnavailableError("no table can be set") from None
        self._opened(event, card)
        return event.id

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """Load the match; None if there is none. Raises `StoreUnavailableError` after a while."""
        live_match = self._store.have(match_id)
        if live_match is not None:
            return live_match
        try:
            async with asyncio.timeout(self._times.page / 1000):
                return await self._store.get(match_id)
        except TimeoutError:
            raise StoreUnavailableError("no match can be read") from None

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else after loading."""
        self._store.use(match_id, use)

    def release(self, match_id: str) -> None:
        """Unload a match in which nothing can happen until a player comes."""
        live_match = self._store.have(match_id)
        if live_match is None or self._bus.listeners(match_id) or self._presence.anybody(live_match):
            return
        if not (
            live_match.busy
            or live_match.pending
            or live_match.bot_question_seq == live_match.seq
            or self._day_tables.is_preparing(match_id)
            or (deadline(live_match.match) and not live_match.match.terms.by_day)
            or self._rematches.busy(live_match)
        ):
            self._store.forget(match_id)

    def command(
        self,
        match_id: str,
        actor: str | None,
        cid: str,
        command: cmd.Command,
        at: int,
        answer: Answer,
        lag: Lag = NO_LAG,
    ) -> None:
        """Execute a command read at `at`; `answer` is called after it is stored or refused.

        `actor` is a player's id, None the server itself. The same `cid` by the same actor is executed once.
        """
        self._stall_detector.feel()
        pending = Pending(actor, cid, command, at, answer, lag)
        live_match = self._store.have(match_id)
        if live_match is not None:
            self._submit(pending, live_match)
        else:
            self._store.use(match_id, partial(self._submit, pending))

    def _submit(self, pending: Pending, live_match: LiveMatch | None) -> None:
        if live_match is None:
            pending.answer(-1, "unknown_match")
            return
        if live_match.match.terms.by_day:
            self._day_tables.submit(live_match, pending)
        else:
            self._execute(live_match, [pending])

    def _execute(self, live_match: LiveMatch, commands: Sequence[Pending]) -> None:
        if self._store.have(live_match.id) is not live_match:
            for pending in commands:
                self._store.use(live_match.id, partial(self._submit, pending))
            return
        live_match.pending.extend(commands)
        self.pipeline.go_on(live_match)
        if not live_match.busy:
            self.release(live_match.id)

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to the table or left it, as far as the process `where` can see."""

        def update_presence(live_match: LiveMatch | None) -> None:
            if live_match is not None:
                self._presence.here(live_match, player_id, where, state)
                present = self._presence.present(live_match, player_id)
                self._rematches.look(live_match, player_id, present=present, has_left=state == "left")
                self.release(match_id)

        if state == "here" or self._store.have(match_id) is not None:
            self._store.use(match_id, update_presence)

    def again(self, match_id: str, actor: str, *, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline or withdraw it. `answer`: as for a command."""

        def ask(live_match: LiveMatch | None) -> None:
            if live_match is None:
                answer(-1, "unknown_match")
            else:
                self._rematches.again(live_match, actor, no=no, answer=answer)
                self.release(match_id)

        self._store.use(match_id, ask)

    def better_address(self, match_id: str) -> str:
        """Return "": the matches are here."""
        return ""

    # requests of the process that runs the host

    async def resume(self) -> int:
        """Continue all matches whose clock runs, without charge for the downtime; return their number.

        All others stay in the journal until a player comes.
        """
        match_ids = await self._journal.running()
        for match_id in match_ids:
            await self.adopt(match_id)
        return len(match_ids)

    async def adopt(self, match_id: str, *, credit: bool = True, since: int | None = None) -> bool:
        """Continue a match that no host held; return whether it exists.

        `credit`: the time without a host is not charged; with `since` only if that event is still the last,
        else some host held it. Among several hosts its watchers are sent the last event: the host that stored
        it may have died before publishing.
        """
        if credit:
            self._adopted[match_id] = since
        try:
            live_match = await self._store.get(match_id)
        finally:
            self._adopted.pop(match_id, None)
        if live_match is not None and self.pipeline.shared:
            self.publish_last(match_id)
        return live_match is not None

    def publish_last(self, match_id: str) -> None:
        """Publish the last event of a match in memory again: there are new watchers."""
        live_match = self._store.have(match_id)
        if live_match is not None:
            last = live_match.events[-1]
            published = PublishedEvent(live_match.match, live_match.seq, last, ev.encode(last), self._now())
            self._bus.publish(match_id, published)

    def in_memory(self, match_id: str) -> LiveMatch | None:
        """The match, if it is in memory."""
        return self._store.have(match_id)

    def playing(self) -> int:
        """The number of matches in memory in which a game is being played."""
        return sum(live_match.match.phase not in ("open", "over") for live_match in self._store)

    def seq(self, match_id: str) -> int:
        """The last event number of a match in memory, -1 if it is not."""
        live_match = self._store.have(match_id)
        return -1 if live_match is None else live_match.seq

    def program_acts(self, match_id: str) -> bool:
        """Return whether a match is in memory and a program must act in it."""
        live_match = self._store.have(match_id)
        return live_match is not None and self._programs.to_act(live_match)

    def loaded_matches(self) -> list[str]:
        """The matches in memory."""
        return [live_match.id for live_match in self._store]

    def let_go(self, match_id: str) -> bool:
        """Leave a match to another host; False while an append is pending.

        Waiting commands are answered "moved".
        """
        live_match = self._store.have(match_id)
        if live_match is None:
            return True
        if live_match.busy:
            return False
        self._deadlines.set(match_id, None)
        self._store.forget(match_id)
        while live_match.pending:
            live_match.pending.popleft().answer(-1, "moved")
        return True

    def close(self) -> None:
        """Take no more commands, and stop all deadlines."""
        self.pipeline.close()
        self._day_tables.close()
        self._programs.close()
        self._stall_detector.close()
        self._deadlines.close()
        self._rematches.close()
        self.rematch_reports.close()

    # reactions

    def on_listing(self, live_match: LiveMatch, rows: Sequence[Row], card: Listing) -> None:
        """Publish the new listing, and note changes of players and of the playing state."""
        self._bus.publish(LOBBY, ListingChanged.of(live_match.id, card))
        for row in rows:
            if row.kind == "seated":
                for player in live_match.ids:
                    self._rematches.on_seat(player)
        self._presence.look(live_match)

    def on_wait(self, live_match: LiveMatch, wait: Wait, since: int) -> None:
        player = None if wait.side is None else wait.players[wait.side]
        present = player is not None and self._presence.present(live_match, player)
        self._bus.publish(WAITS, DayTableChanged(live_match.id, wait.players, wait.side, since, present))

    def on_foreign_events(self, live_match: LiveMatch) -> None:
        self._presence.look(live_match)

    def on_command_end(self, live_match: LiveMatch) -> None:
        if not self._stays(live_match.id):
            return
        if live_match.away:
            self._presence.look(live_match)
        self._wake(live_match)
        if live_match.pending:
            self.pipeline.go_on(live_match)
        if not live_match.busy:
            self.release(live_match.id)

    def on_resume(self, since: int) -> None:
        """Play continues: credit the lost time, then handle what became due meanwhile.

        All matches are credited first; the rest of the work for thousands of them is done in slices.
        """
        now, live_matches = self._now(), tuple(self._store)
        for live_match in live_matches:
            try:
                self._resume(live_match, since, now)
            except Exception:  # the others continue all the same
                log.exception("match %s: cannot resume it", live_match.id)
        self._fanout.send(live_matches, self._go_on_again)
        missed, self._missed = self._missed, set()
        for match_id in missed:
            self._flag(match_id)

    def _resume(self, live_match: LiveMatch, since: int, now: int) -> None:
        clock = live_match.match.clock
        self.pipeline.credit(live_match, now - max(since, clock.since if clock else since))
        self._presence.resumed(live_match)

    def _go_on_again(self, live_match: LiveMatch) -> None:
        if self._store.have(live_match.id) is live_match:
            self._wake(live_match)
            self.pipeline.go_on(live_match)

    def _stood(self, ms: int) -> None:
        """Credit the time in which this process stood still.

        Among several hosts another one has taken the matches meanwhile, and credited them; while a store is
        away the credit follows when it is back.
        """
        if not (self.pipeline.shared or self.pipeline.closed or self.outage.on):
            log.warning("process: stalled for %d ms", ms)
            self.on_resume(self._now() - ms)

    # deadlines and programs

    def on_load(self, live_match: LiveMatch) -> None:
        """A match was loaded."""
        now, clock = self._now(), live_match.match.clock
        adopted = self._adopted.get(live_match.id, -1) in (None, live_match.seq)
        self._presence.on_load(live_match, now + GRACE if adopted else now)
        if adopted and clock is not None:
            self.pipeline.credit(live_match, now + GRACE - clock.since)  # before its deadline can pass
            self.pipeline.go_on(live_match)
        self._wake(live_match)
        for on_loaded in self.on_loaded:
            on_loaded(live_match.id)

    def on_unload(self, live_match: LiveMatch) -> None:
        """A match was unloaded."""
        if live_match.match.terms.by_day:
            self._deadlines.set(live_match.id, None)
        self._presence.on_unload(live_match)
        self._rematches.on_unload(live_match)

    def on_unclaimed(self, match_id: str, player_id: str) -> None:
        """Cancel a table whose request had been given up."""
        self.command(match_id, player_id, "unwanted", cmd.Cancel(), self._now(), lambda seq, code: None)

    def _wake(self, live_match: LiveMatch) -> None:
        """Set the deadline of a match and let its programs act."""
        if not self.pipeline.closed:
            self._deadlines.set(live_match.id, next_deadline(live_match))
            self._programs.wake(live_match)

    def _ring(self, key: str) -> None:
        """Handle a deadline."""
        self._stall_detector.feel()
        about, _, match_id = key.rpartition(":")
        live_match = self._store.have(match_id)
        if not about:
            self._flag(match_id)
        elif live_match is None:
            return
        elif about + ":" == _AWAY:
            self._presence.look(live_match)
        else:
            self._rematches.end(live_match)
            self.release(match_id)

    def _flag(self, match_id: str) -> None:
        if self.outage.on:
            self._missed.add(match_id)
            return

        def answer(_: int, code: str | None) -> None:
            live_match = self._store.have(match_id)
            if code == "not_over_time" and live_match is not None:
                self._deadlines.set(match_id, next_deadline(live_match))

        self.command(match_id, None, "", cmd.Flag(), self._now(), answer)

    def _give(
        self, live_match: LiveMatch, player_id: str, cid: str, command: cmd.Command, answer: Answer
    ) -> None:
        """Execute a program's command."""
        self.command(live_match.id, player_id, cid, command, self._now(), answer)

    def _opened(self, event: ev.Opened, card: Listing) -> None:
        self._bus.publish(LOBBY, ListingChanged.of(event.id, card))
        if event.until is not None and not event.terms.by_day:
            self._deadlines.set(event.id, event.until)

    def _set_rematch_deadline(self, match_id: str, at: int | None) -> None:
        self._deadlines.set(_AGAIN + match_id, at)

    async def _open_next(self, request: TableRequest, match_id: str) -> None:
        """Open a rematch, unless it is open already."""
        with contextlib.suppress(ConflictError):
            self._opened(*await self._store.open(request, self._now(), match_id))


def _always(match_id: str) -> bool:
    """Return True: there is no other host."""
    return True
