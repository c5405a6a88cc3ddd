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
from zaria.live.journal.base import ConflictError, Journal, Listing, Row, StoreUnavailableError
from zaria.live.latency import NO_LAG, Lag
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.command_pipeline import CommandPipeline
from zaria.live.matches.deadlines import Deadlines
from zaria.live.matches.decision import next_deadline
from zaria.live.matches.escrow import Escrow
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.live_match import Answer, LiveMatch, Pending
from zaria.live.matches.match_service import TablePresence
from zaria.live.matches.match_store import Use
from zaria.live.matches.messages import LOBBY, ListingChanged
from zaria.live.matches.pairing_policy import PairingPolicy
from zaria.live.matches.presence import Presence
from zaria.live.matches.programs import Programs
from zaria.live.matches.rating_policy import RatingPolicy
from zaria.live.matches.rematch_reports import RematchReports
from zaria.live.matches.rematches import Rematches
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.stall_detector import StallDetector
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.timing import deadline

log = logging.getLogger(__name__)

GRACE = 10_000
"""Milliseconds after a restart before a running clock continues."""

AT_ONCE = 50
"""Matches that continue in one turn of the event loop after a pause."""

_AWAY, _AGAIN = "away:", "again:"
"""Prefixes of deadline keys that are not a match's own deadline."""


