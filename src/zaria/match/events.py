"""The events of a match. Their list is the match: everything else follows.

Every event carries `at`, the moment it happened (ms since the epoch). As JSON an event is an object
whose `t` names its kind. A side is 0 or 1; a move is (point it starts from, die), in the mover's own
numbering: 25 is the bar, 24 the far end, 1 the last point before home is left.
"""

from typing import Annotated, Literal

import msgspec

from zaria.match.player_info import PlayerInfo
from zaria.match.terms import Terms

MOST_FORGIVEN = 7_000
"""Milliseconds: no line is forgiven more for one command (`zaria.match.clock.lag`)."""


class BrokenHistoryError(ValueError):
    """An event that cannot follow the ones before it."""


Side = Annotated[int, msgspec.Meta(ge=0, le=1)]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice2 = tuple[Die, Die]
Ahead = Literal["", "forced", "agreed"]
Lag = Annotated[int, msgspec.Meta(ge=0, le=MOST_FORGIVEN)]
Move = tuple[Annotated[int, msgspec.Meta(ge=1, le=25)], Die]


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as events store them: a lasting id, and the fields of `PlayerInfo` in one flat object.

    `unlisted`: no public list shows their matches.
    """

    id: str
    name: str
    colour: str
    bot: str | None = None
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
    unlisted: bool = False

    @property
    def info(self) -> PlayerInfo:
        """The player without the id, as others see them."""
        return PlayerInfo(self.name, self.colour, self.bot, self.member, self.robot, self.country, self.face)


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", gc=False):
    # An event refers to nothing that could refer to it: millions stay, and no look for garbage need see them.
    at: int


class Act(_Event, frozen=True, kw_only=True, omit_defaults=True):
    """An act of `side` by its own command, on its clock or to end the game.

    `lag`: forgiven milliseconds of latency. The clock is charged as if the command had come so much earlier.
    `ahead`: the command was not given now. In a game by the day it was the only one ("forced"), or its player
    had agreed to it before ("agreed").
    """

    side: Side
    lag: Lag = 0
    ahead: Ahead = ""


class Opened(_Event, frozen=True, kw_only=True, tag="opened", omit_defaults=True):
    """The table was set. `seal` is the hash of the dice secret, published before any seed is given.

    `version` is that of the rules (`zaria.match.versions`): a match keeps those under which it was opened.
    `until` is the time at which an empty table is cancelled, if it is.
    """

    version: int
    id: str
    terms: Terms
    seal: str
    until: int | None = None


class Cancelled(_Event, frozen=True, kw_only=True, tag="cancelled"):
    """The table was cleared before a game began: by `side`, or because nobody came in time (None)."""

    side: Side | None


class Seated(_Event, frozen=True, kw_only=True, omit_defaults=True, tag="seated"):
    """A player took a side and gave their seed.

    `host`: the player set this table, and it waits for the opponent as long as before. `unrated`: with this
    player the match is not rated, as announced before: the two have played all rated matches of the day.
    """

    side: Side
    player: Player
    seed: str
    host: bool = False
    unrated: bool = False


class GameStarted(_Event, frozen=True, kw_only=True, tag="game", omit_defaults=True):
    """Game `number` (1, 2, …) was set up; a `starter` of None waits for the opening roll.

    `start_number`: it begins from the starting position with this number, which was drawn for it or for the
    first game of its pair (Chess960).
    """

    number: int
    crawford: bool
    starter: Side | None
    start_number: int | None = None


class OpeningRolled(_Event, frozen=True, kw_only=True, tag="opening"):
    """One die was rolled for each side, that of side 0 first; equal dice are rolled again."""

    n: int
    dice: Dice2


class Rolled(Act, frozen=True, kw_only=True, tag="rolled"):
    """Roll number `n` of the match was made; opening rolls count too."""

    n: int
    dice: Dice2


class TurnPlayed(Act, frozen=True, kw_only=True, tag="played"):
    """A whole stage of a roll was played, in notation too ("8/5 6/5"). No moves: nothing could be played.

    Most rolls are one stage. A ladder of doublets has one for each number, and the moves that one side
    leaves may be a stage of the opponent.
    """

    moves: tuple[Move, ...]
    text: str


class Doubled(Act, frozen=True, kw_only=True, tag="doubled"):
    """`side` doubled: the game would go on for `value`."""

    value: int


class Beavered(Act, frozen=True, kw_only=True, tag="beavered"):
    """`side` answered a double by a beaver: the game would go on for `value`, and `side` keep the cube."""

    value: int


class Raccooned(Act, frozen=True, kw_only=True, tag="raccooned"):
    """`side` answered a beaver by a raccoon: the game would go on for `value`, the cube with the opponent."""

    value: int


class Taken(Act, frozen=True, kw_only=True, tag="taken"):
    """`side` took the last offer; the cube belongs to the player who was doubled first."""


class Dropped(Act, frozen=True, kw_only=True, tag="dropped"):
    """`side` dropped the last offer and lost the game."""


class ResignOffered(Act, frozen=True, kw_only=True, tag="resign"):
    """`side` offered to lose the game by `points`, before the cube."""

    points: int


class ResignAccepted(Act, frozen=True, kw_only=True, tag="yielded"):
    """`side` accepted the resignation of the opponent."""


class ResignRejected(Act, frozen=True, kw_only=True, tag="refused"):
    """`side` rejected the resignation of the opponent."""


class Moved(Act, frozen=True, kw_only=True, tag="moved"):
    """A move was made in a board game: as given (`BoardMove.move`), and as books write it."""

    move: str
    text: str


class Resigned(Act, frozen=True, kw_only=True, tag="resigned"):
    """`side` resigned a board game, which needs no consent."""


class Aborted(Act, frozen=True, kw_only=True, tag="aborted"):
    """`side` left a board game before it counted."""


class DrawOffered(_Event, frozen=True, kw_only=True, tag="drawoffer"):
    """`side` offered a draw; a move of the opponent declines it."""

    side: Side


class DrawAccepted(Act, frozen=True, kw_only=True, tag="drawyes"):
    """`side` accepted the draw on offer."""


class DrawDeclined(_Event, frozen=True, kw_only=True, tag="drawno"):
    """`side` declined the draw on offer."""

    side: Side


class Flagged(_Event, frozen=True, kw_only=True, tag="flagged"):
    """`side` ran out of time."""

    side: Side


class Claimed(_Event, frozen=True, kw_only=True, tag="claimed"):
    """`side` claimed the match as won or drawn: the opponent was away for too long."""

    side: Side
    what: Literal["win", "draw"]


class Finished(_Event, frozen=True, kw_only=True, tag="finished"):
    """`side` ended the money session; the game that had just begun, in which it had not acted, is void."""

    side: Side


class Annulled(_Event, frozen=True, kw_only=True, tag="annulled"):
    """The match was ended without a result: the director of its tournament decided it otherwise."""


class TakenBack(_Event, frozen=True, kw_only=True, tag="takenback"):
    """`side` took back its last turn and all that followed it: it plays the same roll again.

    In training it does so by itself, in a casual match with the opponent's consent. Later rolls stay rolled:
    the next one has the next number.
    """

    side: Side


class TakebackRequested(_Event, frozen=True, kw_only=True, tag="backrequest"):
    """`side` asked to take back its last turn; a roll, turn or double of the opponent declines it."""

    side: Side


class TakebackDeclined(_Event, frozen=True, kw_only=True, tag="backno"):
    """`side` declined the opponent's request."""

    side: Side


