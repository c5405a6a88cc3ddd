"""Another match on the same terms: offered, accepted within half a minute, and opened once.

The id of the next match follows from the secret of the finished one. So both players come to the same table,
even after a restart or in another process.
"""

import asyncio
import base64
import hashlib
import logging
from collections.abc import Awaitable, Callable

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.escrow import Escrow, NoStakes, StakeRefusedError, is_staked
from zaria.live.matches.event_frames import side_of
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.messages import person_topic
from zaria.live.matches.pairing_policy import EverybodyPlays, PairingPolicy
from zaria.live.matches.presence import SetDeadline
from zaria.live.matches.rating_policy import EveryMatchIsRated, RatingPolicy
from zaria.live.matches.rematch_reports import RematchReports
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.live.rate_limits import Rates
from zaria.live.sockets.protocol.server import PendingRematch, Redirect, RematchChanged
from zaria.match.refusals import CommandRefusedError

log = logging.getLogger(__name__)

A_MINUTE = 20
"""Rematches that one player may accept in a minute: each stays in the journal forever."""

WAIT = 60_000
"""Milliseconds that the table of a rematch waits for its players.

One of them may sit down elsewhere at the moment when the other agrees; nobody shall wait for them for ever.
"""

Open = Callable[[TableRequest, str], Awaitable[None]]
"""Opens a match with this id, unless it is open already."""

Exists = Callable[[str], Awaitable[bool]]
Release = Callable[[str], None]


