"""Copies of matches for spectators and players in a process that does not own them, read from the journal.

A copy is valid until the bus announces a later event; the next reader reads it again. The process subscribes
to the bus before it reads the journal, or it would miss events in between. After a reconnect all copies are
read again, and every watcher is sent the last event: its number shows whether any were missed.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from zaria.live.clock import Now
from zaria.live.cluster.node import Node
from zaria.live.cluster.slicing import Rounds, slices
from zaria.live.journal.base import Journal, Stored, StoreUnavailableError
from zaria.live.matches.event_frames import PublishedEvent
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_store import Use
from zaria.live.sockets.protocol.server import AbsenceChanged, RematchChanged
from zaria.match import events as ev

log = logging.getLogger(__name__)

AT_ONCE = 8
"""Matches read at the same time after a reconnect."""
ARRIVAL = 1.0
"""Seconds after which the message of a stored event has arrived, or is lost."""
PAUSE = 0.5
"""Seconds before another try to read from an unavailable store."""


async def read(journal: Journal, match_id: str) -> LiveMatch | None:
    """Load the match; None if there is none. Raises what the journal raises."""
    return _live_match(match_id, await journal.load(match_id))


def _live_match(match_id: str, stored: Stored | None) -> LiveMatch | None:
    if stored is None:
        return None
    live_match = LiveMatch(match_id, stored.secret, stored.places)
    for row in stored.rows:
        live_match.take(row)
    return live_match


class _Copy:
    """One match. `last` is the highest event number heard of, `cuts` the number of lost connections.

    Every watcher has event `last`, or the match with it.
    """

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.live_match: LiveMatch | None = None
        self.last = -1
        self.cuts = 0
        self.waiting: list[Use] = []
        self.task: asyncio.Task[None] | None = None
        self.away: AbsenceChanged | None = None
        self.again: RematchChanged | None = None

    @property
    def fresh(self) -> LiveMatch | None:
        """The match, if it is up to date."""
        return self.live_match if self.live_match is not None and self.live_match.seq >= self.last else None

    def receive(self, message: Any) -> None:
        """Process a message about the match."""
        if isinstance(message, PublishedEvent):
            self.last = max(self.last, message.n)
        elif isinstance(message, AbsenceChanged):
            self.away = message
        elif isinstance(message, RematchChanged):
            self.again = message
        self.dress(self.live_match)

    def dress(self, live_match: LiveMatch | None) -> None:
        """Add the state that is not in the journal: presence, rematch offer."""
        if live_match is not None and self.away is not None:
            live_match.away = self.away.away
        if live_match is not None and self.again is not None:
            live_match.offer, live_match.next = self.again.offer, self.again.next


class OwnMatches(Protocol):
    """The matches that this process owns as a host: they need no copies."""

    def in_memory(self, match_id: str) -> LiveMatch | None:
        """The match, if this process owns it and has it in memory."""

    async def load(self, match_id: str) -> None:
        """Have the match in memory, if this process owns it."""


class Copies:
    """The matches watched in this process. `looking` is called when a watcher comes.

    Of its own matches (`own_matches`, None in a process that is no host) it uses those of the host.
    """

    def __init__(
        self,
        node: Node,
        journal: Journal,
        now: Now,
        looking: Callable[[str], None],
        own_matches: OwnMatches | None = None,
    ) -> None:
        """Read from `journal`."""
        self._node = node
        self._bus = node.bus
        self._journal = journal
        self._now = now
        self._looking = looking
        self._own_matches = own_matches
        self._copies: dict[str, _Copy] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._rounds = Rounds(lambda: list(self._copies))
        self._whole = False
        self._comparing: set[asyncio.Task[None]] = set()
        node.on_line.append(self._resync)

    def __len__(self) -> int:
        return len(self._copies)

    def __iter__(self) -> Iterator[str]:
        """The ids of all watched matches."""
        return iter(tuple(self._copies))

    async def read(self, match_id: str) -> LiveMatch | None:
        """The present match, for a page that will not watch it."""
        copy = self._copies.get(match_id)
        live_match = self._at_hand(match_id, copy)
        if live_match is not None:
            return live_match
        live_match = await self._read(match_id)
        if copy is not None:
            copy.dress(live_match)
        return live_match

    def number(self, match_id: str) -> int:
        """The last event number known here of a match, -1 for none."""
        copy = self._copies.get(match_id)
        return -1 if copy is None else copy.last

    def on_stored(self, match_id: str, number: int) -> None:
        """Event `number` is stored, and its message has arrived, or is lost: read the match if so."""
        copy = self._copies.get(match_id)
        if copy is None or copy.last >= number:
            return
        copy.last = number
        if copy.task is None:  # else it is being read, up to this number
            log.warning("match %s: the message of event %d was lost", match_id, number)
            self._looking(match_id)  # its owner may believe that nobody listens here, and publish nothing
            self.use(match_id, self._deliver_last)

    def compare(self, *, whole: bool = False) -> None:
        """Detect lost messages by comparing with the journal: the next slice of the copies, or all of them.

        All that cannot be compared now are compared with a later call: call it regularly.
        """
        self._whole = self._whole or whole
        if len(self._comparing) < 2:
            match_ids = list(self._copies) if self._whole else self._rounds.next_slice()
            self._whole = False
            task = self._start(self._compare(match_ids))
            self._comparing.add(task)
            task.add_done_callback(self._comparing.discard)

    def use(self, match_id: str, use: Use) -> None:
        """Call `use` with the match: at once if a valid copy is here."""
        copy = self._copies.get(match_id)
        if copy is None:
            copy = self._copies[match_id] = _Copy(match_id)
            self._bus.subscribe(match_id, copy.receive)
            self._looking(match_id)
        live_match = self._at_hand(match_id, copy)
        if live_match is not None and copy.task is None:
            copy.last = max(copy.last, live_match.seq)
            use(live_match)
            return
        copy.waiting.append(use)
        if copy.task is None:
            copy.task = self._start(self._fetch(copy))

    def _at_hand(self, match_id: str, copy: _Copy | None) -> LiveMatch | None:
        """The match at the host here, or a copy that is up to date."""
        live_match = None if self._own_matches is None else self._own_matches.in_memory(match_id)
        if live_match is not None and (copy is None or live_match.seq >= copy.last):
            return live_match
        return copy.fresh if copy is not None and self._node.pubsub.up else None

    def release(self, match_id: str) -> None:
        """Forget the copy if nobody watches."""
        copy = self._copies.get(match_id)
        if copy is not None and copy.task is None and self._bus.listeners(match_id) < 2:
            del self._copies[match_id]
            self._bus.unsubscribe(match_id, copy.receive)

    def close(self) -> None:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _fetch(self, copy: _Copy) -> None:
        """Read the match for all that wait for it."""
        live_match = copy.live_match = None
        try:
            if self._own_matches is not None:
                await self._own_matches.load(copy.id)
            live_match = self._at_hand(copy.id, copy)
            if live_match is None:
                live_match = copy.live_match = await self._current(copy)
                copy.dress(live_match)
        except Exception:
            log.exception("match %s: cannot load it", copy.id)
        copy.task = None
        lost = live_match is not None and -1 < copy.last < live_match.seq
        copy.last = copy.last if live_match is None else max(copy.last, live_match.seq)
        waiting, copy.waiting = copy.waiting, []
        for use in waiting:
            try:
                use(live_match)
            except Exception:
                log.exception("match %s: %r failed", copy.id, use)
        if lost:  # others here watch, and have not heard that it is gone, at least for now
            self._deliver_last(live_match)
        self.release(copy.id)

    async def _current(self, copy: _Copy) -> LiveMatch | None:
        while True:
            if self._node.pubsub.up:
                await self._bus.ready(copy.id)
            cuts = copy.cuts
            live_match = await self._read(copy.id)
            if cuts == copy.cuts and (live_match is None or live_match.seq >= copy.last):
                return live_match

    async def _read(self, match_id: str) -> LiveMatch | None:
        """Load the match, as soon as the store answers."""
        failed = False
        while True:
            try:
                stored = await self._journal.load(match_id)
                break
            except StoreUnavailableError:
                pass
            except Exception as error:  # the query itself is valid: try again later
                if not failed:
                    log.error("match %s: cannot load it yet: %s", match_id, error)
                failed = True
            await asyncio.sleep(PAUSE)
        return _live_match(match_id, stored)

    def _resync(self) -> None:
        """Read all copies again after a reconnect: messages may have been lost meanwhile."""
        for copy in self._copies.values():
            copy.live_match = None
            copy.cuts += 1
            self._start(self._catch_up(copy))

    async def _compare(self, match_ids: Sequence[str]) -> None:
        try:
            parts = [await self._journal.numbers(some) for some in slices(match_ids)]
        except StoreUnavailableError:
            self._whole = True
            return
        except Exception as error:  # the next call may succeed
            log.error("cannot compare matches with the journal: %s", error)
            self._whole = True
            return
        await asyncio.sleep(ARRIVAL)
        for numbers in parts:
            for match_id, number in numbers.items():
                self.on_stored(match_id, number)
            await asyncio.sleep(0)

    async def _catch_up(self, copy: _Copy) -> None:
        async with self._slots:
            if self._copies.get(copy.id) is copy:
                self.use(copy.id, self._deliver_last)

    def _deliver_last(self, live_match: LiveMatch | None) -> None:
        if live_match is not None:
            event = live_match.events[-1]
            body = ev.encode(event)
            self._bus.deliver(
                live_match.id, PublishedEvent(live_match.match, live_match.seq, event, body, self._now())
            )