class ResultOffered(_Event, frozen=True, kw_only=True, tag="resultoffer"):
    """`side` offered to end a game by the day that is decided in fact: as won, for `points` before the cube.

    Without an answer it ends so after a day, not counting the time in which the opponent's clock stood.
    """

    side: Side
    points: int


class ResultAccepted(Act, frozen=True, kw_only=True, tag="resultyes"):
    """`side` accepted the result on offer and lost the game."""


class ResultDeclined(_Event, frozen=True, kw_only=True, tag="resultno"):
    """`side` declined the result on offer; so does an act of play."""

    side: Side


class ResultHeld(_Event, frozen=True, kw_only=True, tag="resultheld"):
    """The game was lost by `side`, which had not answered the result on offer in time."""

    side: Side


class ClockCredited(_Event, frozen=True, kw_only=True, tag="credited"):
    """The running clock was set back by `ms`: the server was away, and nobody pays for that."""

    ms: int


class ClockStood(_Event, frozen=True, kw_only=True, tag="stood"):
    """The running clock was stopped from `begin` to `end` (ms since the epoch), in a game by the day.

    `why`: its player was on vacation, or the club was closed, which counts until an hour after that.
    """

    begin: int
    end: int
    why: Literal["vacation", "closed"]


class Restarted(_Event, frozen=True, kw_only=True, tag="restarted"):
    """The game was restarted, without a result, because both mothers were pinned (anafeds tapa)."""


class GameEnded(_Event, frozen=True, kw_only=True, tag="ended", omit_defaults=True):
    """The game was ended; `points` are final, cube included.

    `how`: played, dropped, resigned, decided, time, left, annulled, unfinished or stuck. `kind` is the class
    of a win that was played, resigned or decided (single, mars, koks, home_mars), "draw" for a draw (no
    winner: both get the point), else "". `decided`: the loser accepted the result on offer, or did not answer
    in time. A stuck game has no winner and no points, and is played again. `left`: the opponent was away and
    the match was claimed; claimed as a draw it has no winner, no points, and the kind "draw". An annulled
    game has no winner, no points and no kind; nor has an unfinished one, which is written down no further.

    A match by the day that a side never began to play is void, as a board game with few moves is.

    In a board game `how` is played, resigned, time, left, annulled, draw (agreed) or void (so few moves that
    it does not count). `kind` is "single" for every win and "draw" for a draw, which brings nobody a point; a
    void game has no kind. `why` is the rule that ended a game that was played (`games.board_games`), else "".
    """

    winner: Side | None
    points: int
    kind: str
    how: str
    why: str = ""


class MatchEnded(_Event, frozen=True, kw_only=True, tag="closed"):
    """The match was decided, or ended drawn, void or cancelled; the dice secret (hex) was published."""

    winner: Side | None
    score: tuple[int, int]
    secret: str


Event = (
    Opened
    | Cancelled
    | Seated
    | GameStarted
    | OpeningRolled
    | Rolled
    | TurnPlayed
    | Doubled
    | Beavered
    | Raccooned
    | Taken
    | Dropped
    | ResignOffered
    | ResignAccepted
    | ResignRejected
    | Moved
    | Resigned
    | Aborted
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | Flagged
    | Claimed
    | Finished
    | Annulled
    | TakenBack
    | TakebackRequested
    | TakebackDeclined
    | ResultOffered
    | ResultAccepted
    | ResultDeclined
    | ResultHeld
    | ClockCredited
    | ClockStood
    | Restarted
    | GameEnded
    | MatchEnded
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """Return an event as JSON."""
    return _encoder.encode(event)


def decode(body: bytes | str) -> Event:
    """The event written as JSON in `body`; raises `msgspec.DecodeError` or `msgspec.ValidationError`."""
    return _decoder.decode(body)
