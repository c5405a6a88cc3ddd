"""What anyone at the table may see of a match now, in plain types ready for JSON.

The browser knows no rules: whatever it shows or allows, it reads here (and in the tree of steps).
"""

from typing import Any, Literal, cast

import msgspec

from zaria.games.squares import FAMILY, SquaresGame
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.board_play.view import BoardView, squares
from zaria.match.match import Cube, Last, Match, Phase, Result
from zaria.match.scoring import classes
from zaria.match.stakes import Settlement, Stakes, settle
from zaria.match.terms import ClockTerms


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as others see them; missing fields are as in `zaria.match.events.Player`."""

    name: str
    colour: str
    bot: str | None
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""


class ClockView(msgspec.Struct, frozen=True):
    """Banks (ms) as of `since`; from then on `running` uses `delay` ms, then its bank."""

    bank: tuple[int, int]
    running: int | None
    since: int
    delay: int


class Resignation(msgspec.Struct, frozen=True):
    """`side` offers to lose by `points` (before the cube)."""

    side: int
    points: int


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What any event of a game may change.

    Pairs are (side 0, side 1); points are in each side's own numbering. `men` counts checkers by point
    (0: borne off, 25: bar, or in hand), `pins` lists the points where a checker of that side is pinned,
    `resign_min` is the least each side may resign for.

    While roll number `roll_no` is being played `thrown` are its two dice and `dice` those of the stage that
    is played now, written out (four for a doublet); `later` are the stages after it, `stage` how many are
    played, and `rest` tells that the other side left this stage. Else all of them are empty.

    `proposed` are the values of the cube that are on offer, in order; `can_beaver`: the side to act may
    answer with one more, a beaver or a raccoon.

    `squares` is there in games on squares alone, which have no checkers, dice and cube. `back`
    turns can be taken back, None where none ever can.
    """

    phase: Phase
    turn: int
    to_act: int | None
    men: tuple[tuple[int, ...], tuple[int, ...]]
    pins: tuple[tuple[int, ...], tuple[int, ...]]
    pips: tuple[int, int]
    dice: tuple[int, ...]
    thrown: tuple[int, ...]
    later: tuple[tuple[int, ...], ...]
    rest: bool
    stage: int
    roll_no: int
    cube: Cube
    proposed: tuple[int, ...]
    can_double: bool
    can_beaver: bool
    resign: Resignation | None
    resign_min: tuple[int, int]
    clocks: ClockView | None
    last: Last | None
    squares: BoardView | None = None
    back: int | None = None


class View(Moment, frozen=True, kw_only=True):
    """The whole table now.

    `game` and `title` are what was agreed, `now` the game that is played (three-games plays one after
    another, its `rotation`), and `contact`, `parallel` and `classes` are those of that one. `classes` are
    the wins there can be, points and kind: a side may resign for each of them that is no less than its
    least (if there is none it may not). `result` is that of the last finished game. When the match is over
    `secret` is shown, and `settlement` where it was won for stakes. `until` (ms) is when a table that waits
    for players is cancelled; at one that is `delayed` onlookers see each move when the next one is made, and
    at one that is `rated` only members sit, and at one for `training` turns can be taken back. `unrated`:
    why a match is not rated that was to be ("pair": the two have played all `a_day` rated matches of a day).

    `size` (squares along an edge, 0 on other boards), `coordinates` ("letters" or "numbers"), `light_below`
    (as onlookers see the board) and `first` (the side that begins) are those of a game on squares.
    """

    id: str
    game: str
    now: str
    rotation: tuple[str, ...]
    title: str
    options: dict[str, str | int | bool]
    length: int
    cube_on: bool
    crawford_rule: bool
    mirror: bool
    contact: str
    parallel: bool
    family: Literal["tables", "squares"]
    size: int
    coordinates: str
    light_below: bool
    first: int
    clock_terms: ClockTerms | None
    beaver: bool
    raccoon: bool
    jacoby: bool
    auto_doubles: int
    raises: str
    stakes: Stakes | None
    players: tuple[SeatView | None, SeatView | None]
    seal: str
    seeds: tuple[str | None, str | None]
    secret: str | None
    game_no: int
    crawford: bool
    score: tuple[int, int]
    starter: int | None
    classes: tuple[tuple[int, str], ...]
    result: Result | None
    winner: int | None
    until: int | None
    delayed: bool
    settlement: Settlement | None
    rated: bool
    training: bool = False
    unrated: Literal["", "pair"] = ""
    a_day: int = 0


_WITHIN_A_GAME = {
    ev.Rolled,
    ev.TurnPlayed,
    ev.Doubled,
    ev.Beavered,
    ev.Raccooned,
    ev.Taken,
    ev.Dropped,
    ev.ResignOffered,
    ev.ResignAccepted,
    ev.ResignRejected,
    ev.Moved,
    ev.Resigned,
    ev.Aborted,
    ev.DrawOffered,
    ev.DrawAccepted,
    ev.DrawDeclined,
    ev.Flagged,
    ev.Claimed,
    ev.ClockCredited,
}
"""Events that change nothing but the moment."""


