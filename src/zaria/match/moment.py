"""The part of the visible state that an event may change, in plain types ready for JSON."""

import msgspec

from zaria.match import takebacks
from zaria.match.clock.deadlines import clock_end, offer_end
from zaria.match.match import Cube, Last, Match, Phase
from zaria.match.result_states import can_offer


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Banks (ms) as of `since`; from then on `running` uses `delay` ms, then its bank.

    `due` (ms since the epoch): when the time of `running` ends by the day, with a first turn's second period
    and without weekends that do not count. None where no clock by the day runs.
    """

    bank: tuple[int, int]
    running: int | None
    since: int
    delay: int
    due: int | None = None


class Trace(msgspec.Struct, frozen=True):
    """The squares of the last move, and those on which it took."""

    path: tuple[str, ...]
    captures: tuple[str, ...] = msgspec.field(name="takes")


class BoardView(msgspec.Struct, frozen=True):
    """A board of squares after `plies` moves of both sides together.

    * board: a character a square from the far left as light sees it, rows joined by "/";
    * counters: rules that count moves towards an end: name, moves so far, moves at which the game ends;
    * draw: the side whose offer stands; can_offer: who may offer one now (side 0, side 1);
    * can_abort: either player may leave, and the game does not count.
    """

    board: str
    plies: int
    last: Trace | None
    counters: tuple[tuple[str, int, int], ...]
    draw: int | None
    can_offer: tuple[bool, bool]
    can_abort: bool


class Resignation(msgspec.Struct, frozen=True):
    """`side` offers to lose by `points` (before the cube)."""

    side: int
    points: int


class TakebackView(msgspec.Struct, frozen=True):
    """Taking a turn back with consent: who asks for it, and who may ask now (side 0, side 1)."""

    waiting: int | None
    can_request: tuple[bool, bool]


class ResultView(msgspec.Struct, frozen=True):
    """The result on offer in a game by the day: at `due` (ms) `side` wins `points`, before the cube."""

    side: int
    points: int
    due: int


class ResultOffersView(msgspec.Struct, frozen=True):
    """Offers of a result in a game by the day: the one that waits, and who may make one now (side 0, side 1).

    Whether the game is decided in fact, which an offer needs as well, the server finds out when it is asked.
    """

    waiting: ResultView | None
    can_offer: tuple[bool, bool]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parts of the table that any event of a game may change.

    Pairs are (side 0, side 1); points are in each side's own numbering. `men` counts checkers by point
    (0: borne off, 25: bar, or in hand), `pins` lists the points where a checker of that side is pinned,
    `resign_min` is the least each side may resign for.

    While roll number `roll_no` is being played `thrown` are its two dice and `dice` those of the stage that
    is played now, written out (four for a doublet); `later` are the stages after it, `stage` how many are
    played, and `rest` tells that the other side left this stage. Else all of them are empty.

    `proposed` are the values of the cube that are on offer, in order; `can_beaver`: the side to act may
    answer with one more, a beaver or a raccoon.

    `squares` is there in games on squares alone, which have no checkers, dice and cube. `back`
    turns can be taken back, None where none ever can. `takeback`: taking one back with the opponent's
    consent, None where that is not offered. `can_finish`: who may end the money session now, None
    where there is none. `race`: the sides can no longer stand in each other's way, None in games on squares.
    `results`: offers of a result in a game by the day, None where there are none.
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
    can_finish: tuple[bool, bool] | None = None
    race: bool | None = None
    takeback: TakebackView | None = None
    results: ResultOffersView | None = None


def clock_view(match: Match) -> ClockView | None:
    """The clock as it is shown; None in a match without one."""
    clock, terms = match.clock, match.terms.clock
    if clock is None or terms is None:
        return None
    due = clock_end(match) if terms.by_day else None
    return ClockView(clock.bank, clock.running, clock.since, terms.delay, due)


def results_view(match: Match) -> ResultOffersView | None:
    """Return the result on offer and who may offer one; None where that is not done."""
    if not match.terms.by_day:
        return None
    waiting, end = match.results.waiting, offer_end(match)
    view = None if waiting is None or end is None else ResultView(waiting.side, waiting.points, end)
    return ResultOffersView(view, (can_offer(match, 0), can_offer(match, 1)))


def turns_back(match: Match) -> int | None:
    """Return the number of turns that can be taken back; None where none ever can."""
    return len(match.past) if match.terms.training else None


def takeback_view(match: Match) -> TakebackView | None:
    """Return who asks to take a turn back and who may ask; None where it does not need consent."""
    if not takebacks.needs_consent(match):
        return None
    sides = takebacks.can_request(match, 0), takebacks.can_request(match, 1)
    return TakebackView(match.requests.waiting, sides)
