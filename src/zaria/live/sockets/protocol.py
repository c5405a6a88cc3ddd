"""The messages of the socket: one JSON object per text frame, its kind in `t`.

A client watches matches and sends commands; the server answers every command (`ack` after it is
stored, or `no`) and sends every event of a watched match once, in order. `tools/generate/protocol_types.py`
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
    """Take the seat offered in the state. `seed` is the player's own, `seal` the match's as they saw it.

    A seed of another form is refused with `bad_seed`. `unrated`: play also if a rated table does not count
    with this opponent today. Without it the seat is refused as `pair_limit` then.
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
"""The commands of a player in a match."""


class Watch(_FromClient, frozen=True, tag="watch"):
    """Subscribe to match `m`: the events after number `n`, or the state first if `n` is -1."""

    m: MatchId
    n: Annotated[int, msgspec.Meta(ge=-1)] = -1


class Leave(_FromClient, frozen=True, tag="leave"):
    """Unsubscribe from match `m`. `gone`: a player leaves deliberately; the opponent waits less."""

    m: MatchId
    gone: bool = False


class Command(_FromClient, frozen=True, tag="do"):
    """Execute `k` in match `m`. Sent again with the same `c` it is answered again, and executed once.

    `c` is the player's own id of this command in this match, forever: it has to be random, since a counter
    would begin anew when the page is loaded again. `w` is the thinking time (ms), from the moment the page
    showed the position: the rest of the time on the clock was latency.
    """

    m: MatchId
    c: CommandId
    k: Action
    w: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Ping(_FromClient, frozen=True, tag="ping"):
    """Ask for a `pong` with the same `x`."""

    x: float


class RematchOffer(_FromClient, frozen=True, tag="again"):
    """Offer a rematch of the finished match `m`, or accept the offer; `no`: decline or withdraw it."""

    m: MatchId
    no: bool = False


class WatchLobby(_FromClient, frozen=True, tag="hall"):
    """Subscribe to a list of the lobby, replacing the previous subscription.

    `what` "" stops it. `page` counts from 0; empty filters match everything.
    """

    what: Literal["open", "playing", "people", ""]
    page: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    speed: Speed | Literal[""] = ""
    stakes: Literal["", "with", "without"] = ""


class Seek(_FromClient, frozen=True, tag="seek"):
    """Look for an opponent at `game` and `speed`; repeat it every 2 s, or it ends; game "" ends it at once.

    `rated`: two members who both set it play a rated game. `to` names the search (`Seeker.id`) that this one
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
    """A stage played in the current game, with its dice and notation; a pass has no text.

    In a board game it is a move, without dice. `lag` is the forgiven lag (ms), including that of the roll.
    """

    side: int
    dice: tuple[int, ...]
    text: str
    lag: int = 0


CubeAct = Literal["doubled", "beavered", "raccooned", "taken", "dropped"]


class CubeLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A cube action of `side` before line `at` of the log: the event, and the `value` it offers."""

    at: int
    side: int
    act: CubeAct
    value: int = 0


class AbsentSide(msgspec.Struct, frozen=True):
    """`side` is absent, or does not act: from `until` (ms) on its opponent may claim the game.

    `left`: it left deliberately. `idle`: it is present, and does nothing at a table without a clock.
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
    """A player as the lobby shows them; missing fields are as in `zaria.match.events.Player`."""

    name: str
    colour: str
    bot: str | None = None
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""


class Totals(msgspec.Struct, frozen=True, omit_defaults=True):
    """The start and end of the game on the table (ms), and the sum of each side's dice in it."""

    began: int
    ended: int | None = None
    dice: tuple[int, int] = (0, 0)


