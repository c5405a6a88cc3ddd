"""What goes over a socket: one JSON object per text frame, its kind in `t`.

A client watches matches and gives commands; the server answers every command (`ack` after it is
stored, or `no`) and sends every event of a watched match once, in order. `tools/protocol_types.py`
turns this module into the types that the browser's code is checked against.
"""

from typing import Annotated, Literal

import msgspec

from zaria.match import commands
from zaria.match.events import Event
from zaria.match.moment import Moment
from zaria.match.play import MoveView
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Speed
from zaria.match.view import View

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
    """Take the seat offered in the state. `seed` is the player's own, `seal` the match's as he saw it.

    A seed of another form is refused with `bad_seed`. `unrated`: play also where a rated table does not count
    any more with this opponent today. Without it the seat is refused as `pair_limit` then.
    """

    seed: Annotated[str, msgspec.Meta(extra_json_schema={"pattern": "^[0-9a-f]{16,64}$"})]
    seal: Annotated[str, msgspec.Meta(extra_json_schema={"pattern": "^[0-9a-f]{64}$"})]
    unrated: bool = False


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
    | commands.Cancel
    | commands.Claim
    | commands.TakeBack
)
"""What a player may ask of a match."""


class Watch(_FromClient, frozen=True, tag="watch"):
    """Send match `m` from now on: what followed event `n`, or its state first if `n` is -1."""

    m: MatchId
    n: Annotated[int, msgspec.Meta(ge=-1)] = -1


class Leave(_FromClient, frozen=True, tag="leave"):
    """Stop sending match `m`. `gone`: a player leaves on purpose, and his opponent need not wait long."""

    m: MatchId
    gone: bool = False


class Command(_FromClient, frozen=True, tag="do"):
    """Do `k` in match `m`. Sent again with the same `c` it is answered again, and done once.

    `c` is the player's own name for this command in this match, for ever: it has to be random, since
    a counter would begin anew when the page is loaded again. `w` is how long (ms) the player thought, from
    the moment the page showed him what he answers: what the clock counts beyond that was the line.
    """

    m: MatchId
    c: CommandId
    k: Action
    w: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Ping(_FromClient, frozen=True, tag="ping"):
    """Ask for a `pong` with the same `x`."""

    x: float


class RematchOffer(_FromClient, frozen=True, tag="again"):
    """Offer a rematch of the finished match `m`, or accept the one on offer; `no`: decline or withdraw it."""

    m: MatchId
    no: bool = False


class WatchLobby(_FromClient, frozen=True, tag="hall"):
    """Send a list of the lobby from now on, and again whenever it changes, instead of the one before.

    `what` "" stops it. `page` counts from 0; empty filters let everything through.
    """

    what: Literal["open", "playing", "people", ""]
    page: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    speed: Speed | Literal[""] = ""
    stakes: Literal["", "with", "without"] = ""


class Seek(_FromClient, frozen=True, tag="seek"):
    """Look for an opponent at `game` and `speed`; said again every 2 s, or it ends; so it does by game "".

    `rated`: two members who both say so play a rated game. `to` names the search (`Seeker.id`) that this one
    answers: the two are paired at once, whatever their ratings are.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    speed: Literal["fast", "normal", "slow"] = "normal"
    rated: bool = True
    to: Annotated[str, msgspec.Meta(max_length=40)] = ""


class DeclineInvitation(_FromClient, frozen=True, tag="answer"):
    """Decline the invitation to match `m` (it is accepted by sitting down)."""

    m: MatchId


FromClient = Watch | Leave | Command | Ping | RematchOffer | WatchLobby | Seek | DeclineInvitation


class _FromServer(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A stage played in the current game, and its dice written out; a pass has no text.

    On squares it is a move, without dice. `lag` is what its player was forgiven (ms), his roll included.
    """

    side: int
    dice: tuple[int, ...]
    text: str
    lag: int = 0


CubeAct = Literal["doubled", "beavered", "raccooned", "taken", "dropped"]


class CubeLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What `side` did with the cube before line `at` of the log: the event, and the `value` it offers."""

    at: int
    side: int
    act: CubeAct
    value: int = 0


class AbsentSide(msgspec.Struct, frozen=True):
    """`side` is away, or lets the others wait for ever: from `until` (ms) on its opponent may claim the game.

    `left`: it went on purpose. `idle`: it is there, and does nothing at a table without a clock.
    """

    side: int
    until: int
    left: bool = False
    idle: bool = False


class PendingRematch(msgspec.Struct, frozen=True):
    """`side` offers another match on the same terms, until `until` (ms)."""

    side: int
    until: int


class CardPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as the lobby shows him; what is not told is as in `zaria.match.events.Player`."""

    name: str
    colour: str
    bot: str | None = None
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""


class Totals(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the game on the table began and ended (ms), and the sum that each side's dice have shown in it."""

    began: int
    ended: int | None = None
    dice: tuple[int, int] = (0, 0)


class State(_FromServer, frozen=True, tag="state", omit_defaults=True):
    """The match `m` after its event `n`; `now` is the server's clock (ms).

    `you` is the side on which the reader plays, `seat` the side he may still take, and `kept` whether it is
    kept for him: he set the table and agreed to its terms. `tree` is for the
    player who is to move alone, and missing when he can play nothing: his pass follows by itself. `ways` are
    his legal moves in a game on squares, and missing in all others. `away` are the sides that are waited
    for, `again` is a rematch on offer, `next` the one that was agreed on, `crowd` how many look on. `by` is
    the side whose player set the table (None: nobody in particular). `opponent` is the player for whom the
    seat opposite the reader's is kept, there or not. `cubes` are the offers of the cube in this game, and
    their answers. `totals` are those of the game (None: none has begun).
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
    ways: list[MoveView] | None = None
    away: list[AbsentSide] = []
    again: PendingRematch | None = None
    next: str | None = None
    crowd: int = 0
    by: int | None = None
    opponent: CardPlayer | None = None
    cubes: list[CubeLine] = []
    totals: Totals | None = None


class EventFrame(_FromServer, frozen=True, tag="ev", omit_defaults=True):
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
    ways: list[MoveView] | msgspec.Raw | None = None


class Ack(_FromServer, frozen=True, tag="ack"):
    """The command `c` is stored; `n` is the number of its last event."""

    c: str
    n: int


class Rejected(_FromServer, frozen=True, tag="no"):
    """The command `c` (None: whatever was sent) was refused; `text` says so in the reader's language."""

    c: str | None
    code: str
    text: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """The answer to a ping; `now` is the server's clock (ms)."""

    x: float
    now: int


class AbsenceChanged(_FromServer, frozen=True, tag="away"):
    """Who is waited for in match `m` from now on: all of them."""

    m: str
    now: int
    away: list[AbsentSide]


class RematchChanged(_FromServer, frozen=True, tag="again"):
    """The rematch of `m` that is on offer (None: not any more), or the match it was agreed to be."""

    m: str
    now: int
    offer: PendingRematch | None = None
    next: str | None = None


class SpectatorCount(_FromServer, frozen=True, tag="crowd"):
    """So many look on at match `m`."""

    m: str
    n: int


class Redirect(_FromServer, frozen=True, tag="go"):
    """Your table is set: match `m`, found by a search (`why` "seek") or agreed on as a rematch ("again")."""

    m: str
    why: Literal["seek", "again"]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as the lobby lists it.

    `state`: open (waits for a player until `until`), playing (since `since`), over. `options` are those that
    differ from the game's own. `players` are by side; None: whoever comes. `by` is the side that set the
    table, `n` the last event that the card knows of: a lower one is older. `you` is the side of its reader,
    where the card is sent to one of its players; `rated`: only members sit. `more`: it was agreed on more
    than the card tells, about the cube or those who look on. `seated`: who of the `players` of an open table
    has sat down. Times are ms since the epoch.
    """

    id: str
    game: str
    state: Literal["open", "playing", "over"]
    since: int
    players: tuple[CardPlayer | None, CardPlayer | None]
    speed: Speed
    length: int = 1
    clock: ClockTerms | None = None
    cube: bool = False
    options: dict[str, str | int | bool] = {}
    stakes: Stakes | None = None
    score: tuple[int, int] = (0, 0)
    until: int | None = None
    by: int | None = None
    n: int = 0
    you: int | None = None
    rated: bool = False
    more: bool = False
    seated: tuple[bool, bool] = (False, False)


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who is online: `handle` names him to others, `table` is a match that he plays in public.

    `rating` is that over all games, where he has one.
    """

    handle: str
    name: str
    colour: str
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    rating: int | None = None
    table: str | None = None


class Seeker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A search for an opponent, to be answered by a `seek` for the same `game` and `speed` with this `id`.

    A match has this `length` and this `clock`, and is `rated` between members. Who does not want to be seen
    has no name.
    """

    id: str
    game: str
    speed: Literal["fast", "normal", "slow"]
    length: int = 1
    clock: ClockTerms | None = None
    rated: bool = False
    name: str = ""
    colour: str = ""
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    rating: int | None = None


class Page(_FromServer, frozen=True, tag="page", omit_defaults=True):
    """The page of the lobby that was asked for, as it is now; also sent whenever it changes.

    `ids` are its entries in order (matches, or people's handles), `cards` and `people` those of them that are
    new or changed since the last message, `total` how many entries the whole list has. `ratings` are those
    of the players of each card in that order, in its game, as far as they are online and have one; if nobody
    has, there are none. `counts` are the open
    and the running matches of each game that has any, `online` how many people are there; `now` is the
    server's clock. `seeks` are those who search for an opponent, in any game; missing: the same as before.
    """

    what: Literal["open", "playing", "people"]
    page: int
    now: int
    ids: list[str]
    total: int
    online: int
    counts: dict[str, tuple[int, int]]
    cards: list[Card | msgspec.Raw] = []
    ratings: list[tuple[int | None, int | None]] = []
    people: list[Person] = []
    seeks: list[Seeker] | None = None


class Seeking(_FromServer, frozen=True, tag="seeking"):
    """The search for an opponent goes on (`others` search for the same), or has ended (game "")."""

    game: str
    speed: str = ""
    others: int = 0


class Invitation(_FromServer, frozen=True, tag="call"):
    """Somebody invites you to the table of `card`."""

    card: Card


class InvitationOver(_FromServer, frozen=True, tag="calloff"):
    """The invitation to match `m` is over: cancelled, declined or taken."""

    m: str


class Rated(_FromServer, frozen=True, tag="rated"):
    """Your ratings have changed: by game, "" is that over all."""

    ratings: dict[str, float]


class OwnMatches(_FromServer, frozen=True, tag="mine"):
    """The matches in which you sit and that are not over: all of them, whenever that changes."""

    cards: list[Card]


class Status(_FromServer, frozen=True, tag="status"):
    """Whether play goes on. While it does not (a store is away) clocks stand and commands wait."""

    up: bool


FromServer = (
    State
    | EventFrame
    | Ack
    | Rejected
    | Pong
    | AbsenceChanged
    | RematchChanged
    | SpectatorCount
    | Redirect
    | Page
    | Seeking
    | Invitation
    | InvitationOver
    | Rated
    | OwnMatches
    | Status
)

encode = msgspec.json.Encoder().encode

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
decode = _decoder.decode
"""What a client sent; raises `msgspec.DecodeError` (or its `ValidationError`)."""


class _Named(msgspec.Struct):
    c: CommandId


_names = msgspec.json.Decoder(_Named)


def command_id(frame: bytes | memoryview) -> str | None:
    """The command id in a message that could not be decoded, if one can be made out."""
    try:
        return _names.decode(frame).c
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
