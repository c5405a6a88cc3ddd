"""The store of conversations of this process: one writer thread stores all lines that wait at once.

While the database is away lines wait, and are refused after a time. A commit that was interrupted may have
stored them: sent again, each is found by its command.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from django.db import DataError, Error

from zaria.club.conversations import line_texts
from zaria.club.conversations.access import REMEMBER_S, Access
from zaria.club.conversations.batch import Writer, Written
from zaria.club.conversations.reading import Reading
from zaria.club.site.database_thread import DatabaseThread
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
"""A player may send so many times the lines that are stored; a flood beyond that costs no query."""
MOST_WAITING = 10_000
"""Lines that wait; more are refused."""
PAUSES_S = (0.05, 0.2, 0.5, 1.0)
"""Seconds before each further try while the database is away."""

T = TypeVar("T")
Unread = Callable[[str, UnreadChanged], None]


class StoreTimes(NamedTuple):
    """The defaults, in seconds; tests use shorter ones.

    * patience: for which a line waits for the database;
    * remember: for which an answer about access holds.
    """

    patience: float = 10.0
    remember: float = REMEMBER_S


class _Waiting(NamedTuple):
    line: NewLine
    answer: Answer
    until: float


class ClubConversations:
    """A `ConversationStore`. Belongs to the event loop on which it is first used."""

    def __init__(self, lines_a_minute: int, times: StoreTimes | None = None) -> None:
        """`lines_a_minute` of one player; 0: no limit."""
        self._times = times or StoreTimes()
        self._writer = Writer(lines_a_minute, Access(self._times.remember))
        self._reading = Reading(Access(self._times.remember))
        self._write_thread = DatabaseThread("conversations", lasting=True)
        self._read_thread = DatabaseThread("conversation-readers", lasting=True)
        self._attempts = Rates(ATTEMPTS * lines_a_minute)
        self._waiting: deque[_Waiting] = deque()
        self._reads: dict[tuple[str, str], int] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._unreadable = False
        self.unread: Unread = _nobody
        """Called with each player whose unread counts have changed."""

    async def close(self) -> None:
        """Store what waits, as far as the database is there, and end."""
        self._closed = True
        if (task := self._task) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(task), 1)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._refuse_all("unavailable")
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
        self._waiting.append(_Waiting(line, answer, until))
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
            found = await self._read_thread.run(self._reading.read, conversation, player, n, peer)
        except Error as error:
            if not self._unreadable:  # many readers may wait, each of whom asks again
                log.warning("conversations: cannot be read: %s", error)
            self._unreadable = True
            return Refused("unavailable")
        self._unreadable = False
        return found

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

    async def _work(self) -> None:
        """Store what waits; end when nothing does."""
        tries = 0
        try:
            while self._waiting or self._reads:
                batch = [self._waiting[place] for place in range(min(len(self._waiting), AT_ONCE))]
                reads = dict(list(self._reads.items())[:AT_ONCE])
                try:
                    written = await self._store(batch, reads)
                except Error as error:
                    if tries == 0:
                        log.warning("conversations: waiting for the database: %s", error)
                    await asyncio.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)])
                    tries += 1
                    self._refuse_late()
                    continue
                tries = 0
                for _ in batch:
                    self._waiting.popleft()
                for key, n in reads.items():
                    if self._reads.get(key) == n:
                        del self._reads[key]
                for waiting, result in zip(batch, written.results, strict=True):
                    _answer(waiting.answer, result)
                for player, counts in written.unread:
                    self.unread(player, counts)
                if len(batch) >= MANY:
                    await asyncio.sleep(GATHER_S)
        finally:
            self._task = None

    async def _store(self, batch: Sequence[_Waiting], reads: Mapping[tuple[str, str], int]) -> Written:
        """Store a batch; a line that cannot be stored at all is refused and keeps none of the others out."""
        lines = [waiting.line for waiting in batch]
        try:
            return await self._write_thread.run(self._writer.store, lines, reads)
        except Exception as error:
            if isinstance(error, Error) and not isinstance(error, DataError):
                raise
            log.exception("conversations: a batch of %d lines failed", len(lines))
        if len(batch) < 2:
            return Written([Refused("server_error")] * len(batch), ())
        parts = [await self._store([waiting], {}) for waiting in batch]
        return Written(
            [result for part in parts for result in part.results],
            [each for part in parts for each in part.unread],
        )

    def _refuse_late(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._waiting and self._waiting[0].until < now:
            _answer(self._waiting.popleft().answer, Refused("unavailable"))

    def _refuse_all(self, code: str) -> None:
        while self._waiting:
            _answer(self._waiting.popleft().answer, Refused(code))


def _answer(answer: Answer, result: object) -> None:
    try:
        answer(result)  # type: ignore[arg-type]
    except Exception:
        log.exception("conversations: an answer failed")


def _nobody(player: str, counts: UnreadChanged) -> None:
    """Nobody waits for counts."""