class State(_FromServer, frozen=True, tag="state", omit_defaults=True):
    """The match `m` after its event `n`; `now` is the server's clock (ms).

    `you` is the side on which the reader plays, `seat` the side they may still take, and `kept` whether it is
    reserved for them: they set the table and agreed to its terms. `tree` is only for the player who is to
    move, and missing if they can play nothing: the pass follows by itself. `ways` are their legal moves in a
    board game, and missing in all others. `away` are the absent sides, `again` is a rematch on offer, `next`
    the agreed one, `crowd` the number of spectators. `by` is the side whose player set the table (None:
    neither). `opponent` is the player for whom the seat opposite the reader's is reserved, present or not.
    `cubes` are the cube actions in this game. `totals` are those of the game (None: none has begun).
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
    """Event number `n` of match `m`, and its changes of the table: the moment, or all of it.

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
    """The command `c` (None: another message) was refused; `text` says so in the reader's language."""

    c: str | None
    code: str
    text: str


class Pong(_FromServer, frozen=True, tag="pong"):
    """The answer to a ping; `now` is the server's clock (ms)."""

    x: float
    now: int


class AbsenceChanged(_FromServer, frozen=True, tag="away"):
    """The absences in match `m` from now on: all of them."""

    m: str
    now: int
    away: list[AbsentSide]


class RematchChanged(_FromServer, frozen=True, tag="again"):
    """The rematch of `m` that is on offer (None: not any more), or the id of the agreed match."""

    m: str
    now: int
    offer: PendingRematch | None = None
    next: str | None = None


class SpectatorCount(_FromServer, frozen=True, tag="crowd"):
    """The number of spectators of match `m`."""

    m: str
    n: int


class Redirect(_FromServer, frozen=True, tag="go"):
    """Your table is set: match `m`, found by a search (`why` "seek") or agreed as a rematch ("again")."""

    m: str
    why: Literal["seek", "again"]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as the lobby lists it.

    `state`: open (waits for a player until `until`), playing (since `since`), over. `options` are those that
    differ from the game's own. `players` are by side; None: anybody. `by` is the side that set the table, `n`
    the last event that the card includes: a lower one is older. `you` is the side of its reader, if the card
    is sent to one of its players; `rated`: only members sit. `more`: the terms have more than the card shows,
    about the cube or spectators. `seated`: which of the `players` of an open table have sat down. Times are
    ms since the epoch.
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
    """A user who is online: `handle` names them to others, `table` is a match that they play in public.

    `rating` is the overall one, if they have one.
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

    A match has this `length` and this `clock`, and is `rated` between members. A hidden player has no name.
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
    """The requested page of the lobby as it is now; also sent whenever it changes.

    `ids` are its entries in order (matches, or people's handles), `cards` and `people` those of them that are
    new or changed since the last message, `total` the length of the whole list. `ratings` are those of the
    players of each card in that order, in its game, as far as they are online and have one; missing if nobody
    has one. `counts` are the numbers of open and running matches of each game that has any, `online` the
    number of users; `now` is the server's clock. `seeks` are the searches for an opponent, in any game;
    missing: unchanged.
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
    """A player invites you to the table of `card`."""

    card: Card


class InvitationOver(_FromServer, frozen=True, tag="calloff"):
    """The invitation to match `m` is over: cancelled, declined or accepted."""

    m: str


class Rated(_FromServer, frozen=True, tag="rated"):
    """Your ratings have changed: by game, "" is the overall one."""

    ratings: dict[str, float]


class OwnMatches(_FromServer, frozen=True, tag="mine"):
    """Your unfinished matches: all of them, whenever they change."""

    cards: list[Card]


class Status(_FromServer, frozen=True, tag="status"):
    """Whether play goes on. During an outage of a store clocks stand and commands wait."""

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
"""Decode a client's message; raises `msgspec.DecodeError` (or its `ValidationError`)."""


class _Named(msgspec.Struct):
    c: CommandId


_names = msgspec.json.Decoder(_Named)


def command_id(frame: bytes | memoryview) -> str | None:
    """The command id in a message that could not be decoded, if one can be made out."""
    try:
        return _names.decode(frame).c
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
