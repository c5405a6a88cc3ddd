"""Processes the commands of each match in order: decide, append to the journal, evolve, publish.

Everything happens in callbacks on the event loop; the only other thread is the journal's. State that was not
committed does not exist anywhere.

While a store is away everything pauses: commands wait, no deadline passes, and afterwards the running clocks
are credited with the lost time.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from itertools import repeat
from typing import Protocol

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.counts import STORE_MS, Histogram
from zaria.live.journal.base import (
    ConflictError,
    Journal,
    JournalClosedError,
    Listing,
    Row,
    StoreUnavailableError,
    Wait,
)
from zaria.live.journal.rows import mark, rows, wait
from zaria.live.matches.cards import CHANGES, listing, player_ids, start_time
from zaria.live.matches.decision import decide
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.live_match import LiveMatch, Pending
from zaria.live.matches.match_store import MatchStore
from zaria.live.matches.outage import Outage
from zaria.live.matches.repair import Repair
from zaria.match import commands as cmd
from zaria.match.clock.lag import after_event
from zaria.match.draft import Draft
from zaria.match.refusals import CommandRefusedError

log = logging.getLogger(__name__)

TRIES = 5
"""Attempts to decide a command when other writers append first, or the journal fails."""

PATIENCE = 0.1
"""Seconds before another try after a failure of the journal; more with each try."""

_COMPARED = 1000
"""Matches that are compared with the journal by one query."""
_CARD = frozenset(CHANGES)


class PipelineListener(Protocol):
    """Does what follows a command: what is listed, what is due, which matches stay in memory."""

    def on_load(self, live_match: LiveMatch) -> None:
        """Go on with a match that was read."""

    def on_unload(self, live_match: LiveMatch) -> None:
        """Forget a match that is not in memory any more."""

    def on_listing(self, live_match: LiveMatch, rows: Sequence[Row], card: Listing) -> None:
        """Publish the listing that these events of a match changed."""

    def on_wait(self, live_match: LiveMatch, wait: Wait, since: int) -> None:
        """Announce that a match by the day waits anew since then (ms), or is over."""

    def on_unclaimed(self, match_id: str, player_id: str) -> None:
        """Clear a match that was stored although its player got an error."""

    def on_foreign_events(self, live_match: LiveMatch) -> None:
        """Follow events that another host has stored."""

    def on_command_end(self, live_match: LiveMatch) -> None:
        """Follow the end of a command, stored or not."""

    def on_resume(self, since: int) -> None:
        """Go on with play that was paused since then (ms)."""


class CommandPipeline:
    """Carries the commands of the matches through the journal, in order for each match."""

    patience: float = PATIENCE

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        now: Now,
        listener: PipelineListener,
        config: HostConfig,
        *,
        shared: bool,
    ) -> None:
        """Start with no match in memory."""
        self.shared = shared
        """True if another host may have continued our matches: read the journal before refusing anything."""
        self.outage = Outage(bus, now, listener.on_resume)
        self._listener = listener
        self._journal = journal
        self._bus = bus
        self._now = now
        self._times = config.times
        self.store = MatchStore(
            journal,
            listener.on_load,
            listener.on_unload,
            self._journal_away,
            listener.on_unclaimed,
            config.hooks,
        )
        self._repair = Repair(
            journal, self.outage, config.times, self.store, self._reread_pending, self._work
        )
        self._retries: set[asyncio.Task[None]] = set()
        self.closed = False
        self.stored = Histogram(STORE_MS)
        """Milliseconds from each append to its commit."""

    def close(self) -> None:
        """Take no more commands."""
        self.closed = True
        self.store.close()
        self._repair.close()

    # commands, one at a time

    def go_on(self, live_match: LiveMatch) -> None:
        """Process the waiting commands, unless play is paused."""
        if not self.outage.on:
            self._work(live_match)

    def _work(self, live_match: LiveMatch) -> None:
        """Process the waiting commands, until one is on its way to the journal."""
        while live_match.pending and not live_match.busy and not self.closed:
            pending = live_match.pending.popleft()
            stored = live_match.done.get((pending.actor, pending.cid))
            if stored is not None:
                pending.answer(stored, None)
                continue
            if isinstance(pending.command, cmd.Sit) and _hold_is_over(pending.command, self._now()):
                pending.answer(-1, "not_held")
                continue
            try:
                draft = decide(live_match, pending)
            except CommandRefusedError as refused:
                if self._doubts(pending):
                    live_match.busy = True
                    pending.since = self._now()
                    self._try_again(live_match, pending, at_once=True)
                else:
                    pending.answer(-1, refused.code)
            except Exception:
                log.exception("match %s: %r failed", live_match.id, pending.command)
                pending.answer(-1, "server_error")
            else:
                self._store(live_match, pending, draft)

    def _doubts(self, pending: Pending) -> bool:
        """Return whether another host may have stored events with which a refused command would be legal."""
        return self.shared and pending.actor is not None and not pending.tries and not self.outage.on

    def _store(self, live_match: LiveMatch, pending: Pending, draft: Draft) -> None:
        events = draft.events
        who, cid = ("", "") if pending.late or not pending.cid else (pending.actor or "", pending.cid)
        new_rows = rows(live_match.seq + 1, events, who, cid)
        card = None if _CARD.isdisjoint(map(type, events)) else _listing_after(live_match, draft)
        live_match.busy = True
        pending.since, waits = self._now(), _wait_after(live_match, draft)
        self._journal.append(
            live_match.id,
            new_rows,
            mark(draft.before, events),
            partial(self._stored, live_match, pending, draft, new_rows, card, waits),
            card,
            waits,
        )

    def _stored(
        self,
        live_match: LiveMatch,
        pending: Pending,
        draft: Draft,
        rows: Sequence[Row],
        card: Listing | None,
        waits: Wait | None,
        error: Exception | None,
    ) -> None:
        self._repair.on_append_end(stored=not isinstance(error, StoreUnavailableError))
        if error is not None:
            self._failed(live_match, pending, error)
            return
        live_match.busy = False
        try:
            now = self._happened(live_match, rows, draft)
        except Exception:
            log.exception("match %s: cannot continue it", live_match.id)
            live_match.pending.appendleft(pending)
            self._give_up(live_match)
            return
        if pending.quotas is not None:
            live_match.quotas = pending.quotas
        try:
            if card is not None:
                self._listener.on_listing(live_match, rows, card)
            if waits is not None and (waits.is_new or waits.side is None):
                self._listener.on_wait(live_match, waits, rows[-1].at)
            if pending.late:
                pending.answer(-1, "time_over")
            else:
                pending.answer(live_match.seq, None)
            self.stored.add(now - pending.since)
            lost = now - rows[-1].at  # it may have waited for an unavailable store before it started a clock
            if lost >= self._times.slow_store:
                self.credit(live_match, lost)
        finally:
            self._listener.on_command_end(live_match)

    def _happened(self, live_match: LiveMatch, rows: Sequence[Row], draft: Draft | None = None) -> int:
        """Apply stored events and publish them; return the moment. `draft`: the rows were made from it."""
        now, bus = self._now(), self._bus
        steps = draft.steps() if draft is not None and draft.before is live_match.match else repeat(None)
        for row, step in zip(rows, steps, strict=False):
            event = live_match.take(row, step)
            if bus.watched(live_match.id):
                bus.publish(live_match.id, PublishedEvent(live_match.match, row.seq, event, row.body, now))
        return now

    # failures

    def _give_up(self, live_match: LiveMatch) -> None:
        """Unload a match whose state may differ from the stored one; the next visitor reads it again."""
        self.store.forget(live_match.id)
        while live_match.pending:
            live_match.pending.popleft().answer(-1, "server_error")

    def _failed(self, live_match: LiveMatch, pending: Pending, error: Exception) -> None:
        """The append failed: read what is new and decide again, a limited number of times."""
        if self.closed or isinstance(error, JournalClosedError):
            return
        if isinstance(error, StoreUnavailableError):
            self._hold(live_match, pending)
            return
        if not isinstance(error, ConflictError):
            log.error("match %s: the journal failed: %s", live_match.id, error)
        self._try_again(live_match, pending, at_once=isinstance(error, ConflictError))

    def _try_again(self, live_match: LiveMatch, pending: Pending, *, at_once: bool) -> None:
        """Decide again, with the events that others have stored."""
        self._retry(self._again(live_match, pending, at_once=at_once))

    def _retry(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._retries.add(task)
        task.add_done_callback(self._retries.discard)

    async def _again(self, live_match: LiveMatch, pending: Pending, *, at_once: bool) -> None:
        pending.tries += 1
        if not at_once:
            await asyncio.sleep(self.patience * pending.tries)
        if self.closed:
            return
        try:
            await self._reread(live_match)
        except StoreUnavailableError:
            self._hold(live_match, pending)
            return
        except Exception:
            log.exception("match %s: cannot reload it", live_match.id)
        live_match.busy = False
        if pending.tries < TRIES:
            live_match.pending.appendleft(pending)
        else:
            live_match.bot_question_seq = -1  # the program's command was lost: ask it again
            pending.answer(-1, "not_stored")
        self._listener.on_command_end(live_match)

    async def compare(self, match_ids: Sequence[str]) -> None:
        """Update those of these matches that are behind the journal; raises `StoreUnavailableError`."""
        for start in range(0, len(match_ids), _COMPARED):
            numbers = await self._journal.numbers(match_ids[start : start + _COMPARED])
            for match_id, number in numbers.items():
                self.catch_up(match_id, number)

    def catch_up(self, match_id: str, number: int) -> None:
        """Event `number` of a match is stored: catch up if the match in memory is older.

        If an append is pending, its result tells soon: an append to old events gets `ConflictError`.
        """
        live_match = self.store.have(match_id)
        if live_match is not None and live_match.seq < number and not live_match.busy and not self.closed:
            log.warning(
                "match %s: another process has stored event %d after %d",
                live_match.id,
                number,
                live_match.seq,
            )
            live_match.busy = True
            self._retry(self._catch_up(live_match))

    async def _catch_up(self, live_match: LiveMatch) -> None:
        since = self._now()
        try:
            await self._reread(live_match)
        except StoreUnavailableError:
            self._repair.hold(live_match, since)
            return
        except Exception:  # it must not stay in memory in this state
            log.exception("match %s: cannot reload it", live_match.id)
            self._give_up(live_match)
            return
        if not self.closed:
            live_match.busy = False
            self._listener.on_command_end(live_match)

    async def _reread(self, live_match: LiveMatch) -> None:
        """Apply the events of another writer; raises `StoreUnavailableError`."""
        stored = await self._journal.load(live_match.id)
        rows = [] if stored is None else [row for row in stored.rows if row.seq > live_match.seq]
        if not rows:
            return
        self._happened(live_match, rows)
        for event in live_match.events[-len(rows) :]:
            live_match.quotas = live_match.quotas and after_event(live_match.quotas, event)
        self._listener.on_foreign_events(live_match)

    async def _reread_pending(self, live_match: LiveMatch) -> None:
        """Read a match again that had a pending append during the outage; raises `StoreUnavailableError`."""
        try:
            await self._reread(live_match)
        except StoreUnavailableError:
            raise
        except Exception:
            log.exception("match %s: cannot reload it", live_match.id)
            self._give_up(live_match)
            self.store.use(live_match.id, _nothing)  # loading it starts its deadlines and programs
        live_match.busy = False

    def _hold(self, live_match: LiveMatch, pending: Pending) -> None:
        """The journal is away. Drop the commands of the host itself: they are decided again later.

        The site's own are kept: `Annul` has no player either.
        """
        if pending.actor is not None or isinstance(pending.command, cmd.Annul):
            live_match.pending.appendleft(pending)
        self._repair.hold(live_match, pending.since)

    async def _journal_away(self) -> None:
        self._repair.begin()
        await self.outage.over()

    def credit(self, live_match: LiveMatch, ms: int) -> None:
        """Credit the running clock before anything else happens; by the day its standstills are counted."""
        clock = None if live_match.match.terms.by_day else live_match.match.clock
        if clock is not None and clock.running is not None and ms > 0:
            live_match.pending.appendleft(Pending(None, "", cmd.Credit(ms), self._now(), _ignore))


def _listing_after(live_match: LiveMatch, draft: Draft) -> Listing:
    """The listing of a match after the drafted events."""
    since = start_time([*live_match.events, *draft.events])
    return listing(
        draft.match,
        live_match.places,
        public=live_match.public,
        since=since,
        n=live_match.seq + len(draft.events),
        by=live_match.by,
    )


def _wait_after(live_match: LiveMatch, draft: Draft) -> Wait | None:
    """The wait of a match by the day after the drafted events."""
    ids = player_ids(draft.match, live_match.places)
    return wait(draft.before, draft.match, draft.events, ids)


def _hold_is_over(command: cmd.Sit, now: int) -> bool:
    """Return whether the player's stake may have been released: the command waited too long."""
    return command.held is not None and now > command.held


def _nothing(live_match: LiveMatch | None) -> None:
    """Do nothing: the match need only be in memory."""


def _ignore(seq: int, code: str | None) -> None:
    """Ignore the answer."""
