"""What anyone at the table may see of a match now, in plain types ready for JSON.

The browser knows no rules: whatever it shows or allows, it reads here (and in the tree of steps).
"""

import msgspec

from zaria.match import cube
from zaria.match import events as ev
from zaria.match.match import Cube, Last, Match, Phase, Result
from zaria.match.scoring import most_points
from zaria.match.terms import ClockTerms


class SeatView(msgspec.Struct, frozen=True):
    """A player as others see him."""

    name: str
    colour: str
    bot: str | None


class ClockView(msgspec.Struct, frozen=True):
    """Banks (ms) as of `since`; from then on `running` uses `delay` ms, then his bank."""

    bank: tuple[int, int]
    running: int | None
    since: int
    delay: int


class Resignation(msgspec.Struct, frozen=True):
    """`side` offers to lose by `points` (before the cube)."""

    side: int
    points: int


class Moment(msgspec.Struct, frozen=True):
    """What any event of a game may change.

    Pairs are (side 0, side 1); points are in each side's own numbering. `men` counts checkers by point
    (0: borne off, 25: bar), `pins` lists the points where a checker of that side is pinned, `dice` is
    empty unless a roll is being played, `resign_min` is the least each side may resign for.
    """

    phase: Phase
    turn: int
    to_act: int | None
    men: tuple[tuple[int, ...], tuple[int, ...]]
    pins: tuple[tuple[int, ...], tuple[int, ...]]
    pips: tuple[int, int]
    dice: tuple[int, ...]
    roll_no: int
    cube: Cube
    can_double: bool
    resign: Resignation | None
    resign_min: tuple[int, int]
    clocks: ClockView | None
    last: Last | None


class View(Moment, frozen=True, kw_only=True):
    """The whole table now.

    `resign_max` is the most a side may resign for (less than its least: it may not), `result` is that of
    the last finished game, `secret` is told when the match is over.
    """

    id: str
    game: str
    title: str
    options: dict[str, str | int | bool]
    length: int
    cube_on: bool
    crawford_rule: bool
    mirror: bool
    contact: str
    parallel: bool
    clock_terms: ClockTerms | None
    players: tuple[SeatView | None, SeatView | None]
    seal: str
    seeds: tuple[str | None, str | None]
    secret: str | None
    game_no: int
    crawford: bool
    score: tuple[int, int]
    starter: int | None
    resign_max: int
    result: Result | None
    winner: int | None


_WITHIN_A_GAME = (
    ev.Rolled,
    ev.TurnPlayed,
    ev.Doubled,
    ev.Taken,
    ev.Dropped,
    ev.ResignOffered,
    ev.ResignAccepted,
    ev.ResignRejected,
    ev.Flagged,
    ev.ClockCredited,
)
"""Events that change nothing but the moment."""


def after(match: Match, event: ev.Event) -> Moment | View:
    """What somebody who saw the table before `event` has to be shown of `match`, the match after it."""
    return moment(match) if isinstance(event, _WITHIN_A_GAME) else view(match)


def moment(match: Match) -> Moment:
    """What may be seen of the game."""
    position = match.position
    return Moment(
        phase=match.phase,
        turn=match.turn,
        to_act=match.to_act(),
        men=(position.counts(0), position.counts(1)),
        pins=(position.pinned(0), position.pinned(1)),
        pips=(position.pips(0), position.pips(1)),
        dice=match.dice or (),
        roll_no=match.rolls,
        cube=match.cube,
        can_double=cube.objection(match) is None,
        resign=Resignation(match.turn, match.offer) if match.phase == "resign" else None,
        resign_min=(match.least_resignation(0), match.least_resignation(1)),
        clocks=_clock(match),
        last=match.last,
    )


def view(match: Match) -> View:
    """What may be seen of `match`: no player's id, and no secret before the end."""
    terms, game = match.terms, match.position.game
    return View(
        **msgspec.structs.asdict(moment(match)),
        id=match.id,
        game=terms.game,
        title=game.title,
        options=terms.options,
        length=terms.length,
        cube_on=terms.cube,
        crawford_rule=terms.crawford,
        mirror=terms.mirror,
        contact=game.options.contact,
        parallel=game.options.direction == "parallel",
        clock_terms=terms.clock,
        players=(_seat(match, 0), _seat(match, 1)),
        seal=match.seal,
        seeds=match.seeds,
        secret=match.secret,
        game_no=match.game_no,
        crawford=match.crawford,
        score=match.score,
        starter=match.starter,
        resign_max=most_points(match),
        result=match.result,
        winner=match.winner,
    )


def _seat(match: Match, side: int) -> SeatView | None:
    player = match.players[side]
    return None if player is None else SeatView(player.name, player.colour, player.bot)


def _clock(match: Match) -> ClockView | None:
    clock, terms = match.clock, match.terms.clock
    if clock is None or terms is None:
        return None
    return ClockView(clock.bank, clock.running, clock.since, terms.delay)
