"""The host: owns the live matches of this process; every command of every match passes through it.

For each match one command is in the works at a time: decide, append to the journal, and once that is
committed evolve, publish, answer, next. It all happens in callbacks on the event loop; the only other
thread is the journal's. State that was not committed does not exist anywhere.
"""

import asyncio
import logging
from collections.abc import Sequence

from zaria.live.botplay import BotPlay, asked, pace, plainest
from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.deadlines import Deadlines
from zaria.live.frames import Published, side_of
from zaria.live.journal import Conflict, Journal, JournalClosed, Row
from zaria.live.orders import Order
from zaria.live.room import Answer, Pending, Room
from zaria.live.rooms import Rooms, Use
from zaria.live.rows import mark, row
from zaria.live.tables import NO_LAG, Being, Lag
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.refusals import Refused
from zaria.match.timing import deadline

log = logging.getLogger(__name__)

GRACE = 10_000
"""Milliseconds after a restart before a clock that was running runs on."""

TRIES = 5
"""How often a command is decided when other writers get in first, or the journal fails."""

PATIENCE = 0.1
"""Seconds before a command is tried again where the journal failed; more with each try."""


class Host:
    """Decides and stores commands, and sees to deadlines and programs. Lives on one event loop."""

    patience: float = PATIENCE

    def __init__(self, journal: Journal, bus: Bus, now: Now, bots: BotPlay) -> None:
        """Start empty; `resume` brings back what was being played."""
        self._journal = journal
        self._bus = bus
        self._now = now
        self._bots = bots
        self._deadlines = Deadlines(now, self._flag)
        self._rooms = Rooms(journal, self._came)
        self._retries: set[asyncio.Task[None]] = set()
        self._resuming = False
        self._closed = False

    def __len__(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    async def open(self, order: Order) -> str:
        """Open a match and store it; returns its id. Raises `Refused`."""
        return await self._rooms.open(order, self._now())

    async def room(self, match_id: str) -> Room | None:
        """The match, read if need be; None if there is none."""
        return await self._rooms.get(match_id)

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if it is in memory, else when it is read."""
        self._rooms.use(match_id, use)

    async def resume(self) -> int:
        """Go on with every match whose clock runs, charging nobody for the time away; returns how many.

        All others wait in the journal until somebody comes to them.
        """
        self._resuming = True
        found = await self._journal.running()
        for match_id in found:
            await self._rooms.get(match_id)
        self._resuming = False
        return len(found)

    def release(self, match_id: str) -> None:
        """Forget a match in which nothing can happen until somebody comes to it again."""
        room = self._rooms.have(match_id)
        if room is None or self._bus.watched(match_id):
            return
        if not (room.busy or room.pending or room.bot_asked == room.seq or deadline(room.match)):
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
        pending = Pending(actor, cid, command, at, answer)

        def submit(room: Room | None) -> None:
            if room is None:
                answer(-1, "unknown_match")
            else:
                room.pending.append(pending)
                self._go_on(room)
                self.release(match_id)

        self._rooms.use(match_id, submit)

    def here(self, match_id: str, player_id: str, where: str, state: Being) -> None:
        """A player has come to his table, or gone from it, as far as the process `where` can see."""

    def again(self, match_id: str, actor: str, no: bool, answer: Answer) -> None:
        """Offer a rematch or accept it; `no`: decline it or withdraw it. `answer`: as for a command."""
        answer(-1, "not_now")

    def close(self) -> None:
        """Take no more commands and let no more deadlines pass."""
        self._closed = True
        self._deadlines.close()
        self._rooms.close()

    def _go_on(self, room: Room) -> None:
        """Work on the commands that wait, until one is on its way to the journal."""
        while room.pending and not room.busy and not self._closed:
            pending = room.pending.popleft()
            stored = room.done.get((pending.actor, pending.cid))
            if stored is not None:
                pending.answer(stored, None)
                continue
            try:
                events = _decide(room, pending)
            except Refused as refused:
                pending.answer(-1, refused.code)
            except Exception:
                log.exception("match %s: %r failed", room.id, pending.command)
                pending.answer(-1, "server_error")
            else:
                self._store(room, pending, events)

    def _store(self, room: Room, pending: Pending, events: Sequence[ev.Event]) -> None:
        seq = room.seq + 1
        rows = [row(i, event) for i, event in enumerate(events, seq)]
        if pending.cid and not pending.late:
            rows[-1] = row(rows[-1].seq, events[-1], pending.actor or "", pending.cid)
        room.busy = True
        self._journal.append(
            room.id, rows, mark(room.match, events), lambda error: self._stored(room, pending, rows, error)
        )

    def _stored(self, room: Room, pending: Pending, rows: Sequence[Row], error: Exception | None) -> None:
        if error is not None:
            self._failed(room, pending, error)
            return
        room.busy = False
        try:
            self._happened(room, rows)
        except Exception:
            log.exception("match %s cannot go on", room.id)
            self._rooms.forget(room.id)
            return
        if pending.late:
            pending.answer(-1, "time_over")
        else:
            pending.answer(room.seq, None)
        self._next(room)

    def _happened(self, room: Room, rows: Sequence[Row]) -> None:
        """Apply what is stored, and tell the watchers."""
        now = self._now()
        for one in rows:
            event = room.take(one)
            if self._bus.watched(room.id):
                self._bus.publish(room.id, Published(room.match, one.seq, event, one.body, now))

    def _next(self, room: Room) -> None:
        self._wake(room)
        self._go_on(room)
        self.release(room.id)

    def _failed(self, room: Room, pending: Pending, error: Exception) -> None:
        """The append was not kept: read what is new and decide again, but not for ever."""
        if self._closed or isinstance(error, JournalClosed):
            return
        if not isinstance(error, Conflict):
            log.error("match %s: the journal failed: %s", room.id, error)
        task = asyncio.create_task(self._again(room, pending, isinstance(error, Conflict)))
        self._retries.add(task)
        task.add_done_callback(self._retries.discard)

    async def _again(self, room: Room, pending: Pending, conflict: bool) -> None:
        pending.tries += 1
        if not conflict:
            await asyncio.sleep(self.patience * pending.tries)
        if self._closed:
            return
        try:
            stored = await self._journal.load(room.id)
            if stored is not None:
                self._happened(room, [one for one in stored.rows if one.seq > room.seq])
        except Exception:
            log.exception("match %s cannot be read again", room.id)
        room.busy = False
        if pending.tries < TRIES:
            room.pending.appendleft(pending)
        else:
            room.bot_asked = -1  # a program whose command was lost is asked again
            pending.answer(-1, "not_stored")
        self._next(room)

    def _came(self, room: Room) -> None:
        if self._resuming:
            self._credit(room)  # before its deadline can pass
        self._wake(room)

    def _wake(self, room: Room) -> None:
        """See to what happens in a match without anybody asking: its deadline, its programs."""
        if not self._closed:
            self._deadlines.set(room.id, deadline(room.match))
            if room.match.phase == "open":
                self._seat_bot(room)
            else:
                self._ask_bot(room)

    def _flag(self, match_id: str) -> None:
        self.command(match_id, None, "", cmd.Flag(), self._now(), _ignore)

    def _credit(self, room: Room) -> None:
        """The server was away: let the running clock go on after a moment's grace."""
        clock = room.match.clock
        if clock is not None and clock.running is not None:
            now = self._now()
            room.pending.appendleft(Pending(None, "", cmd.Credit(now + GRACE - clock.since), now, _ignore))
            self._go_on(room)

    def _seat_bot(self, room: Room) -> None:
        """A program sits down once its opponent has."""
        match = room.match
        for side in (0, 1):
            place = room.places[side]
            if place and place.bot and match.players[1 - side] and not match.players[side]:
                self._bot_command(room, place, side, cmd.Sit(place, match.seal, match.seal))

    def _ask_bot(self, room: Room) -> None:
        match = room.match
        side = asked(match)
        player = None if side is None else match.players[side]
        if side is None or player is None or player.bot is None or room.bot_asked == room.seq:
            return
        seq = room.bot_asked = room.seq

        def deliver(command: cmd.Command) -> None:
            if room.seq == seq:  # else more has happened, and it was asked again if need be
                self._bot_command(room, player, side, command)

        self._bots.ask(match, side, pace(match, side, room.events[-1], self._bots.pause), deliver)

    def _bot_command(
        self, room: Room, bot: ev.Player, side: int, command: cmd.Command, last: bool = False
    ) -> None:
        """Through the same door as a person's; one that is refused is replaced by the plainest."""
        seq = room.seq

        def answer(_: int, code: str | None) -> None:
            if code in (None, "not_stored") or room.seq != seq or room.match.phase == "open":
                return
            log.error("match %s: %r by %s refused: %s", room.id, command, bot.id, code)
            if not last:
                self._bot_command(room, bot, side, plainest(room.match, side), last=True)

        self.command(room.id, bot.id, f"bot-{seq}-{last:d}", command, self._now(), answer)


def _decide(room: Room, pending: Pending) -> list[ev.Event]:
    """What a command leads to. One that is too late leads to the flag instead, and is marked so."""
    match, command = room.match, pending.command
    now = max(pending.at, room.now)
    side: int | None = None
    if isinstance(command, cmd.Sit):
        side = room.seat_for(command.player.id)
    elif pending.actor is not None:
        side = side_of(room.ids, pending.actor)
        if side is None:
            raise Refused("not_a_player")
    try:
        return decide(match, side, command, now, room.dice)
    except Refused as refused:
        if refused.code != "time_over":
            raise
        pending.late = True
        return decide(match, None, cmd.Flag(), now, room.dice)


def _ignore(seq: int, code: str | None) -> None:
    """Nobody waits for the answer."""
