"""The messages of a client."""

from typing import Annotated, Literal

import msgspec

from zaria.live.sockets.protocol.conversation_lines import Phrase
from zaria.match import commands
from zaria.match.stakes import HIGHEST
from zaria.match.terms import LONGEST, Speed

MAX_FRAME = 16 * 1024
"""Bytes; a longer frame from a client closes its socket."""

MatchId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ConversationId = Annotated[str, msgspec.Meta(pattern="^[a-z]{1,12}:[A-Za-z0-9_-]{1,64}$")]
"""`kind:key`: direct:<random>, table:<match>, onlookers:<match>, tournament:<id>, federation:<slug>."""


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
    | commands.Finish
    | commands.TakeBack
    | commands.RequestTakeback
    | commands.AcceptTakeback
    | commands.DeclineTakeback
    | commands.OfferResult
    | commands.AcceptResult
    | commands.DeclineResult
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
    answers: the two are paired at once, whatever their ratings are. With `speeds` the search comes to accept
    the other speeds as it goes on, with `lengths` other lengths, with `games` similar games, too.

    `length` is 1 for a single game, or 3, 5 or 7 points; 0 stands for the shortest match of the game. `cube`:
    with the doubling cube. Both decide who meets: an answer names those of the search that it answers.

    `stake` and `most` are hundredths of the club's unit: two members who search with the same ones play for
    them. Such a match is rated; nothing is held before it. Without `most` the highest win limits the loss.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    speed: Literal["fast", "normal", "slow"] = "normal"
    rated: bool = True
    to: Annotated[str, msgspec.Meta(max_length=40)] = ""
    speeds: bool = False
    games: bool = False
    stake: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] = 0
    most: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] = 0
    length: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] = 0
    cube: bool = False
    lengths: bool = False


class DeclineInvitation(_FromClient, frozen=True, tag="answer"):
    """Decline the invitation to match `m` (it is accepted by sitting down)."""

    m: MatchId


class WatchTournament(_FromClient, frozen=True, tag="tournament"):
    """Subscribe to the events of tournament `id`, replacing the previous subscription; "" stops it."""

    id: Annotated[str, msgspec.Meta(max_length=40)] = ""


class WatchStudy(_FromClient, frozen=True, tag="study"):
    """Subscribe to the changes of study `id`, replacing the previous subscription; "" stops it."""

    id: Annotated[str, msgspec.Meta(max_length=40)] = ""


LineCommandId = Annotated[str, msgspec.Meta(pattern="^[!-~]{1,40}$")]


class WatchConversation(_FromClient, frozen=True, tag="conversation"):
    """Subscribe to conversation `id`: the lines after number `n`, or the last 50 if `n` is -1.

    `stop` ends the subscription. A socket reads 8 conversations at most.
    """

    id: ConversationId
    n: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)] = -1
    stop: bool = False


class Say(_FromClient, frozen=True, tag="say"):
    """Write a line in conversation `id`: a `text` of 1 to 500 characters, or a ready-made `phrase`.

    Sent again with the same `c` it is answered again, and stored once. `c` is the author's own id of this
    line in this conversation, forever, and has to be random.
    """

    id: ConversationId
    c: LineCommandId
    text: str = ""
    phrase: Phrase | None = None


class Typing(_FromClient, frozen=True, tag="typing"):
    """Show the other readers of conversation `id` that you write; repeat it every 3 s at most."""

    id: ConversationId


class MarkRead(_FromClient, frozen=True, tag="seen"):
    """Note that you have read conversation `id` up to line `n`."""

    id: ConversationId
    n: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


FromClient = (
    Watch
    | Leave
    | Command
    | Ping
    | RematchOffer
    | WatchLobby
    | Seek
    | DeclineInvitation
    | WatchTournament
    | WatchStudy
    | WatchConversation
    | Say
    | Typing
    | MarkRead
)
