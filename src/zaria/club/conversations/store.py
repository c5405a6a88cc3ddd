"""The store of conversations of this process: one writer thread stores all lines that wait at once.

While the database is away lines wait, and are refused after a time. While a row is locked only the lines of
its conversation wait. A line that was refused is not stored; only a commit that was interrupted may have
stored it: sent again, it is found by its command.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple, TypeVar

from django.db import DataError, Error

from zaria.club.conversations import line_texts
from zaria.club.conversations.access import REMEMBER_S, Access
from zaria.club.conversations.batch import BatchResult, Writer
from zaria.club.conversations.reading import Reading
from zaria.club.conversations.waiting import Batch, RefusedMeanwhileError, SlowConversations, Waiting, pause
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import Answer, Compared, Lines, NewLine, Refused
from zaria.live.rate_limits import Rates
from zaria.live.sockets.protocol.server import UnreadChanged

log = logging.getLogger(__name__)

AT_ONCE = 200
"""Lines, and readers' marks, in one transaction."""
MANY, GATHER_S = 10, 0.005
"""After so many lines in one transaction others are gathered for some seconds: they cost less together."""
ATTEMPTS = 3
"""A player may send this process so many times the lines that are stored; a flood beyond costs no query."""
MOST_WAITING = 10_000
"""Lines that wait; more are refused."""

T = TypeVar("T")
Unread = Callable[[str, UnreadChanged], None]
"""Takes a player whose unread counts have changed."""


class StoreTimes(NamedTuple):
    """The defaults, in seconds; tests use shorter ones.

    * patience: for which a line waits for the database;
    * remember: for which an answer about access holds.
    """

    patience: float = 10.0
    remember: float = REMEMBER_S


