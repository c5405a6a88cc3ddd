"""What processes tell each other through Redis: MessagePack, checked when it is read.

The channel `zaria:b:<topic>` carries what is published on the bus, `zaria:p:<process>` what is said to one
process; before the name of a channel stands the number of the Redis database.
"""

import msgspec

from zaria.live.lobby import messages
from zaria.live.matches.match_service import TablePresence
from zaria.live.sockets import protocol
from zaria.live.sockets.frames import Packed, Published
from zaria.live.sockets.spectators import Spectators
from zaria.match import commands as cmd

BUS = "zaria:b:"
PROCESS = "zaria:p:"
EVERYBODY = ""
"""The name by which all processes are called at once."""

MOVED = "moved"
"""Not a refusal for players: this host does not own the match, ask the one that does."""
WAIT = "wait"
"""Nor this: the command has arrived and is in the works."""


class _Said(msgspec.Struct, frozen=True, array_like=True):
    pass


class CommandRequest(_Said, frozen=True, tag=1):
    """Carry out a command; the arguments are those of `Tables.command`. `n` is the number of the request."""

    sender: str
    n: int
    match: str
    actor: str | None
    cid: str
    command: cmd.Command
    at: int
    think: int | None = None
    rtt: int | None = None


class CommandResult(_Said, frozen=True, tag=2):
    """How request `n` ended: the number of its last event, or why not."""

    n: int
    seq: int
    code: str | None = None


class Here(_Said, frozen=True, tag=3):
    """As `Tables.here`."""

    match: str
    player: str
    where: str
    state: TablePresence


class Rematch(_Said, frozen=True, tag=4):
    """As `Tables.again`, asked like a command."""

    sender: str
    n: int
    match: str
    actor: str
    no: bool


class Looking(_Said, frozen=True, tag=5):
    """Somebody at process `where` looks at these matches: have them in memory. Said again and again.

    `here`: (match, player) for each player who has his table before him there. `numbers`: of each of the
    matches the last event that is known there, -1 for none. Older versions do not say.
    """

    where: str
    matches: list[str]
    here: list[tuple[str, str]] = []
    numbers: list[int] = []


class HostsChanged(_Said, frozen=True, tag=6):
    """Said to everybody: a host has come or gone, look who is there."""


Said = CommandRequest | CommandResult | Here | Rematch | Looking | HostsChanged

_said_encoder = msgspec.msgpack.Encoder()
_said_decoder: msgspec.msgpack.Decoder[Said] = msgspec.msgpack.Decoder(Said)


def say(message: Said) -> bytes:
    """For a process's channel."""
    return _said_encoder.encode(message)


def heard(message: bytes) -> Said:
    """Of what `say` made; raises `msgspec.DecodeError`."""
    return _said_decoder.decode(message)


Notice = (
    protocol.AbsenceChanged
    | protocol.RematchChanged
    | Spectators
    | protocol.OwnMatches
    | protocol.Status
    | messages.Message
)
"""What travels on the bus beside events. Each kind has its own `t`."""


class _Carried(msgspec.Struct, frozen=True, array_like=True):
    """A message of the bus, who published it, and whether it is an event."""

    sender: str
    event: bool
    body: msgspec.Raw


_notices: msgspec.msgpack.Decoder[Notice] = msgspec.msgpack.Decoder(Notice)
_carried: msgspec.msgpack.Decoder[_Carried] = msgspec.msgpack.Decoder(_Carried)
_events: msgspec.msgpack.Decoder[Packed] = msgspec.msgpack.Decoder(Packed)
_encode = msgspec.msgpack.Encoder().encode


def pack(sender: str, message: Published | Notice) -> bytes:
    """For the bus; raises `TypeError` if nobody could read it."""
    event = isinstance(message, Published)
    body = message.pack() if isinstance(message, Published) else message
    return _encode(_Carried(sender, event, msgspec.Raw(_encode(body))))


def unpack(message: bytes) -> tuple[str, Published | Notice]:
    """The sender and the message; raises `msgspec.DecodeError`."""
    carried = _carried.decode(message)
    if carried.event:
        return carried.sender, Published.unpack(_events.decode(carried.body))
    return carried.sender, _notices.decode(carried.body)
