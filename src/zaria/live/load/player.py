"""An automatic player on one socket."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport

from zaria.live.load.tally import LoadCounters
from zaria.live.load.wire import Message, TableFields, command, decode

TEXT = WSMsgType.TEXT


class Player(WSListener):
    """Acts whenever it is its turn, `pause()` seconds later; None: at once.

    The event of a command may arrive before its acknowledgement: the next command is then sent already. After
    a lost connection the player sends again every command that was not acknowledged, and goes on.
    """

    def __init__(
        self,
        tally: LoadCounters,
        pause: Callable[[], float] | None = None,
        choose: random.Random | None = None,
    ) -> None:
        """`choose`: plays any legal move at random; None: always the first."""
        self.tally = tally
        self.match = ""
        self.gone: asyncio.Future[None] | None = None
        self._pause = pause
        self._choose = choose
        self._transport: WSTransport | None = None
        self._name = secrets.token_hex(4)
        self._count = 0
        self._seen = -1
        self._waiting: dict[str, tuple[bytes, float]] = {}

    def begin(self) -> None:
        """Find a match; `watch` follows, now or later."""

    def over(self) -> None:
        """The match is over."""
        self.begin()

    def receive(self, message: Message) -> None:
        """Process a message that is not about the match."""

    def watch(self, match_id: str) -> None:
        """Play in this match."""
        self.match, self._seen = match_id, -1
        self.send(b'{"t":"watch","m":"%s"}' % match_id.encode())

    def send(self, message: bytes) -> None:
        """Send a message, unless the connection is lost."""
        if self._transport is not None:
            self._transport.send(TEXT, message)

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Start, or continue after a reconnect."""
        self._transport = transport
        self.gone = asyncio.get_running_loop().create_future()
        if self.match:
            self.send(b'{"t":"watch","m":"%s","n":%d}' % (self.match.encode(), self._seen))
            for message, _ in self._waiting.values():
                self.send(message)
        else:
            self.begin()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note that the connection is lost."""
        self._transport = None
        if self.gone is not None and not self.gone.done():
            self.gone.set_result(None)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read one frame."""
        if frame.msg_type == TEXT:
            try:
                self.take(decode(frame.get_payload_as_memoryview()))
            except msgspec.DecodeError:
                self.tally.errors["unreadable"] += 1
        elif frame.msg_type == WSMsgType.CLOSE:
            self.tally.errors[f"closed {frame.get_close_code()}"] += 1
            transport.disconnect()

    def take(self, message: Message) -> None:
        """Process one message."""
        if message.t in ("state", "ev"):
            if message.m == self.match and message.v is not None:
                self._seen = message.n
                self._look(message, message.v)
        elif message.t == "ack" and message.c in self._waiting:
            self.tally.add(self._waiting.pop(message.c)[1])
        elif message.t == "no":
            self.tally.refused[message.code] += 1
            self._waiting.pop(message.c or "", None)
        else:
            self.receive(message)

    def _look(self, message: Message, table: TableFields) -> None:
        if table.phase == "over":
            self.match = ""
            self.over()
            return
        wish = command(message, table, self._choose)
        if wish is None:
            return
        pause = self._pause() if self._pause and '"sit"' not in wish else 0
        if pause:
            asyncio.get_running_loop().call_later(pause, self._give, wish, message.m, message.n)
        else:
            self._give(wish, message.m, message.n)

    def _give(self, wish: str, match_id: str, seen: int) -> None:
        """Send the command, unless something else has happened meanwhile."""
        if match_id != self.match or seen != self._seen:
            return
        self._count += 1
        cid = f"{self._name}-{self._count}"
        message = f'{{"t":"do","m":"{match_id}","c":"{cid}","k":{wish}}}'.encode()
        self._waiting[cid] = message, time.perf_counter()
        self.send(message)