class Host:
    """Decides and stores commands, and handles deadlines and programs. Lives on one event loop."""

    def __init__(
        self, journal: Journal, bus: Bus, now: Now, bots: BotPlay, times: Timeouts | None = None
    ) -> None:
        """Start empty; `resume` loads the running matches."""
        times = times or Timeouts()
        self.pipeline = CommandPipeline(journal, bus, now, self, times)
        self.outage = self.pipeline.outage
        self._rooms = self.pipeline.matches
        self._journal = journal
        self._bus = bus
        self._now = now
        self._times = times
        self._deadlines = Deadlines(now, self._ring)
        self._presence = Presence(bus, now, lambda m, at: self._deadlines.set(_AWAY + m, at), times)
        self.rematch_reports = RematchReports(self._presence)
        self._rematches = Rematches(
            bus,
            now,
            lambda m, at: self._deadlines.set(_AGAIN + m, at),
            times,
            self._open_next,
            self._rooms.exists,
            self.release,
            self.rematch_reports,
        )
        self._programs = Programs(bots, self._give, now)
        self.stays: Callable[[str], bool] = _always
        """Hook that returns whether a match stays here after a command; False after letting go of it."""
        self._adopted: dict[str, int | None] = {}
        self._missed: set[str] = set()
        self._pulse = StallDetector(self._stood)
        self._slices = Fanout(AT_ONCE)

    def __len__(self) -> int:
        """The number of matches in memory."""
        return len(self._rooms)

    def rate_by(self, policy: RatingPolicy) -> None:
        """Let `policy` decide which new matches and rematches are rated."""
        self.pipeline.rate_by(policy)
        self._rematches.policy = policy

    def pair_by(self, policy: PairingPolicy) -> None:
        """Let `policy` decide which players may offer each other rematches."""
        self._rematches.pairing = policy

    def hold_by(self, escrow: Escrow) -> None:
        """Let `escrow` hold the stakes of new matches and rematches."""
        self.pipeline.hold_by(escrow)
        self._rematches.escrow = escrow

    # requests of the site and its sockets (`MatchService`)

    async def open(self, order: TableRequest, match_id: str | None = None) -> str:
        """Store a new match; return its id. Raises `CommandRefusedError` or `StoreUnavailableError`.

        With `match_id` it gets this id; raises `ConflictError` if that exists.
        """
        try:
            async with asyncio.timeout(self._times.page / 1000):
                event, card = await self._rooms.open(order, self._now(), match_id)
        except TimeoutError:
            raise StoreUnavailableError("no table can be set") from None
        self._opened(event, card)
        return event.id

    async def room(self, match_id: str) -> LiveMatch | None:
        """Load the match; None if there is none. Raises `StoreUnavailableError` after a while."""
        room = self._rooms.have(match_id)
        if room is not None:
            return room
        try:
            async with asyncio.timeout(self._times.page / 1000):
                return await self._rooms.get(match_id)
        except TimeoutError:
            raise StoreUnavailableError("no match can be read") from None

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else after loading."""
        self._rooms.use(match_id, use)

    def release(self, match_id: str) -> None:
        """Unload a match in which nothing can happen until a player comes."""
        room = self._rooms.have(match_id)
        if room is None or self._bus.listeners(match_id) or self._presence.anybody(room):
            return
        if not (
            room.busy
            or room.pending
            or room.bot_question_seq == room.seq
            or deadline(room.match)
            or self._rematches.busy(room)
        ):
            self._rooms.forget(match_id)

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
        self._pulse.feel()
        pending = Pending(actor, cid, command, at, answer, lag)
        room = self._rooms.have(match_id)
        if room is not None:
            self._submit(pending, room)
        else:
            self._rooms.use(match_id, partial(self._submit, pending))

    def _submit(self, pending: Pending, room: LiveMatch | None) -> None:
        if room is None:
            pending.answer(-1, "unknown_match")
            return
        room.pending.append(pending)
        self.pipeline.go_on(room)
        if not room.busy:
            self.release(room.id)

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to the table or left it, as far as the process `where` can see."""

        def tell(room: LiveMatch | None) -> None:
            if room is not None:
                self._presence.here(room, player_id, where, state)
                present = self._presence.present(room, player_id)
                self._rematches.look(room, player_id, present, state == "left")
                self.release(match_id)

        if state == "here" or self._rooms.have(match_id) is not None:
            self._rooms.use(match_id, tell)

    def again(self, match_id: str, actor: str, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline or withdraw it. `answer`: as for a command."""

        def ask(room: LiveMatch | None) -> None:
            if room is None:
                answer(-1, "unknown_match")
            else:
                self._rematches.again(room, actor, no, answer)
                self.release(match_id)

        self._rooms.use(match_id, ask)

    # requests of the process that runs the host

    async def resume(self) -> int:
        """Continue all matches whose clock runs, without charge for the downtime; return their number.

        All others stay in the journal until a player comes.
        """
        found = await self._journal.running()
        for match_id in found:
            await self.adopt(match_id)
        return len(found)

    async def adopt(self, match_id: str, credit: bool = True, since: int | None = None) -> bool:
        """Continue a match that no host held; return whether it exists.

        `credit`: the time without a host is not charged; with `since` only if that event is still the last,
        else some host held it. Among several hosts its watchers are sent the last event: the host that stored
        it may have died before publishing.
        """
        if credit:
            self._adopted[match_id] = since
        try:
            room = await self._rooms.get(match_id)
        finally:
            self._adopted.pop(match_id, None)
        if room is not None and self.pipeline.shared:
            last = room.events[-1]
            self._bus.publish(
                room.id, PublishedEvent(room.match, room.seq, last, ev.encode(last), self._now())
            )
        return room is not None

    def playing(self) -> int:
        """The number of matches in memory in which a game is being played."""
        return sum(room.match.phase not in ("open", "over") for room in self._rooms)

    def seq(self, match_id: str) -> int:
        """The last event number of a match in memory, -1 if it is not."""
        room = self._rooms.have(match_id)
        return -1 if room is None else room.seq

    def program_acts(self, match_id: str) -> bool:
        """Return whether a match is in memory and a program must act in it."""
        room = self._rooms.have(match_id)
        return room is not None and self._programs.to_act(room)

    def loaded_matches(self) -> list[str]:
        """The matches in memory."""
        return [room.id for room in self._rooms]

    def let_go(self, match_id: str) -> bool:
        """Leave a match to another host; False while an append is pending.

        Waiting commands are answered "moved".
        """
        room = self._rooms.have(match_id)
        if room is None:
            return True
        if room.busy:
            return False
        self._deadlines.set(match_id, None)
        self._rooms.forget(match_id)
        while room.pending:
            room.pending.popleft().answer(-1, "moved")
        return True

    def on_process_loss(self, where: str) -> None:
        """The process `where` has died: its players are absent."""
        for room in self._rooms:
            self._presence.on_process_loss(room, where)
            self.release(room.id)

    def close(self) -> None:
        """Take no more commands, and stop all deadlines."""
        self.pipeline.close()
        self._pulse.close()
        self._deadlines.close()
        self._rematches.close()
        self.rematch_reports.close()

    # reactions

    def on_listing(self, room: LiveMatch, rows: Sequence[Row], card: Listing) -> None:
        """Publish the new listing, and note changes of players and of the playing state."""
        self._bus.publish(LOBBY, ListingChanged.of(room.id, card))
        for one in rows:
            if one.kind == "seated":
                for player in room.ids:
                    self._rematches.on_seat(player)
        self._presence.look(room)

    def on_foreign_events(self, room: LiveMatch) -> None:
        self._presence.look(room)

    def on_command_end(self, room: LiveMatch) -> None:
        if not self.stays(room.id):
            return
        if room.away:
            self._presence.look(room)
        self._wake(room)
        if room.pending:
            self.pipeline.go_on(room)
        if not room.busy:
            self.release(room.id)

    def on_resume(self, since: int) -> None:
        """Play continues: credit the lost time, then handle what became due meanwhile.

        All matches are credited first; the rest of the work for thousands of them is done in slices.
        """
        now, rooms = self._now(), tuple(self._rooms)
        for room in rooms:
            try:
                self._resume(room, since, now)
            except Exception:  # the others continue all the same
                log.exception("match %s: cannot resume it", room.id)
        self._slices.send(rooms, self._go_on_again)
        missed, self._missed = self._missed, set()
        for match_id in missed:
            self._flag(match_id)

    def _resume(self, room: LiveMatch, since: int, now: int) -> None:
        clock = room.match.clock
        self.pipeline.credit(room, now - max(since, clock.since if clock else since))
        self._presence.resumed(room)

    def _go_on_again(self, room: LiveMatch) -> None:
        if self._rooms.have(room.id) is room:
            self._wake(room)
            self.pipeline.go_on(room)

    def _stood(self, ms: int) -> None:
        """Credit the time in which this process stood still.

        Among several hosts another one has taken the matches meanwhile, and credited them; while a store is
        away the credit follows when it is back.
        """
        if not (self.pipeline.shared or self.pipeline.closed or self.outage.on):
            log.warning("process: stalled for %d ms", ms)
            self.on_resume(self._now() - ms)

    # deadlines and programs

    def on_load(self, room: LiveMatch) -> None:
        """A match was loaded."""
        now, clock = self._now(), room.match.clock
        adopted = self._adopted.get(room.id, -1) in (None, room.seq)
        self._presence.on_load(room, now + GRACE if adopted else now)
        if adopted and clock is not None:
            self.pipeline.credit(room, now + GRACE - clock.since)  # before its deadline can pass
            self.pipeline.go_on(room)
        self._wake(room)

    def on_unload(self, room: LiveMatch) -> None:
        """A match was unloaded."""
        self._presence.on_unload(room)
        self._rematches.on_unload(room)

    def on_unclaimed(self, match_id: str, player_id: str) -> None:
        """Cancel a table whose request had been given up."""
        self.command(match_id, player_id, "unwanted", cmd.Cancel(), self._now(), lambda seq, code: None)

    def _wake(self, room: LiveMatch) -> None:
        """Set the deadline of a match and let its programs act."""
        if not self.pipeline.closed:
            self._deadlines.set(room.id, next_deadline(room))
            self._programs.wake(room)

    def _ring(self, key: str) -> None:
        """Handle a deadline."""
        self._pulse.feel()
        about, _, match_id = key.rpartition(":")
        room = self._rooms.have(match_id)
        if not about:
            self._flag(match_id)
        elif room is None:
            return
        elif about + ":" == _AWAY:
            self._presence.look(room)
        else:
            self._rematches.end(room)
            self.release(match_id)

    def _flag(self, match_id: str) -> None:
        if self.outage.on:
            self._missed.add(match_id)
            return

        def answer(_: int, code: str | None) -> None:
            room = self._rooms.have(match_id)
            if code == "not_over_time" and room is not None:
                self._deadlines.set(match_id, next_deadline(room))

        self.command(match_id, None, "", cmd.Flag(), self._now(), answer)

    def _give(self, room: LiveMatch, player_id: str, cid: str, command: cmd.Command, answer: Answer) -> None:
        """Execute a program's command."""
        self.command(room.id, player_id, cid, command, self._now(), answer)

    def _opened(self, event: ev.Opened, card: Listing) -> None:
        self._bus.publish(LOBBY, ListingChanged.of(event.id, card))
        if event.until is not None:
            self._deadlines.set(event.id, event.until)

    async def _open_next(self, order: TableRequest, match_id: str) -> None:
        """Open a rematch, unless it is open already."""
        with contextlib.suppress(ConflictError):
            self._opened(*await self._rooms.open(order, self._now(), match_id))


def _always(match_id: str) -> bool:
    """Return True: there is no other host."""
    return True
