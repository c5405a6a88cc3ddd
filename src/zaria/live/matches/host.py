"""The host: owns the live matches of this process; every command of every match passes through it.

`Works` carries the commands to the journal. Here is what goes on around that: who is at the tables, what
is due, programs, rematches, and what the site, its sockets and other processes ask.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from functools import partial

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import ConflictError, Journal, Listing, Row, StoreUnavailableError
from zaria.live.lobby.messages import LOBBY, Listed
from zaria.live.matches.bot_play import BotPlay
from zaria.live.matches.command_pipeline import PATIENCE as PATIENCE
from zaria.live.matches.command_pipeline import TRIES as TRIES
from zaria.live.matches.command_pipeline import CommandPipeline
from zaria.live.matches.deadlines import Deadlines
from zaria.live.matches.decision import due
from zaria.live.matches.live_match import Answer, LiveMatch, Pending
from zaria.live.matches.match_service import TablePresence
from zaria.live.matches.match_store import Use
from zaria.live.matches.presence import Presence
from zaria.live.matches.programs import Programs
from zaria.live.matches.rematches import Rematches
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.process.stall_detector import StallDetector
from zaria.live.sockets.fanout import Fanout
from zaria.live.sockets.frames import Published
from zaria.live.sockets.latency import NO_LAG, Lag
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.timing import deadline

log = logging.getLogger(__name__)

GRACE = 10_000
"""Milliseconds after a restart before a clock that was running runs on."""

AT_ONCE = 50
"""Matches that go on in one turn of the event loop after a pause."""

_AWAY, _AGAIN = "away:", "again:"
"""What a deadline is about that is not a match's own: before the match's id in its key."""


class Host(CommandPipeline):
    """Decides and stores commands, and sees to deadlines and programs. Lives on one event loop."""

    def __init__(
        self, journal: Journal, bus: Bus, now: Now, bots: BotPlay, times: Timeouts | None = None
    ) -> None:
        """Start empty; `resume` brings back what was being played."""
        times = times or Timeouts()
        super().__init__(journal, bus, now, times)
        self._deadlines = Deadlines(now, self._ring)
        self._presence = Presence(bus, now, lambda m, at: self._deadlines.set(_AWAY + m, at), times)
        self._rematches = Rematches(
            bus,
            now,
            lambda m, at: self._deadlines.set(_AGAIN + m, at),
            times,
            self._open_next,
            self._rooms.exists,
            self.release,
        )
        self._programs = Programs(bots, self._give, now)
        self.stays: Callable[[str], bool] = _always
        """Whether a match stays here after a command of it; who has let go of it says no."""
        self._adopted: dict[str, int | None] = {}
        self._missed: set[str] = set()
        self._pulse = StallDetector(self._stood)
        self._slices = Fanout(AT_ONCE)

    def __len__(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    # what the site and its sockets ask (`Tables`)

    async def open(self, order: TableRequest) -> str:
        """Open a match and store it; returns its id. Raises `Refused`, or `Away` after a while."""
        try:
            async with asyncio.timeout(self._times.page / 1000):
                event, card = await self._rooms.open(order, self._now())
        except TimeoutError:
            raise StoreUnavailableError("no table can be set") from None
        self._opened(event, card)
        return event.id

    async def room(self, match_id: str) -> LiveMatch | None:
        """The match, read if need be; None if there is none. Raises `Away` after a while."""
        room = self._rooms.have(match_id)
        if room is not None:
            return room
        try:
            async with asyncio.timeout(self._times.page / 1000):
                return await self._rooms.get(match_id)
        except TimeoutError:
            raise StoreUnavailableError("no match can be read") from None

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else when it is read."""
        self._rooms.use(match_id, use)

    def release(self, match_id: str) -> None:
        """Forget a match in which nothing can happen until somebody comes to it again."""
        room = self._rooms.have(match_id)
        if room is None or self._bus.listeners(match_id) or self._presence.anybody(room):
            return
        if not (
            room.busy
            or room.pending
            or room.bot_asked == room.seq
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
        """Carry out a command read at `at`; `answer` is called once it is stored, or refused.

        `actor` is a player's id, None the server itself. The same `cid` by the same actor is done once.
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
        self._go_on(room)
        if not room.busy:
            self.release(room.id)

    def here(self, match_id: str, player_id: str, where: str, state: TablePresence) -> None:
        """A player has come to his table, or gone from it, as far as the process `where` can see."""

        def tell(room: LiveMatch | None) -> None:
            if room is not None:
                self._presence.here(room, player_id, where, state)
                present = self._presence.present(room, player_id)
                self._rematches.look(room, player_id, present, state == "left")
                self.release(match_id)

        if state == "here" or self._rooms.have(match_id) is not None:
            self._rooms.use(match_id, tell)

    def again(self, match_id: str, actor: str, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline it or withdraw it. `answer`: as for a command."""

        def ask(room: LiveMatch | None) -> None:
            if room is None:
                answer(-1, "unknown_match")
            else:
                self._rematches.again(room, actor, no, answer)
                self.release(match_id)

        self._rooms.use(match_id, ask)

    # what whoever runs the host asks

    async def resume(self) -> int:
        """Go on with every match whose clock runs, charging nobody for the time away; returns how many.

        All others wait in the journal until somebody comes to them.
        """
        found = await self._journal.running()
        for match_id in found:
            await self.adopt(match_id)
        return len(found)

    async def adopt(self, match_id: str, credit: bool = True, since: int | None = None) -> bool:
        """Go on with a match that nobody held; whether there is one.

        `credit`: nobody pays for the time in which it was held by nobody; with `since` only if the event of
        this number is still its last, else somebody has held it. Where hosts share the matches who watches is
        told the last event: the host that stored it may have died before it told anybody.
        """
        if credit:
            self._adopted[match_id] = since
        try:
            room = await self._rooms.get(match_id)
        finally:
            self._adopted.pop(match_id, None)
        if room is not None and self.shared:
            last = room.events[-1]
            self._bus.publish(room.id, Published(room.match, room.seq, last, ev.encode(last), self._now()))
        return room is not None

    def playing(self) -> int:
        """In how many matches in memory a game is being played."""
        return sum(room.match.phase not in ("open", "over") for room in self._rooms)

    def seq(self, match_id: str) -> int:
        """The number of the last event of a match in memory, -1 if it is not."""
        room = self._rooms.have(match_id)
        return -1 if room is None else room.seq

    def program_acts(self, match_id: str) -> bool:
        """Whether a match is in memory, and a program has to act in it."""
        room = self._rooms.have(match_id)
        return room is not None and self._programs.to_act(room)

    def held(self) -> list[str]:
        """The matches in memory."""
        return [room.id for room in self._rooms]

    def let_go(self, match_id: str) -> bool:
        """Leave a match to another host; False while a command of it is being stored.

        Commands that wait are answered "moved".
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

    def lost(self, where: str) -> None:
        """The process `where` is gone, and with it whoever was there."""
        for room in self._rooms:
            self._presence.lost(room, where)
            self.release(room.id)

    def close(self) -> None:
        """Take no more commands and let no more deadlines pass."""
        super().close()
        self._pulse.close()
        self._deadlines.close()
        self._rematches.close()

    # what follows

    def _changed(self, room: LiveMatch, rows: Sequence[Row], card: Listing) -> None:
        """The lobby shows the match otherwise, and who plays has changed, or whether."""
        self._bus.publish(LOBBY, Listed.of(room.id, card))
        for one in rows:
            if one.kind == "seated":
                for player in room.ids:
                    self._rematches.sat(player)
        self._presence.look(room)

    def _look(self, room: LiveMatch) -> None:
        self._presence.look(room)

    def _next(self, room: LiveMatch) -> None:
        if not self.stays(room.id):
            return
        if room.away:
            self._presence.look(room)
        self._wake(room)
        if room.pending:
            self._go_on(room)
        if not room.busy:
            self.release(room.id)

    def _resumed(self, since: int) -> None:
        """Play goes on; what was lost since then is given back, and what was due meanwhile is seen to.

        What is given back comes first in every match at once; the work of thousands is done bit by bit.
        """
        now, rooms = self._now(), tuple(self._rooms)
        for room in rooms:
            try:
                self._resume(room, since, now)
            except Exception:  # the others go on all the same
                log.exception("match %s does not go on", room.id)
        self._slices.send(rooms, self._go_on_again)
        missed, self._missed = self._missed, set()
        for match_id in missed:
            self._flag(match_id)

    def _resume(self, room: LiveMatch, since: int, now: int) -> None:
        clock = room.match.clock
        self._credit(room, now - max(since, clock.since if clock else since))
        self._presence.resumed(room)

    def _go_on_again(self, room: LiveMatch) -> None:
        if self._rooms.have(room.id) is room:
            self._wake(room)
            self._go_on(room)

    def _stood(self, ms: int) -> None:
        """This process stood still for so long: nobody pays for that.

        Among several hosts another one has taken the matches meanwhile, and has given the time back; where a
        store is away the time is given back when it comes.
        """
        if not (self.shared or self._closed or self.outage.on):
            log.warning("the process stood still for %d ms", ms)
            self._resumed(self._now() - ms)

    # what happens by itself

    def _came(self, room: LiveMatch) -> None:
        """A room was read."""
        now, clock = self._now(), room.match.clock
        adopted = self._adopted.get(room.id, -1) in (None, room.seq)
        self._presence.came(room, now + GRACE if adopted else now)
        if adopted and clock is not None:
            self._credit(room, now + GRACE - clock.since)  # before its deadline can pass
            self._go_on(room)
        self._wake(room)

    def _went(self, room: LiveMatch) -> None:
        """A room is not in memory any more."""
        self._presence.went(room)
        self._rematches.went(room)

    def _unwanted(self, match_id: str, player_id: str) -> None:
        """Whoever ordered this table was told that it cannot be set: clear it."""
        self.command(match_id, player_id, "unwanted", cmd.Cancel(), self._now(), lambda seq, code: None)

    def _wake(self, room: LiveMatch) -> None:
        """See to what happens in a match without anybody asking: its deadline, its programs."""
        if not self._closed:
            self._deadlines.set(room.id, due(room))
            self._programs.wake(room)

    def _ring(self, key: str) -> None:
        """Something is due."""
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
                self._deadlines.set(match_id, due(room))

        self.command(match_id, None, "", cmd.Flag(), self._now(), answer)

    def _give(self, room: LiveMatch, player_id: str, cid: str, command: cmd.Command, answer: Answer) -> None:
        """A program acts."""
        self.command(room.id, player_id, cid, command, self._now(), answer)

    def _opened(self, event: ev.Opened, card: Listing) -> None:
        self._bus.publish(LOBBY, Listed.of(event.id, card))
        if event.until is not None:
            self._deadlines.set(event.id, event.until)

    async def _open_next(self, order: TableRequest, match_id: str) -> None:
        """Open a rematch, unless that was done already."""
        with contextlib.suppress(ConflictError):
            self._opened(*await self._rooms.open(order, self._now(), match_id))


def _always(match_id: str) -> bool:
    """There is no other host."""
    return True
