"""Players on servers of boardgame.io and Colyseus, who speak as much of both protocols as a turn takes.

They read nothing of what a server sends but the kind of a message and the number of the state, so that the
clients' core is never the slower one.
"""

import asyncio
import time
from typing import ClassVar

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from zaria.live.load.tally import LoadCounters

TURNS = ((24, 23, 13, 11), (23, 24, 11, 13))
"""From, to, from, to of two checkers, and back: each is allowed after the other."""


class PeerClient(WSListener):
    """One of two players who move in turns; `ready` is done when the server has sent the match."""

    KIND: ClassVar[WSMsgType]
    transport: WSTransport

    def __init__(self, tally: LoadCounters, match_name: str, side: int) -> None:
        self.tally = tally
        self.match_name, self.side = match_name, side
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._is_to_move = False
        self._since = 0.0
        self._turns = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Greet the server."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read one message."""
        if frame.msg_type == self.KIND:
            self.take(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.tally.errors[f"closed {frame.get_close_code()}"] += 1
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Wait no longer for a match."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server has closed the socket"))

    def take(self, message: bytes) -> None:
        """Process one message: call `joined` or `on_turn`, or answer it."""
        raise NotImplementedError

    def turn(self, steps: tuple[int, ...]) -> bytes:
        """Return the message that plays this turn."""
        raise NotImplementedError

    def joined(self) -> None:
        """Note that the server has sent the match."""
        if not self.ready.done():
            self.ready.set_result(None)

    def on_turn(self) -> None:
        """Count the own turn that was acknowledged, or answer the opponent's with the next."""
        if self._is_to_move:
            self._is_to_move = False
            self.tally.add(self._since)
        else:
            self.play()

    def play(self) -> None:
        """Play a turn."""
        self._is_to_move = True
        steps = TURNS[self._turns % 2]
        self._turns += 1
        self._since = time.perf_counter()
        self.transport.send(self.KIND, self.turn(steps))


class BoardgameClient(PeerClient):
    """A player on boardgame.io, whose messages are those of Socket.IO 4 over a WebSocket."""

    KIND = WSMsgType.TEXT
    _state = 0

    def take(self, message: bytes) -> None:
        """See `PeerClient.take`."""
        if message.startswith(b'42/tabla,["update"'):
            self._state = _state_number(message)
            self.on_turn()
        elif message.startswith(b'42/tabla,["sync"'):
            self._state = _state_number(message)
            self.joined()
        elif message == b"2":
            self.transport.send(self.KIND, b"3")
        elif message.startswith(b"0{"):
            self.transport.send(self.KIND, b"40/tabla,")
        elif message.startswith(b"40/tabla,"):
            self.transport.send(
                self.KIND, b'42/tabla,["sync","%b","%d",null,2]' % (self.match_name.encode(), self.side)
            )

    def turn(self, steps: tuple[int, ...]) -> bytes:
        """See `PeerClient.turn`."""
        seat = f'"playerID":"{self.side}","credentials":null'
        payload = f'{{"type":"turn","args":[{list(steps)}],{seat}}}'
        action = f'{{"type":"MAKE_MOVE","payload":{payload}}}'
        return f'42/tabla,["update",{action},{self._state},"{self.match_name}","{self.side}"]'.encode()


class ColyseusClient(PeerClient):
    """A player on Colyseus, whose messages begin with a byte that says what they are."""

    KIND = WSMsgType.BINARY
    JOIN, DATA, STATE, PATCH = 10, 13, 14, 15

    def take(self, message: bytes) -> None:
        """See `PeerClient.take`."""
        if message[0] == self.PATCH:
            self.on_turn()
        elif message[0] == self.JOIN:
            self.transport.send(self.KIND, bytes([self.JOIN]))
        elif message[0] == self.STATE:
            self.joined()

    def turn(self, steps: tuple[int, ...]) -> bytes:
        """See `PeerClient.turn`; the name and the list are MessagePack's."""
        return bytes([self.DATA, 0xA0 | 4, *b"turn", 0x90 | len(steps), *steps])


def _state_number(message: bytes) -> int:
    """The number of the state that a message of boardgame.io holds; those of its log follow."""
    key = b'"_stateID":'
    digits = message[message.index(key) + len(key) :][:12]
    return int(digits.split(b",")[0].split(b"}")[0])