class Rematches:
    """The offers at the tables of one host. The present one is in `LiveMatch.offer`."""

    def __init__(
        self,
        bus: Bus,
        now: Now,
        set_deadline: SetDeadline,
        times: Timeouts,
        open_: Open,
        exists: Exists,
        release: Release,
        reports: RematchReports,
    ) -> None:
        """`set_deadline` makes the host call `end` with that match then (ms), or not at all (None).

        `release` is called with each match after a request about it.
        """
        self._bus = bus
        self._now = now
        self._set_deadline = set_deadline
        self._times = times
        self._open = open_
        self._exists = exists
        self._release = release
        self._reports = reports
        self.policy: RatingPolicy = EveryMatchIsRated()
        self.escrow: Escrow = NoStakes()
        self.pairing: PairingPolicy = EverybodyPlays()
        self._rates = Rates(A_MINUTE)
        self._offers: dict[str, LiveMatch] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def again(self, room: LiveMatch, actor: str, no: bool, answer: Answer) -> None:
        """Offer another match, accept the offer, or (`no`) decline or withdraw it."""
        side = side_of(room.ids, actor)
        if side is None:
            answer(-1, "not_a_player")
        elif room.match.phase != "over" or None in room.ids:
            answer(-1, "not_now")
        elif room.match.terms.tournament:
            answer(-1, "tournament_rematch")
        elif no:
            self.end(room)
            answer(room.seq, None)
        else:
            before = self._tasks.get(room.id)
            task = self._tasks[room.id] = asyncio.create_task(self._ask(room, side, actor, answer, before))
            task.add_done_callback(lambda done: self._done(room.id, done))

    def busy(self, room: LiveMatch) -> bool:
        """Return whether there is an offer, or one is being accepted."""
        return room.offer is not None or room.id in self._tasks

    def look(self, room: LiveMatch, player_id: str, present: bool, left: bool) -> None:
        """A player has come or gone: the offer of a player who leaves soon ends."""
        offer = room.offer
        if offer is None or room.ids[offer.side] != player_id:
            return
        if left and not present:
            self.end(room)
        else:
            soon = self._now() + self._times.notice
            self._set_deadline(room.id, offer.until if present else min(soon, offer.until))

    def on_seat(self, player_id: str | None) -> None:
        """A player sits at another table: end their earlier offer."""
        room = self._offers.get(player_id or "")
        if room is not None:
            self.end(room)

    def end(self, room: LiveMatch) -> None:
        """End the offer; harmless if there is none."""
        if self._drop(room):
            self._publish(room)
            self._reports.on_end(room)

    def on_unload(self, room: LiveMatch) -> None:
        """A match was unloaded: its new host knows nothing of the offer."""
        self._drop(room)
        self._reports.on_end(room)

    def close(self) -> None:
        """Open no more matches."""
        for task in self._tasks.values():
            task.cancel()

    async def _ask(
        self, room: LiveMatch, side: int, actor: str, answer: Answer, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        if room.next is None and room.offer is None and await self._exists(next_id(room)):
            room.next = next_id(room)  # agreed before this process loaded the match
        if room.next is not None:
            self._bus.publish(person_topic(actor), Redirect(room.next, "again"))
        elif self._agreed(room, side):
            if not self._rates.take(actor, self._now()):
                answer(-1, "too_many")
                return
            try:
                await self._check_pair(room)
                await self._agree(room)
            except (CommandRefusedError, StoreUnavailableError) as error:
                self._publish(room)  # without the offer
                self._reports.on_end(room)
                answer(-1, _code_for(actor, error))
                return
        elif room.offer is None:
            try:
                await self._check_pair(room)
                await self._check_stake(room, actor)
            except (CommandRefusedError, StoreUnavailableError) as error:
                answer(-1, _code_for(actor, error))
                return
            if room.offer is None:
                self._offer(room, side, actor)
        answer(room.seq, None)

    async def _check_pair(self, room: LiveMatch) -> None:
        """Raise `CommandRefusedError` if the site keeps the players apart."""
        one, two = room.match.players
        if one is None or two is None or not (one.member and two.member):
            return
        if not await self.pairing.may_pair(one, two):
            raise CommandRefusedError("kept_apart")

    async def _check_stake(self, room: LiveMatch, actor: str) -> None:
        """Raise `CommandRefusedError` if a player cannot offer the stakes of the match again."""
        if is_staked(room.match.terms):
            await self._settle(room)
            one, two = room.match.players
            if one is not None and two is not None and not await self.policy.may_begin(one, two):
                raise CommandRefusedError("pair_limit_staked")
            await self.escrow.check(room.match.terms, actor)

    async def _settle(self, room: LiveMatch) -> None:
        """Pay the stakes of the match before those of the next one are held: they may be the same credits."""
        if is_staked(room.match.terms):
            await self.escrow.settle(room.id, room.events)

    def _agreed(self, room: LiveMatch, side: int) -> bool:
        other = room.match.players[1 - side]
        by_program = other is not None and other.bot is not None
        alone = by_program or room.match.terms.local is not None
        return alone or (room.offer is not None and room.offer.side != side)

    def _offer(self, room: LiveMatch, side: int, actor: str) -> None:
        self.on_seat(actor)
        room.offer = PendingRematch(side, self._now() + self._times.rematch)
        self._offers[actor] = room
        self._set_deadline(room.id, room.offer.until)
        self._publish(room)
        self._reports.on_offer(room, room.offer)

    async def _agree(self, room: LiveMatch) -> None:
        self._drop(room)
        await self._settle(room)
        found, (one, two) = next_id(room), room.match.players
        order = TableRequest(room.match.terms.renewed(), (two, one), wait=WAIT, public=room.public)
        await self._open(order, found)
        room.next = found
        self._publish(room)
        self._reports.on_end(room, taken=True)
        for player in (one, two):
            if player is not None and player.bot is None:
                self._bus.publish(person_topic(player.id), Redirect(found, "again"))

    def _drop(self, room: LiveMatch) -> bool:
        offer, room.offer = room.offer, None
        if offer is None:
            return False
        self._offers.pop(room.ids[offer.side] or "", None)
        self._set_deadline(room.id, None)
        return True

    def _publish(self, room: LiveMatch) -> None:
        self._bus.publish(room.id, RematchChanged(room.id, self._now(), room.offer, room.next))

    def _done(self, match_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(match_id) is task:
            del self._tasks[match_id]
            self._release(match_id)
        if not task.cancelled() and task.exception() is not None:
            log.error("match %s: cannot open the rematch", match_id, exc_info=task.exception())


def _code_for(actor: str, error: CommandRefusedError | StoreUnavailableError) -> str:
    if isinstance(error, StoreUnavailableError):
        return "not_stored"
    return error.code_for(actor) if isinstance(error, StakeRefusedError) else error.code


def next_id(room: LiveMatch) -> str:
    """The id of the match that follows this one."""
    made = hashlib.blake2b(room.dice.secret, person=b"zaria next match").digest()
    return base64.urlsafe_b64encode(made)[:10].decode()
