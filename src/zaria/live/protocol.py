"""What goes over a socket: one JSON object per text frame, its kind in `t`.

A client watches matches and gives commands; the server answers every command (`ack` after it is
stored, or `no`) and sends every event of a watched match once, in order. `tools/protocol_types.py`
turns this module into the types that the browser's code is checked against.
"""

from typing import Annotated

import msgspec

from zaria.match import commands
from zaria.match.events import Event
from zaria.match.squares_view import Way
from zaria.match.view import Moment, View

MAX_FRAME = 16 * 1024
"""Bytes; a longer frame from a client closes its socket."""

MatchId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

Tree = list[list[tuple[int, int, int]]]
"""All ways to play a stage: node i lists its edges (point, die, next node); node 0 is the start, and
where a node has no edges the turn is complete."""


class _FromClient(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class SitDown(_FromClient, frozen=True, tag="sit"):
    """Take the seat offered in the state. `seed` is the player's own, `seal` the match's as he saw it."""

    seed: str
    seal: str


Action = (
    SitDown
    | commands.Roll
    | commands.Play
    | commands.Double
    | commands.Beaver
    | commands.Raccoon
    | commands.Take
    | commands.Drop
    | commands.Resign
    | commands.Accept
    | commands.Reject
    | commands.Move
    | commands.OfferDraw
    | commands.AcceptDraw
    | commands.DeclineDraw
    | commands.Abort
    | commands.Flag
)
"""What a player may ask of a match."""


class Watch(_FromClient, frozen=True, tag="watch"):
    """Send match `m` from now on: what followed event `n`, or its state first if `n` is -1."""

    m: MatchId
    n: Annotated[int, msgspec.Meta(ge=-1)] = -1


class Leave(_FromClient, frozen=True, tag="leave"):
    """Stop sending match `m`."""

    m: MatchId


class Do(_FromClient, frozen=True, tag="do"):
    """Do `k` in match `m`. Sent again with the same `c` it is answered again, and done once.

    `c` is the player's own name for this command in this match, for ever: it has to be random, since
    a counter would begin anew when the page is loaded again.
    """

    m: MatchId
    c: CommandId
    k: Action


class Ping(_FromClient, frozen=True, tag="ping"):
    """Ask for a `pong` with the same `x`."""

    x: float


FromClient = Watch | Leave | Do | Ping


class _FromServer(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class LogLine(msgspec.Struct, frozen=True):
    """A stage played in the current game, and its dice written out; a pass has no text.

    On squares it is a move, without dice.
    """

    side: int
    dice: tuple[int, ...]
    text: str


class State(_FromServer, frozen=True, tag="state", omit_defaults=True):
    """The match `m` after its event `n`; `now` is the server's clock (ms).

    `you` is the side on which the reader plays, `seat` the side he may still take, and `kept` whether it is
    kept for him: he set the table and agreed to its terms. `tree` is for the
    player who is to move alone, and missing when he can play nothing: his pass follows by itself. `ways` are
    his legal moves in a game on squares, and missing in all others.
    """

    m: str
    n: int
    now: int
    you: int | None
    seat: int | None
    kept: bool
    v: View | msgspec.Raw
    tree: Tree | msgspec.Raw | None
    log: list[LogLine]
    ways: list[Way] | None = None


class Ev(_FromServer, frozen=True, tag="ev", omit_defaults=True):
    """Event number `n` of match `m`, and what it changed of the table: the moment, or all of it.

    `tree` and `ways` are those of a `State`.
    """

    m: str
    n: int
    now: int
    you: int | None
    e: Event | msgspec.Raw
    v: Moment | View | msgspec.Raw
    tree: Tree | msgspec.Raw | None
    ways: list[Way] | None = None


class Ack(_FromServer, frozen=True, tag="ack"):
    """The command `c` is stored; `n` is the number of its last event."""

    c: str
    n: int


class No(_FromServer, frozen=True, tag="no"):
    """The command `c` (None: whatever was sent) was refused; `text` says so in the reader's language."""

    c: str | None
    code: str
    text: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """The answer to a ping; `now` is the server's clock (ms)."""

    x: float
    now: int


FromServer = State | Ev | Ack | No | Pong

encode = msgspec.json.Encoder().encode

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def decode(frame: bytes | memoryview) -> FromClient:
    """What a client sent; raises `msgspec.DecodeError` (or its `ValidationError`)."""
    return _decoder.decode(frame)


class _Named(msgspec.Struct):
    c: CommandId


_names = msgspec.json.Decoder(_Named)


def command_id(frame: bytes | memoryview) -> str | None:
    """The command id in a message that could not be decoded, if one can be made out."""
    try:
        return _names.decode(frame).c
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
