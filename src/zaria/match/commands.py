"""The commands of players, and of the server.

As JSON a command is an object whose `t` names its kind, the same that a browser sends.
"""

from typing import Annotated, Literal

import msgspec

from zaria.match import events as ev

LONGEST_MOVE = 100
"""Characters: a draughtsman that takes twenty needs some sixty."""


class _Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, gc=False):
    pass


class Sit(_Command, frozen=True, omit_defaults=True, tag="sit"):
    """Take the seat of the side that gives the command.

    `seal` must be the match's: it proves that the commitment was seen before `seed` was given. `host`: the
    player set this table; the server says so. `unrated`: the player takes it although the match will not be
    rated. `held`: until then (ms since the epoch) the server holds the player's stake for this command.
    """

    player: ev.Player
    seed: str
    seal: str
    host: bool = False
    unrated: bool = False
    held: int | None = None


class Roll(_Command, frozen=True, tag="roll"):
    """Roll both dice."""


class Play(_Command, frozen=True, tag="play"):
    """Play a whole stage: (point, die) in order, answering roll number `n` of which `stage` are played."""

    moves: tuple[ev.Move, ...]
    n: int
    stage: int = 0


class Double(_Command, frozen=True, tag="double"):
    """Offer to play on for more points: twice as many, or one more where raises are by one."""


class Beaver(_Command, frozen=True, tag="beaver"):
    """Answer a double by offering to double once more and keep the cube."""


class Raccoon(_Command, frozen=True, tag="raccoon"):
    """Answer a beaver by offering to double a third time."""


class Take(_Command, frozen=True, tag="take"):
    """Take what is offered: the double, beaver or raccoon."""


class Drop(_Command, frozen=True, tag="drop"):
    """Decline the offer and lose the game for what was agreed before it."""


class Resign(_Command, frozen=True, tag="resign"):
    """Offer to lose the game by `points` (one of the game's classes, before the cube).

    A board game is lost by one at once, without consent.
    """

    points: int = 1


class Accept(_Command, frozen=True, tag="accept"):
    """Accept the offered resignation."""


class Reject(_Command, frozen=True, tag="reject"):
    """Refuse the offered resignation."""


class Move(_Command, frozen=True, tag="move"):
    """Make a move on squares (`zaria.games.board_games.BoardMove.move`); `n` moves were made before it."""

    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]
    n: int


class OfferDraw(_Command, frozen=True, tag="offerdraw"):
    """Offer a draw, in one's own turn or the other's."""


class AcceptDraw(_Command, frozen=True, tag="acceptdraw"):
    """Accept the draw on offer."""


class DeclineDraw(_Command, frozen=True, tag="declinedraw"):
    """Decline the draw on offer; so does a move."""


class Abort(_Command, frozen=True, tag="abort"):
    """Leave a game on squares while it does not count."""


class Flag(_Command, frozen=True, tag="flag"):
    """State that the time of the side that must act is over."""


class Cancel(_Command, frozen=True, tag="cancel"):
    """Clear a table that waits for a player, or decline the seat that is kept for one."""


class Claim(_Command, frozen=True, tag="claim"):
    """End a match whose other player has been away for too long: as won, or as a draw.

    The server decides whether that is so, and lets the command through only then.
    """

    what: Literal["win", "draw"]


class Finish(_Command, frozen=True, tag="finish"):
    """End a money session after a game, before one's own first act in the next."""


class TakeBack(_Command, frozen=True, tag="takeback"):
    """Take the last turn back (training only); `n` turns could be taken back before that."""

    n: int


class RequestTakeback(_Command, frozen=True, tag="requestback"):
    """Ask the opponent to let the own last turn be taken back, in a casual match between people."""


class AcceptTakeback(_Command, frozen=True, tag="acceptback"):
    """Accept that the opponent takes back the turn they asked for."""


class DeclineTakeback(_Command, frozen=True, tag="declineback"):
    """Decline that; so does a roll, a turn or a double."""


class OfferResult(_Command, frozen=True, tag="offerresult"):
    """Offer the opponent, who must act, to end a game by the day as it is decided in fact: as lost.

    The server decides whether it is decided, and lets the command through only then.
    """


class AcceptResult(_Command, frozen=True, tag="acceptresult"):
    """Accept the result on offer, and lose the game."""


class DeclineResult(_Command, frozen=True, tag="declineresult"):
    """Decline it and play on; so does an act of play."""


class Credit(_Command, frozen=True, tag="credit"):
    """Set the running clock back by `ms` (the server only)."""

    ms: int


class Stand(_Command, frozen=True, tag="stand"):
    """State that the running clock stood from `begin` to `end`, in a game by the day (the server only)."""

    begin: int
    end: int
    why: Literal["vacation", "closed"]


class Annul(_Command, frozen=True, tag="annul"):
    """Clear the table, or end the match without a winner (the server only)."""


Command = (
    Sit
    | Roll
    | Play
    | Double
    | Beaver
    | Raccoon
    | Take
    | Drop
    | Resign
    | Accept
    | Reject
    | Move
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Abort
    | Flag
    | Cancel
    | Claim
    | Finish
    | TakeBack
    | RequestTakeback
    | AcceptTakeback
    | DeclineTakeback
    | OfferResult
    | AcceptResult
    | DeclineResult
    | Credit
    | Stand
    | Annul
)