def after(match: Match, event: ev.Event) -> Moment | View:
    """What somebody who saw the table before `event` has to be shown of `match`, the match after it."""
    if type(event) in _WITHIN_A_GAME and not (match.terms.jacoby and isinstance(event, ev.Taken)):
        return moment(match)
    return view(match)


def moment(match: Match) -> Moment:
    """What may be seen of the game."""
    if match.squares is not None:
        return _on_squares(match)
    position = match.position
    duty = position.duty if match.dice is not None else None
    return Moment(
        phase=match.phase,
        turn=match.turn,
        to_act=match.to_act(),
        men=(position.counts(0), position.counts(1)),
        pins=(position.pinned(0), position.pinned(1)),
        pips=(position.pips(0), position.pips(1)),
        dice=duty.stages[0] if duty is not None else (),
        thrown=match.dice or (),
        later=duty.stages[1:] if duty is not None else (),
        rest=duty is not None and not duty.own,
        stage=match.stage,
        roll_no=match.rolls,
        cube=match.cube,
        proposed=match.proposed,
        can_double=match.terms.cube and cube.objection(match) is None,
        can_beaver=match.phase == "double" and cube.can_counter(match),
        resign=Resignation(match.turn, match.offer) if match.phase == "resign" else None,
        resign_min=(match.least_resignation(0), match.least_resignation(1)),
        clocks=_clock(match),
        last=match.last,
        back=len(match.past) if match.terms.training else None,
    )


def _on_squares(match: Match) -> Moment:
    return Moment(
        phase=match.phase,
        turn=match.turn,
        to_act=match.to_act(),
        men=((), ()),
        pins=((), ()),
        pips=(0, 0),
        dice=(),
        thrown=(),
        later=(),
        rest=False,
        stage=0,
        roll_no=0,
        cube=match.cube,
        proposed=(),
        can_double=False,
        can_beaver=False,
        resign=None,
        resign_min=(1, 1),
        clocks=_clock(match),
        last=match.last,
        squares=squares(match),
        back=len(match.past) if match.terms.training else None,
    )


def view(match: Match) -> View:
    """What may be seen of `match`: no player's id, and no secret before the end."""
    terms, game = match.terms, match.position.game
    return View(
        **msgspec.structs.asdict(moment(match)),
        id=match.id,
        game=terms.game,
        now=game.id,
        rotation=tuple(one.id for one in match.game.rotation),
        title=match.game.title,
        options=terms.options,
        length=terms.length,
        cube_on=terms.cube,
        crawford_rule=terms.crawford,
        mirror=terms.mirror,
        **_board(match),
        clock_terms=terms.clock,
        beaver=terms.beaver,
        raccoon=terms.raccoon,
        jacoby=terms.jacoby,
        auto_doubles=terms.auto_doubles,
        raises=terms.raises,
        stakes=terms.stakes,
        players=(_seat(match, 0), _seat(match, 1)),
        seal=match.seal,
        seeds=match.seeds,
        secret=match.secret,
        game_no=match.game_no,
        crawford=match.crawford,
        score=match.score,
        starter=match.starter,
        classes=classes(match),
        result=match.result,
        winner=match.winner,
        until=match.until,
        delayed=terms.delayed,
        rated=terms.rated,
        training=terms.training,
        unrated=terms.unrated,
        a_day=0 if terms.rating_terms is None else terms.rating_terms.a_day,
        settlement=_settlement(match),
    )


def _board(match: Match) -> dict[str, Any]:
    """What the board is like."""
    game = match.position.game
    if game.family != FAMILY:
        board = {"contact": game.contact, "parallel": game.parallel, "family": "tables"}
        return board | {"size": 0, "coordinates": "", "light_below": True, "first": 0}
    squares = cast(SquaresGame, game)
    return {
        "contact": "none",
        "parallel": False,
        "family": "squares",
        "size": squares.size,
        "coordinates": squares.coordinates,
        "light_below": squares.light_below,
        "first": squares.first,
    }


def _settlement(match: Match) -> Settlement | None:
    if match.winner is None or match.terms.stakes is None or match.result is None:
        return None
    return settle(match.terms.stakes, match.result.points, match.terms.length)


def _seat(match: Match, side: int) -> SeatView | None:
    player = match.players[side]
    if player is None:
        return None
    return SeatView(
        player.name,
        player.colour,
        player.bot,
        member=player.member,
        robot=player.robot,
        country=player.country,
        face=player.face,
    )


def _clock(match: Match) -> ClockView | None:
    clock, terms = match.clock, match.terms.clock
    if clock is None or terms is None:
        return None
    return ClockView(clock.bank, clock.running, clock.since, terms.delay)
