"""Another match on the same terms: offered, accepted within half a minute, and opened once.

By the day the table is opened at once, for the player who asks and with an invitation of the opponent.

The id of the next match follows from the secret of the finished one. So both players come to the same table,
even after a restart or in another process.
"""

import asyncio
import base64
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.matches.escrow import StakeRefusedError, is_staked
from zaria.live.matches.event_frames import side_of
from zaria.live.matches.hooks import MatchHooks
from zaria.live.matches.live_match import Answer, LiveMatch
from zaria.live.matches.messages import person_topic
from zaria.live.matches.presence import SetDeadline
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


class HostCalls(NamedTuple):
    """The calls of the offers to their host."""

    set_deadline: SetDeadline
    """Makes the host call `Rematches.end` with that match then (ms), or not at all (None)."""
    open: Callable[[TableRequest, str], Awaitable[None]]
    """Opens a match with this id, unless it is open already."""
    exists: Callable[[str], Awaitable[bool]]
    """Returns whether there is a match with this id."""
    release: Callable[[str], None]
    """Called with each match after a request about it."""


class Rematches:
    """The offers at the tables of one host. The present one is in `LiveMatch.offer`."""

    def __init__(
        self,
        bus: Bus,
        now: Now,
        host: HostCalls,
        times: Timeouts,
        reports: RematchReports,
        hooks: MatchHooks,
    ) -> None:
        """Start without offers."""
        self._bus = bus
        self._now = now
        self._host = host
        self._times = times
        self._reports = reports
        self._hooks = hooks
        self._rates = Rates(A_MINUTE)
        self._offers: dict[str, LiveMatch] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def again(self, live_match: LiveMatch, actor: str, *, no: bool, answer: Answer) -> None:
        """Offer another match, accept the offer, or (`no`) decline or withdraw it."""
        side = side_of(live_match.ids, actor)
        if side is None:
            answer(-1, "not_a_player")
        elif live_match.match.phase != "over" or None in live_match.ids:
            answer(-1, "not_now")
        elif live_match.match.terms.tournament:
            answer(-1, "tournament_rematch")
        elif no:
            self.end(live_match)
            answer(live_match.seq, None)
        else:
            before = self._tasks.get(live_match.id)
            task = self._tasks[live_match.id] = asyncio.create_task(
                self._ask(live_match, side, actor, answer, before)
            )
            task.add_done_callback(lambda done: self._done(live_match.id, done))

    def busy(self, live_match: LiveMatch) -> bool:
        """Return whether there is an offer, or one is being accepted."""
        return live_match.offer is not None or live_match.id in self._tasks

    def look(self, live_match: LiveMatch, player_id: str, *, present: bool, has_left: bool) -> None:
        """A player has come or gone: the offer of a player who leaves soon ends."""
        offer = live_match.offer
        if offer is None or live_match.ids[offer.side] != player_id:
            return
        if has_left and not present:
            self.end(live_match)
        else:
            soon = self._now() + self._times.notice
            self._host.set_deadline(live_match.id, offer.until if present else min(soon, offer.until))

    def on_seat(self, player_id: str | None) -> None:
        """A player sits at another table: end their earlier offer."""
        live_match = self._offers.get(player_id or "")
        if live_match is not None:
            self.end(live_match)

    def end(self, live_match: LiveMatch) -> None:
        """End the offer; harmless if there is none."""
        if self._drop(live_match):
            self._publish(live_match)
            self._reports.on_end(live_match)

    def on_unload(self, live_match: LiveMatch) -> None:
        """A match was unloaded: its new host knows nothing of the offer."""
        self._drop(live_match)
        self._reports.on_end(live_match)

    def close(self) -> None:
        """Open no more matches."""
        for task in self._tasks.values():
            task.cancel()

    async def _ask(
        self, live_match: LiveMatch, side: int, actor: str, answer: Answer, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        if (
            live_match.next is None
            and live_match.offer is None
            and await self._host.exists(next_id(live_match))
        ):
            live_match.next = next_id(live_match)  # agreed before this process loaded the match
        if live_match.next is not None:
            self._bus.publish(person_topic(actor), Redirect(live_match.next, "again"))
        elif live_match.match.terms.by_day or self._agreed(live_match, side):
            if not self._rates.take(actor, self._now()):
                answer(-1, "too_many")
                return
            try:
                await self._check_pair(live_match)
                if live_match.match.terms.by_day:
                    await self._invite(live_match, side, actor)
                else:
                    await self._agree(live_match)
            except (CommandRefusedError, StoreUnavailableError) as error:
                self._publish(live_match)  # without the offer
                self._reports.on_end(live_match)
                answer(-1, _code_for(actor, error))
                return
        elif live_match.offer is None:
            try:
                await self._check_pair(live_match)
                await self._check_stake(live_match, actor)
            except (CommandRefusedError, StoreUnavailableError) as error:
                answer(-1, _code_for(actor, error))
                return
            if live_match.offer is None:
                self._offer(live_match, side, actor)
        answer(live_match.seq, None)

    async def _check_pair(self, live_match: LiveMatch) -> None:
        """Raise `CommandRefusedError` if the site keeps the players apart."""
        player, opponent = live_match.match.players
        if player is None or opponent is None or not (player.member and opponent.member):
            return
        if not await self._hooks.pairing.may_pair(player, opponent):
            raise CommandRefusedError("kept_apart")

    async def _check_stake(self, live_match: LiveMatch, actor: str) -> None:
        """Raise `CommandRefusedError` if a player cannot offer the stakes of the match again."""
        if is_staked(live_match.match.terms):
            await self._settle(live_match)
            player, opponent = live_match.match.players
            if (
                player is not None
                and opponent is not None
                and not await self._hooks.rating.may_begin(player, opponent)
            ):
                raise CommandRefusedError("pair_limit_staked")
            await self._hooks.escrow.check(live_match.match.terms, actor)

    async def _settle(self, live_match: LiveMatch) -> None:
        """Pay the stakes of the match before those of the next one are held: they may be the same credits."""
        if is_staked(live_match.match.terms):
            await self._hooks.escrow.settle(live_match.id, live_match.events)

    def _agreed(self, live_match: LiveMatch, side: int) -> bool:
        opponent = live_match.match.players[1 - side]
        by_program = opponent is not None and opponent.bot is not None
        alone = by_program or live_match.match.terms.local is not None
        return alone or (live_match.offer is not None and live_match.offer.side != side)

    def _offer(self, live_match: LiveMatch, side: int, actor: str) -> None:
        self.on_seat(actor)
        live_match.offer = PendingRematch(side, self._now() + self._times.rematch)
        self._offers[actor] = live_match
        self._host.set_deadline(live_match.id, live_match.offer.until)
        self._publish(live_match)
        self._reports.on_offer(live_match, live_match.offer)

    async def _agree(self, live_match: LiveMatch) -> None:
        self._drop(live_match)
        await self._settle(live_match)
        match_id, (first, second) = next_id(live_match), live_match.match.players
        request = TableRequest(
            live_match.match.next_terms(), (second, first), wait=WAIT, public=live_match.public
        )
        await self._host.open(request, match_id)
        live_match.next = match_id
        self._publish(live_match)
        self._reports.on_end(live_match, taken=True)
        for player in (first, second):
            if player is not None and player.bot is None:
                self._bus.publish(person_topic(player.id), Redirect(match_id, "again"))

    async def _invite(self, live_match: LiveMatch, side: int, actor: str) -> None:
        """Open the next match by the day as an invitation: the opponent need not be there to accept it."""
        match_id, (first, second) = next_id(live_match), live_match.match.players
        request = TableRequest(live_match.match.next_terms(), (second, first), by=1 - side)
        await self._host.open(request, match_id)
        live_match.next = match_id
        self._bus.publish(person_topic(actor), Redirect(match_id, "again"))

    def _drop(self, live_match: LiveMatch) -> bool:
        offer, live_match.offer = live_match.offer, None
        if offer is None:
            return False
        self._offers.pop(live_match.ids[offer.side] or "", None)
        self._host.set_deadline(live_match.id, None)
        return True

    def _publish(self, live_match: LiveMatch) -> None:
        self._bus.publish(
            live_match.id, RematchChanged(live_match.id, self._now(), live_match.offer, live_match.next)
        )

    def _done(self, match_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(match_id) is task:
            del self._tasks[match_id]
            self._host.release(match_id)
        if not task.cancelled() and task.exception() is not None:
            log.error("match %s: cannot open the rematch", match_id, exc_info=task.exception())


def _code_for(actor: str, error: CommandRefusedError | StoreUnavailableError) -> str:
    if isinstance(error, StoreUnavailableError):
        return "not_stored"
    return error.code_for(actor) if isinstance(error, StakeRefusedError) else error.code


def next_id(live_match: LiveMatch) -> str:
    """The id of the match that follows this one."""
    digest = hashlib.blake2b(live_match.dice.secret, person=b"zaria next match").digest()
    return base64.urlsafe_b64encode(digest)[:10].decode()
