"""The readers of one conversation at this process: each is sent every line once, in order.

A line that follows the last one is sent on; before any other the store is asked, since a bus may lose
messages. Many readers are sent a line in slices, encoded twice: for its author, and for everybody else.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial

from zaria.live.bus import Bus
from zaria.live.conversations.messages import (
    AuthorTypes,
    ConversationMessage,
    StoredLine,
    conversation_topic,
)
from zaria.live.conversations.store import ConversationStore, Lines, Refused
from zaria.live.fanout import Fanout
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.conversation_lines import Objection
from zaria.live.sockets.protocol.server import AuthorTyping, LineList, LineRemoved

log = logging.getLogger(__name__)

FEW = 20
"""Up to so many readers are sent a line at once."""

PAUSES_S = (0.2, 0.5, 1.0, *[2.0] * 300)
"""Seconds before each further try to read while the store is away."""

Refuse = Callable[[Connection, str, Refused], None]


class Reader:
    """A socket that reads a conversation; `sent` is the last line sent to it.

    While it waits for the first list (`opening`), `waiting` are lines that came meanwhile, and
    `removals` the messages about removed ones. It is not sent lines of authors that are `ignored`. `peer` is
    the other player at the table, `objection` the refusal of any line of this reader's.
    """

    __slots__ = (
        "ignored",
        "objection",
        "opening",
        "peer",
        "player",
        "removals",
        "sent",
        "socket",
        "typed_at",
        "waiting",
    )

    def __init__(self, socket: Connection, n: int, peer: str | None = None) -> None:
        """A reader who has the lines up to number `n`; -1: none."""
        self.socket = socket
        self.peer = peer
        self.player = socket.user.id if socket.user else None
        self.sent = n
        self.opening = True
        self.waiting: list[StoredLine] = []
        self.removals: list[bytes] = []
        self.ignored: frozenset[str] = frozenset()
        self.objection: Refused | None = None
        self.typed_at = float("-inf")


class ConversationReaders:
    """The readers of conversation `id`, and the number of the last line that was passed on here."""

    def __init__(
        self, conversation_id: str, bus: Bus, store: ConversationStore, fanout: Fanout, refuse: Refuse
    ) -> None:
        self.id = conversation_id
        self.readers: dict[Connection, Reader] = {}
        self._bus = bus
        self._store = store
        self._fanout = fanout
        self._refuse = refuse
        self._last: int | None = None
        self._newest = 0
        self._removed: set[int] = set()
        self._asking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(conversation_topic(conversation_id), self.receive)

    def close(self) -> None:
        """Follow the conversation no more."""
        self._bus.unsubscribe(conversation_topic(self.id), self.receive)
        for task in (*self._tasks, *([self._asking] if self._asking else ())):
            task.cancel()

    def open(
        self, socket: Connection, n: int, on_refused: Callable[[Connection], None], peer: str | None = None
    ) -> None:
        """Send a socket the lines after `n`, and later ones; `on_refused` is called if it may not read."""
        reader = self.readers[socket] = Reader(socket, n, peer)
        task = asyncio.create_task(self._open(reader, n, on_refused))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def receive(self, message: ConversationMessage) -> None:
        """Process a message about the conversation."""
        if isinstance(message, StoredLine):
            self._add(message)
        elif isinstance(message, LineRemoved):
            self._announce_removal(message)
        else:
            self._show_typing(message)

    def compare(self, last: int, removed: Sequence[int] = ()) -> None:
        """Compare with the store, where line `last` is the last one: ask for what the bus has lost.

        `removed` are lines removed of late.
        """
        for number in removed:
            self._announce_removal(LineRemoved(self.id, number))
        if self._last is not None and last > self._last:
            self._newest = max(self._newest, last)
            self._ask()

    async def _open(self, reader: Reader, n: int, on_refused: Callable[[Connection], None]) -> None:
        try:
            await self._bus.ready(conversation_topic(self.id))
            answer = await self._read(reader, n)
        except Exception:
            log.exception("conversation %s: cannot read it", self.id)
            answer = Refused("unavailable")
        if self.readers.get(reader.socket) is not reader:
            return
        if isinstance(answer, Refused):
            on_refused(reader.socket)
            self._refuse(reader.socket, self.id, answer)
            return
        self._begin(reader, answer)

    async def _read(self, reader: Reader, n: int) -> Lines | Refused:
        """Read from the store; while it is away, the reader waits."""
        pauses = iter(PAUSES_S)
        while True:
            answer = await self._store.read(self.id, reader.player, n, reader.peer)
            away = isinstance(answer, Refused) and answer.code == "unavailable"
            pause = next(pauses, None)
            if not away or pause is None or self.readers.get(reader.socket) is not reader:
                return answer
            await asyncio.sleep(pause)

    def _begin(self, reader: Reader, stored: Lines) -> None:
        reader.ignored, reader.objection, reader.opening = stored.ignored, stored.objection, False
        self._send_list(reader, stored)
        waiting, reader.waiting = reader.waiting, []
        for line in waiting:
            self._give(line, self._frames(line), reader)
        removals, reader.removals = reader.removals, []
        for frame in removals:
            reader.socket.send(frame)
        if self._last is None:
            self._last = stored.last
            if self._newest > stored.last:
                self._ask()

    def _add(self, line: StoredLine) -> None:
        self._newest = max(self._newest, line.n)
        if self._last is None or line.n <= self._last:
            return
        if line.n > self._last + 1 or self._asking is not None:
            self._ask()
            return
        self._pass_on(line)

    def _pass_on(self, line: StoredLine) -> None:
        self._last = line.n
        frames = self._frames(line)
        if len(self.readers) <= FEW and not self._fanout:
            for reader in tuple(self.readers.values()):
                self._give(line, frames, reader)
        else:
            self._fanout.send(tuple(self.readers.values()), partial(self._give, line, frames))

    def _frames(self, line: StoredLine) -> tuple[bytes, bytes]:
        """The message to others, and to its author."""
        return encode(line.added(is_own=False)), encode(line.added(is_own=True))

    def _give(self, line: StoredLine, frames: tuple[bytes, bytes], reader: Reader) -> None:
        if reader.opening:
            reader.waiting.append(line)
        elif line.n > reader.sent and self.readers.get(reader.socket) is reader:
            reader.sent = line.n
            if line.author not in reader.ignored:
                reader.socket.send(frames[line.author == reader.player])

    def _send_list(self, reader: Reader, stored: Lines) -> None:
        visible = [line.line(reader.player) for line in stored.lines if line.author not in reader.ignored]
        reader.sent = max(stored.last, 0)
        objection = self._explain(reader, stored.objection)
        message = LineList(
            self.id, visible, stored.last, stored.more, stored.muted, stored.blocked, objection
        )
        reader.socket.send(encode(message))

    def _explain(self, reader: Reader, refused: Refused | None) -> Objection | None:
        if refused is None:
            return None
        text = self._store.sentence(refused, reader.socket.user.lang if reader.socket.user else "en")
        return Objection(refused.code, text, refused.until)

    def _announce_removal(self, message: LineRemoved) -> None:
        """Send all readers that a line is removed, once."""
        if message.n not in self._removed:
            self._removed.add(message.n)
            self._fanout.send(tuple(self.readers.values()), partial(self._remove, encode(message)))

    def _remove(self, frame: bytes, reader: Reader) -> None:
        """Send that a line is removed; the list on its way to a new reader may still have its text."""
        if reader.opening:
            reader.removals.append(frame)
        elif self.readers.get(reader.socket) is reader:
            reader.socket.send(frame)

    def _show_typing(self, message: AuthorTypes) -> None:
        frame = encode(AuthorTyping(self.id, message.by))
        for reader in tuple(self.readers.values()):
            apart = reader.objection is not None and reader.objection.code == "blocked"
            if reader.player != message.author and not apart and not reader.opening:
                reader.socket.send(frame)

    # the bus may lose messages

    def _ask(self) -> None:
        """Ask for the lines after the last one, once for all that come meanwhile."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._find())

    async def _find(self) -> None:
        """Pass on the missing lines; each came after a number that the bus or the store has named."""
        try:
            while self._last is not None and self._newest > self._last:
                lines = await self._store.lines_after(self.id, self._last)
                for line in lines:
                    if line.n == self._last + 1:
                        self._pass_on(line)
                if not lines:
                    break
        except Exception as error:  # the next comparison with the store asks again
            log.warning("conversation %s: its lines cannot be read yet: %s", self.id, error)
        finally:
            self._asking = None