class ClubConversations:
    """A `ConversationStore`. Belongs to the event loop on which it is first used."""

    def __init__(self, lines_a_minute: int, unread: Unread, times: StoreTimes | None = None) -> None:
        """`lines_a_minute` of one player; 0: no limit. `unread` receives each change of unread counts."""
        self._times = times or StoreTimes()
        self._writer = Writer(lines_a_minute, Access(self._times.remember))
        self._reading = Reading(Access(self._times.remember))
        self._write_thread = DatabaseThread("conversations", lasting=True)
        self._read_thread = DatabaseThread("conversation-readers", lasting=True)
        self._attempts = Rates(ATTEMPTS * lines_a_minute)
        self._waiting: dict[int, Waiting] = {}
        self._numbers = itertools.count()
        self._slow = SlowConversations()
        self._current: Batch | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reads: dict[tuple[str, str], int] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._unreadable = False
        self._unread = unread

    async def close(self) -> None:
        """Store what waits, as far as the database is there, and end."""
        self._closed = True
        if (task := self._task) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(task), 1)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._refuse_all("unavailable")
        if self._timer is not None:
            self._timer.cancel()
        await self._write_thread.close()
        await self._read_thread.close()

    def say(self, line: NewLine, answer: Answer) -> None:
        """See `ConversationStore`."""
        if self._closed or len(self._waiting) >= MOST_WAITING:
            answer(Refused("unavailable"))
            return
        if not self._attempts.take(line.author.id, line.at):
            answer(Refused("too_fast"))
            return
        until = asyncio.get_running_loop().time() + self._times.patience
        self._waiting[next(self._numbers)] = Waiting(line, answer, until)
        self._wake()

    def mark_read(self, conversation: str, player: str, n: int) -> None:
        """See `ConversationStore`."""
        key = conversation, player
        if conversation.startswith("direct:") and len(self._reads) < MOST_WAITING and not self._closed:
            self._reads[key] = max(n, self._reads.get(key, 0))
            self._wake()

    async def read(
        self, conversation: str, player: str | None, n: int, peer: str | None = None
    ) -> Lines | Refused:
        """See `ConversationStore`."""
        try:
            answer = await self._read_thread.run(self._reading.read, conversation, player, n, peer)
        except Error as error:
            if not self._unreadable:  # many readers may wait, each of whom asks again
                log.warning("conversations: cannot be read: %s", error)
            self._unreadable = True
            return Refused("unavailable")
        self._unreadable = False
        return answer

    async def lines_after(self, conversation: str, n: int) -> Sequence[StoredLine]:
        """See `ConversationStore`."""
        return await self._read_thread.run(self._reading.lines_after, conversation, n)

    async def check(self, readers: Mapping[str, Collection[str]]) -> Mapping[str, Compared]:
        """See `ConversationStore`."""
        return await self._read_thread.run(self._reading.check, readers)

    def sentence(self, refused: Refused, lang: str) -> str:
        """See `ConversationStore`."""
        return line_texts.sentence(refused, lang)

    def _wake(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        self._watch_deadline()

    def _watch_deadline(self) -> None:
        """Refuse the oldest line in time, whatever the writer waits for."""
        if self._timer is None and self._waiting:
            oldest = next(iter(self._waiting.values()))
            self._timer = asyncio.get_running_loop().call_at(oldest.until, self._refuse_late)

    async def _work(self) -> None:
        """Store what waits; end when nothing does."""
        tries = 0
        try:
            while self._waiting or self._reads:
                batch = self._next_batch()
                if not batch.conversations():
                    await asyncio.sleep(self._rest())
                    continue
                try:
                    await self._try(batch)
                except Error as error:
                    if tries == 0:
                        log.warning("conversations: waiting for the database: %s", error)
                    await asyncio.sleep(pause(tries))
                    tries += 1
                    continue
                tries = 0
                if len(batch.lines) >= MANY:
                    await asyncio.sleep(GATHER_S)
        finally:
            self._task = None

    def _next_batch(self) -> Batch:
        """The oldest lines and marks of conversations that are not known to be locked."""
        now = asyncio.get_running_loop().time()
        lines = (
            (key, waiting)
            for key, waiting in self._waiting.items()
            if not self._slow.rests(waiting.line.conversation, now)
        )
        marks = ((key, n) for key, n in self._reads.items() if not self._slow.rests(key[0], now))
        return Batch(dict(islice(lines, AT_ONCE)), dict(islice(marks, AT_ONCE)))

    def _rest(self) -> float:
        """Seconds until one of the conversations that are locked is tried again."""
        names = [waiting.line.conversation for waiting in self._waiting.values()]
        names += [name for name, _ in self._reads]
        self._slow.keep(set(names))
        return max(0.0, self._slow.next_try(names) - asyncio.get_running_loop().time())

    async def _try(self, batch: Batch) -> None:
        """Store a batch; if a row of it is locked, each of its conversations by itself.

        Raises what the database raises, except for a lock: its conversation is tried again later.
        """
        self._current = batch
        try:
            written = await self._store(batch)
        except RefusedMeanwhileError:
            return
        except Error as error:
            if not _is_locked(error):
                raise
        else:
            self._finish(batch, written)
            return
        names = batch.conversations()
        if len(names) == 1:
            self._slow.add(names[0], asyncio.get_running_loop().time())
            return
        for name in names:
            await self._try(batch.part(name))

    async def _store(self, batch: Batch) -> BatchResult:
        """Store a batch; a line that cannot be stored at all is refused and keeps none of the others out."""
        lines = batch.new_lines()
        try:
            return await self._write_thread.run(self._writer.store, lines, batch.marks, batch.begin_commit)
        except RefusedMeanwhileError:
            raise
        except Exception as error:
            if isinstance(error, Error) and not isinstance(error, DataError):
                raise
            log.exception("conversations: a batch of %d lines failed", len(lines))
        if len(lines) < 2:
            return BatchResult([Refused("server_error")] * len(lines), ())
        parts = []
        for single in batch.singles():
            self._current = single
            parts.append(await self._store(single))
        return BatchResult(
            [result for part in parts for result in part.results],
            [change for part in parts for change in part.unread],
        )

    def _finish(self, batch: Batch, written: BatchResult) -> None:
        """Answer the lines of a batch that was stored."""
        self._slow.discard(batch.conversations())
        for mark, n in batch.marks.items():
            if self._reads.get(mark) == n:
                del self._reads[mark]
        for key, result in zip(batch.lines, written.results, strict=True):
            waiting = self._waiting.pop(key, None)
            if waiting is not None:
                _answer(waiting.answer, result)
        for player, counts in written.unread:
            self._unread(player, counts)

    def _refuse_late(self) -> None:
        """Refuse the lines that have waited too long, but those that are being committed."""
        self._timer = None
        now, current = asyncio.get_running_loop().time(), self._current
        late = []
        for key, waiting in self._waiting.items():
            if waiting.until > now:
                break
            if current is None or key not in current.lines or current.refuse():
                late.append(key)
        for key in late:
            _answer(self._waiting.pop(key).answer, Refused("unavailable"))
        self._watch_deadline()

    def _refuse_all(self, code: str) -> None:
        waiting, self._waiting = self._waiting, {}
        for line in waiting.values():
            _answer(line.answer, Refused(code))


def _is_locked(error: Error) -> bool:
    """Return whether PostgreSQL could not lock a row in time, or not without a deadlock."""
    return getattr(error.__cause__, "sqlstate", None) in ("40P01", "55P03")


def _answer(answer: Answer, result: StoredLine | Refused) -> None:
    try:
        answer(result)
    except Exception:
        log.exception("conversations: an answer failed")
