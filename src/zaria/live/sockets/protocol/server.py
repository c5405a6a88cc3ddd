"""The messages of the server."""

from typing import Literal

import msgspec

from zaria.games.effects import Effects
from zaria.live.sockets.protocol.cards import Card, Found, Person, Seeker
from zaria.live.sockets.protocol.conversation_lines import Line, Objection, Phrase
from zaria.live.sockets.protocol.tournament import TableTournament
from zaria.match.events import Ahead, Event
from zaria.match.moment import Moment
from zaria.match.play import MoveView
from zaria.match.player_info import PlayerInfo
from zaria.match.stakes import Stakes
from zaria.match.view import View

Tree = list[list[tuple[int, int, int]]]
"""All ways to play a stage: node i lists its edges (point, die, next node); node 0 is the start, and
where a node has no edges the turn is complete."""


class _FromServer(msgspec.Struct, frozen=True, tag_field="t"):
    pass


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A stage played in the current game, with its dice and notation; a pass has no text.

    In a board game it is a move, without dice. `lag` is the forgiven lag (ms), including that of the roll.
    `ahead`: nobody gave the act then (`events.Act`).
    """

    side: int
    dice: tuple[int, ...]
    text: str
    lag: int = 0
    ahead: Ahead = ""


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
    `effects` are those of the steps of the tree, and missing where no step has one. `tournament` is that of
    the match, and `node` as in `OwnerAddress`; only the state in the table's page has them.
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
    opponent: PlayerInfo | None = None
    cubes: list[CubeLine] = []
    totals: Totals | None = None
    effects: Effects | msgspec.Raw | None = None
    tournament: TableTournament | None = None
    node: str = ""


class EventFrame(_FromServer, frozen=True, tag="ev", omit_defaults=True):
    """Event number `n` of match `m`, and its changes of the table: the moment, or all of it.

    `tree`, `ways` and `effects` are those of a `State`.
    """

    m: str
    n: int
    now: int
    you: int | None
    e: Event | msgspec.Raw
    v: Moment | View | msgspec.Raw
    tree: Tree | msgspec.Raw | None
    ways: list[MoveView] | msgspec.Raw | None = None
    effects: Effects | msgspec.Raw | None = None


class Ack(_FromServer, frozen=True, tag="ack"):
    """The command `c` is stored; `n` is the number of its last event, which may come before or after this."""

    c: str
    n: int


class Rejected(_FromServer, frozen=True, tag="no", omit_defaults=True):
    """The command `c` (None: another message) was refused; `text` says so in the reader's language.

    `until` (ms) is the end of the mute that forbids to write, if it has one; `id` the conversation that it is
    about.
    """

    c: str | None
    code: str
    text: str
    until: int | None = None
    id: str = ""


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


class OwnerAddress(_FromServer, frozen=True, tag="owner"):
    """The process that owns the match `m`: a socket at `/ws/<node>` is nearer to it than this one.

    Sent to players of a club of several processes, when they come and when another process owns the match.
    This socket goes on working.
    """

    m: str
    node: str


class SpectatorCount(_FromServer, frozen=True, tag="crowd"):
    """The number of spectators of match `m`."""

    m: str
    n: int


class Redirect(_FromServer, frozen=True, tag="go", omit_defaults=True):
    """Your table is set: match `m`, found by a search (`why` "seek") or agreed as a rematch ("again").

    "tournament": your match of a tournament is ready. Sit down before `until` (ms), or you lose it. A table
    that a search has `found` waits until then.
    """

    m: str
    why: Literal["seek", "again", "tournament"]
    until: int | None = None
    found: Found | None = None


class GuestArrived(_FromServer, frozen=True, tag="guest", omit_defaults=True):
    """`match.opponent` has sat down at your open table `m`: be there before `until` (ms), or it is cleared.

    Without `until` the match has begun.
    """

    m: str
    match: Found
    until: int | None = None


class CallMissed(_FromServer, frozen=True, tag="missed", omit_defaults=True):
    """The table `m` was cleared because its time was over. Sent again to sockets of the next ten minutes.

    `late`: you were not there in time for `match.opponent`; else nobody came to your open table, or not the
    player whom you had invited (`match`).
    """

    m: str
    game: str
    match: Found | None = None
    late: bool = False


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
    """The search for an opponent goes on (`others` search for the same), or has ended (game "").

    It began `waited` ms ago, and accepts these other `speeds`, `lengths` and `games` by now. `often`: you
    answer the search of the player of your last two matches; you meet again if they answer yours, too.
    `stakes`: what you play for, which waiting never changes, as it never changes the `cube`. `length` is in
    points.
    """

    game: str
    speed: str = ""
    others: int = 0
    waited: int = 0
    speeds: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    often: bool = False
    stakes: Stakes | None = None
    length: int = 0
    cube: bool = False
    lengths: tuple[int, ...] = ()


class Invitation(_FromServer, frozen=True, tag="call"):
    """A player invites you to the table of `card`."""

    card: Card


class InvitationOver(_FromServer, frozen=True, tag="calloff"):
    """The invitation to match `m` is over: cancelled, declined or accepted."""

    m: str


class Rated(_FromServer, frozen=True, tag="rated"):
    """Your ratings have changed: by game, "" is the overall one."""

    ratings: dict[str, float]


class CreditsChanged(_FromServer, frozen=True, tag="credits"):
    """Your balance: `available` to use, and `held` for stakes; amounts with two decimals, "995.00".

    Sent when it changes, and soon after a connection begins.
    """

    available: str
    held: str


class TournamentChanged(_FromServer, frozen=True, tag="tournament"):
    """Event `n` of the tournament `id` is stored; of several in a short time only the last is sent."""

    id: str
    n: int


class StudyChanged(_FromServer, frozen=True, tag="study"):
    """The study `id` has changed: its `chapter` has a new `revision`, or its leader stepped at `lead` (ms).

    A field of 0 has not changed; all of them: the study itself has, or the order of its chapters.
    """

    id: str
    chapter: int = 0
    revision: int = 0
    lead: int = 0


class Timer(msgspec.Struct, frozen=True):
    """A countdown to `at` (ms) for an entrant of the tournament `id`, which has this `title`.

    `kind`: "start" is the time until it begins, "round" that to the end of the round that is played, "next"
    that to your next match in it, which opens earlier once both players are ready, "join" what is left of
    the five minutes to sit down: then `id` is that of the match.
    """

    id: str
    title: str
    at: int
    kind: Literal["start", "round", "next", "join"]


class TimersChanged(_FromServer, frozen=True, omit_defaults=True, tag="timer"):
    """Your countdowns of tournaments: all of them, whenever they change.

    `now` is the server's clock (ms); earlier servers did not send it.
    """

    entries: list[Timer]
    now: int = 0


class OwnMatches(_FromServer, frozen=True, tag="mine"):
    """Your unfinished matches: all of them, whenever they change."""

    cards: list[Card]


class Status(_FromServer, frozen=True, tag="status"):
    """The state of play. During an outage of a store clocks stand and commands wait."""

    up: bool


class TermsOffered(_FromServer, frozen=True, tag="offers", omit_defaults=True):
    """The offers of other terms at the open table `m` have changed: you own it, or have offered some.

    `n` of them wait for its owner. `next` is the table opened on the agreed terms (None: nothing is agreed).
    """

    m: str
    n: int
    next: str | None = None


class TreatSent(_FromServer, frozen=True, tag="treat"):
    """A treat for `side` of match `m`: `kind` ("tea", "coffee", "baklava") from the member `name`.

    It stands beside the name until `until` (ms).
    """

    m: str
    side: int
    kind: str
    name: str
    until: int


class LineList(_FromServer, frozen=True, tag="lines", omit_defaults=True):
    """Lines of the conversation `id` in order, the newest 50 at most; `last` is the number of its last one.

    `more`: lines between the requested number and the first of these are left out; they are paged over HTTP.
    Sent once, after a subscription. `muted`: you have muted the conversation; `blocked`: you block the other
    player; `objection`: the reason why you may not write at present.
    """

    id: str
    lines: list[Line]
    last: int
    more: bool = False
    muted: bool = False
    blocked: bool = False
    objection: Objection | None = None


class LineAdded(_FromServer, frozen=True, tag="line", omit_defaults=True):
    """A new line of the conversation `id`; the other fields are those of `Line`."""

    id: str
    n: int
    at: int
    by: PlayerInfo
    side: int | None = None
    text: str = ""
    phrase: Phrase | None = None
    own: bool = False


class LineStored(_FromServer, frozen=True, tag="said"):
    """Your line `c` of the conversation `id` is stored as number `n`."""

    id: str
    c: str
    n: int


class LineRemoved(_FromServer, frozen=True, tag="line_removed"):
    """The text of line `n` of the conversation `id` is gone: the staff has removed it."""

    id: str
    n: int


class AuthorTyping(_FromServer, frozen=True, tag="typing"):
    """Another reader of the conversation `id` writes at the moment."""

    id: str
    by: PlayerInfo


class UnreadChanged(_FromServer, frozen=True, tag="unread"):
    """Your numbers of direct conversations with unread messages, and of unread notices.

    Sent when they change, and soon after a connection begins.
    """

    messages: int
    notices: int


class WaitsChanged(_FromServer, frozen=True, tag="waits"):
    """Your number of matches by the day that wait for your move.

    Sent when it changes, and soon after a connection begins.
    """

    n: int


TableMessage = AbsenceChanged | RematchChanged | TreatSent | OwnerAddress
"""The messages besides events that go to all watchers of a match, in every process."""

FromServer = (
    State
    | EventFrame
    | Ack
    | Rejected
    | Pong
    | TableMessage
    | SpectatorCount
    | Redirect
    | GuestArrived
    | CallMissed
    | Page
    | Seeking
    | Invitation
    | InvitationOver
    | Rated
    | CreditsChanged
    | TournamentChanged
    | StudyChanged
    | TimersChanged
    | OwnMatches
    | Status
    | LineList
    | LineAdded
    | LineStored
    | LineRemoved
    | AuthorTyping
    | UnreadChanged
    | WaitsChanged
    | TermsOffered
)
