"""Messages between processes through Redis: MessagePack, validated when decoded.

The channel `zaria:b:<topic>` carries the bus, `zaria:p:<process>` the messages to one process; the number of
the Redis database precedes the channel's name.
"""

import msgspec

from zaria.live.conversations.messages import ConversationMessage
from zaria.live.lobby import messages
from zaria.live.matches.event_frames import PackedEvent, PublishedEvent
from zaria.live.matches.match_service import TablePresence
from zaria.live.sockets.protocol.server import OwnMatches, Status, TableMessage
from zaria.live.sockets.spectators import Spectators
from zaria.match import commands as cmd

BUS = "zaria:b:"
PROCESS = "zaria:p:"
EVERYBODY = ""
"""The name that addresses all processes at once."""

MOVED = "moved"
"""Not a refusal for players: this host does not own the match, ask the one that does."""
WAIT = "wait"
"""Not a refusal either: the command has arrived and is being processed."""


class _NodeMessage(msgspec.Struct, frozen=True, array_like=True):
    pass


class CommandRequest(_NodeMessage, frozen=True, tag=1):
    """Execute a command; the arguments are those of `MatchService.command`. `n` numbers the request."""

    sender: str
    n: int
    match: str
    actor: str | None
    cid: str
    command: cmd.Command
    at: int
    think: int | None = None
    rtt: int | None = None


class CommandResult(_NodeMessage, frozen=True, tag=2):
    """The result of request `n`: the number of its last event, or the code of its refusal."""

    n: int
    seq: int
    code: str | None = None


class Here(_NodeMessage, frozen=True, tag=3):
    """The arguments of `MatchService.here`. `n`: as for `Looking`."""

    match: str
    player: str
    where: str
    state: TablePresence
    n: int = 0


class Rematch(_NodeMessage, frozen=True, tag=4):
    """The arguments of `MatchService.again`, sent like a command."""

    sender: str
    n: int
    match: str
    actor: str
    no: bool


class Looking(_NodeMessage, frozen=True, tag=5):
    """Process `where` watches these matches: have them in memory.

    `present`: (match, player) for each player present at a table there. `numbers`: the last event known
    there of each match, -1 for none.

    `n` numbers the messages of `where` to one host (see `streams`). It is 0 in messages of hosts to each
    other, and in those of an older version, which repeats everything every few seconds and ignores this.
    `began`: if not 0, this message ends the announcement of everything, which began with that number.
    """

    where: str
    matches: list[str]
    present: list[tuple[str, str]] = []
    numbers: list[int] = []
    n: int = 0
    began: int = 0


class HostsChanged(_NodeMessage, frozen=True, tag=6):
    """Sent to everybody: a host has come or gone, read the list of processes."""


class Repeat(_NodeMessage, frozen=True, tag=7):
    """The host `sender` lacks a numbered message: announce everything to it again.

    Sent to senders of numbered messages, so that no older version has to decode it.
    """

    sender: str


NodeMessage = CommandRequest | CommandResult | Here | Rematch | Looking | HostsChanged | Repeat

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[NodeMessage] = msgspec.msgpack.Decoder(NodeMessage)


def encode(message: NodeMessage) -> bytes:
    """Encode a message for a process's channel."""
    return _encoder.encode(message)


def decode(message: bytes) -> NodeMessage:
    """Decode a message that `encode` encoded; raises `msgspec.DecodeError`."""
    return _decoder.decode(message)


DIGESTS = "digests"
"""The topic of the bus to which hosts send their digests of events. Older versions do not subscribe to it."""


class EventDigest(msgspec.Struct, frozen=True, tag_field="t", tag="digest"):
    """The matches that got events at the host `sender` since its digest `n - 1`, and their last numbers."""

    sender: str
    n: int
    matches: list[str]
    numbers: list[int]


Notice = (
    EventDigest | TableMessage | Spectators | OwnMatches | Status | messages.Message | ConversationMessage
)
"""The messages on the bus besides events. Each kind has its own `t`."""


class _Carried(msgspec.Struct, frozen=True, array_like=True):
    """A message on the bus, its publisher, and whether it is an event."""

    sender: str
    event: bool
    body: msgspec.Raw


_notices: msgspec.msgpack.Decoder[Notice] = msgspec.msgpack.Decoder(Notice)
_carried: msgspec.msgpack.Decoder[_Carried] = msgspec.msgpack.Decoder(_Carried)
_events: msgspec.msgpack.Decoder[PackedEvent] = msgspec.msgpack.Decoder(PackedEvent)
_encode = msgspec.msgpack.Encoder().encode


def pack(sender: str, message: PublishedEvent | Notice) -> bytes:
    """Encode a message for the bus; raises `TypeError` if it cannot be decoded again."""
    event = isinstance(message, PublishedEvent)
    body = message.pack() if isinstance(message, PublishedEvent) else message
    return _encode(_Carried(sender, event, msgspec.Raw(_encode(body))))


def unpack(message: bytes) -> tuple[str, PublishedEvent | Notice]:
    """The sender and the message; raises `msgspec.DecodeError`."""
    carried = _carried.decode(message)
    if carried.event:
        return carried.sender, PublishedEvent.unpack(_events.decode(carried.body))
    return carried.sender, _notices.decode(carried.body)
