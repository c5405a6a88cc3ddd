"""Applying an event to a match. Events are trusted: `decide` has checked them, or `records.verify` will."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from zaria import games
from zaria.games.game import (
    IllegalTurnError,
    InvalidOptionsError,
    InvalidPositionError,
    Position,
    UnknownGameError,
)
from zaria.games.squares import FAMILY
from zaria.match import events as ev
from zaria.match import takebacks
from zaria.match.board_play import moves
from zaria.match.clock import clock as clocks
from zaria.match.clock import running
from zaria.match.events import BrokenHistoryError
from zaria.match.first_position import dice_position
from zaria.match.match import Cube, Last, Match, Result, Talk
from zaria.match.scoring import added
from zaria.match.versions import VERSIONS, options_in_full

T = TypeVar("T")

READY = 20_000
"""Milliseconds for the second player to sit down once the other place is taken, if the table has an end."""


def evolve(match: Match | None, event: ev.Event) -> Match:
    """The match after `event`; it begins with `Opened` on no match.

    Raises `BrokenHistoryError` when the event makes no sense here at all; it is not a legality check.
    """
    if match is None:
        if not isinstance(event, ev.Opened):
            raise BrokenHistoryError("a match begins with its opening")
        return _opened(event)
    apply = (_APPLY if match.squares is None else _ON_SQUARES).get(type(event))
    if apply is None:
        opened = isinstance(event, ev.Opened)
        raise BrokenHistoryError("a match opens once" if opened else "that does not happen in this game")
    if match.clock is not None and isinstance(event, ev.Act) and event.lag:
        match = replace(match, clock=clocks.forgive(match.clock, event.lag))
    after: Match = apply(match, event)
    return after


def replay(events: list[ev.Event]) -> Match:
    """The match that `events` amount to; raises `BrokenHistoryError` when there is none."""
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise BrokenHistoryError("no events")
    return match


def _opened(event: ev.Opened) -> Match:
    if event.version not in VERSIONS:
        raise BrokenHistoryError(f"rules version {event.version} is not known here")
    options = options_in_full(event.version, event.terms.game, event.terms.options)
    try:
        game = games.get(event.terms.game, **options)
    except (UnknownGameError, InvalidOptionsError) as error:
        raise BrokenHistoryError(str(error)) from error
    first = game.nth(1)
    text = event.terms.position
    try:
        board = moves.laid_out(first, text) if first.family == FAMILY else None
        position = dice_position(first, text, 0) if board is None else cast(Position, board)
    except InvalidPositionError as error:
        raise BrokenHistoryError(str(error)) from error
    return Match(
        id=event.id,
        terms=event.terms if options == event.terms.options else replace(event.terms, options=options),
        version=event.version,
        seal=event.seal,
        game=game,
        position=position,
        until=event.until,
        squares=board,
    )


def _seated(match: Match, event: ev.Seated) -> Match:
    until = match.until
    if match.players[1 - event.side] is not None:
        until = None
    elif until is not None and not event.host:
        until = event.at + READY
    return replace(
        match,
        terms=match.terms.without_rating() if event.unrated else match.terms,
        players=_put(match.players, event.side, event.player),
        seeds=_put(match.seeds, event.side, event.seed),
        until=until,
    )


def _cancelled(match: Match, event: ev.Cancelled) -> Match:
    return replace(match, phase="between", until=None)


def _game_started(match: Match, event: ev.GameStarted) -> Match:
    terms = match.terms.clock
    match = replace(
        match,
        game_no=event.number,
        crawford=event.crawford,
        crawford_done=match.crawford_done or event.crawford,
        clock=terms and clocks.wound(terms),
    )
    return _set_up(match, event.at, event.starter)


def _restarted(match: Match, event: ev.Restarted) -> Match:
    """The starter is chosen as for this game originally; the banks are kept."""
    if match.terms.position:
        return _set_up(match, event.at, match.starter)
    rolled_for = match.game_no == 1 or match.game.next_starter == "roll"
    return _set_up(match, event.at, None if rolled_for else match.starter)


def _set_up(match: Match, at: int, starter: int | None) -> Match:
    """The start position; the starter is to roll, or the opening roll is awaited."""
    first = starter or 0
    return replace(
        match,
        phase="between" if starter is None else "roll",
        position=dice_position(match.game.nth(match.game_no), match.terms.position, first),
        starter=starter,
        turn=first,
        dice=None,
        stage=0,
        fresh=True,
        cube=Cube(),
        offer=0,
        refused=0,
        idle=0,
        last=None,
        past=(),
        clock=running.passed(match, at, starter, clocks.INTERMISSION),
    )


def _opening_rolled(match: Match, event: ev.OpeningRolled) -> Match:
    one, two = event.dice
    match = replace(match, rolls=event.n, dice=event.dice)
    if one == two:
        return _doubled_by_itself(match)
    starter = 0 if one > two else 1
    game = match.position.game
    plays = game.opening == "play"
    return replace(
        match,
        phase="move" if plays else "roll",
        position=game.start(starter).rolled(event.dice) if plays else game.start(starter),
        starter=starter,
        turn=starter,
        dice=event.dice if plays else None,
        fresh=not plays,
        clock=running.passed(match, event.at, starter, clocks.INTERMISSION),
    )


def _doubled_by_itself(match: Match) -> Match:
    """Equal opening dice: the cube, still in the middle, doubles as often as was agreed."""
    value = match.cube.value
    if match.crawford or value >= 2**match.terms.auto_doubles:
        return match
    return replace(match, cube=Cube(value * 2))


def _rolled(match: Match, event: ev.Rolled) -> Match:
    try:
        position = match.position.rolled(event.dice)
    except IllegalTurnError as error:
        raise BrokenHistoryError(str(error)) from error
    return replace(
        match,
        phase="move",
        position=position,
        rolls=event.n,
        dice=event.dice,
        stage=0,
        fresh=False,
        idle=match.idle + 1,
        clock=match.clock and clocks.shown(match.clock, event.at),
    )


def _turn_played(match: Match, event: ev.TurnPlayed) -> Match:
    before = match.position
    if before.duty is None:
        raise BrokenHistoryError("a turn without a roll")
    try:
        position = before.play(before.complete(event.moves))
    except IllegalTurnError as error:
        raise BrokenHistoryError(str(error)) from error
    decided = position.outcome() is not None or position.locked()
    going = position.duty is not None and not decided
    same = going and position.turn == before.turn
    after = replace(
        match,
        phase="between" if decided else "move" if going else "roll",
        position=position,
        turn=position.turn,
        dice=match.dice if going else None,
        stage=match.stage + 1 if going else 0,
        refused=match.refused if same else 0,
        idle=0 if event.moves else match.idle,
        last=Last(event.side, event.moves, event.text),
        clock=running.after_stage(match, event, position.turn, done=not same),
    )
    return takebacks.remembered(match, event, after)


def _doubled(match: Match, event: ev.Doubled) -> Match:
    return replace(match, phase="double", proposed=(event.value,), clock=running.asking(match, event.at))


def _countered(match: Match, event: ev.Beavered | ev.Raccooned) -> Match:
    """A beaver or a raccoon: the other side answers now."""
    return replace(
        match,
        proposed=(*match.proposed, event.value),
        clock=running.asking_on(match, event.at, 1 - event.side),
    )


def _taken(match: Match, event: ev.Taken) -> Match:
    if not match.proposed:
        raise BrokenHistoryError("nothing was offered that could be taken")
    return replace(
        match,
        phase="roll",
        cube=Cube(match.proposed[-1], 1 - match.turn),
        proposed=(),
        clock=running.resumed(match, event.at),
    )


def _resign_offered(match: Match, event: ev.ResignOffered) -> Match:
    return replace(
        match,
        phase="resign",
        offer=event.points,
        resumes=match.phase,
        clock=running.asking(match, event.at),
    )


def _resign_rejected(match: Match, event: ev.ResignRejected) -> Match:
    return replace(
        match,
        phase=match.resumes,
        offer=0,
        refused=match.offer,
        clock=running.resumed(match, event.at),
    )


def _answered(match: Match, event: ev.Event) -> Match:
    """The game is decided by an answer, by the clock or because a player is away; `GameEnded` says how."""
    return replace(match, phase="between", proposed=(), clock=running.passed(match, event.at, None))


def _credited(match: Match, event: ev.ClockCredited) -> Match:
    return replace(match, clock=match.clock and clocks.credit(match.clock, event.ms))


def _game_ended(match: Match, event: ev.GameEnded) -> Match:
    return replace(
        match,
        phase="between",
        dice=None,
        stage=0,
        offer=0,
        past=(),
        score=added(match.score, event.winner, event.points),
        talk=Talk(),
        result=Result(event.winner, event.points, event.kind, event.how, event.why),
        clock=running.passed(match, event.at, None),
    )


def _match_ended(match: Match, event: ev.MatchEnded) -> Match:
    return replace(match, phase="over", winner=event.winner, secret=event.secret)


def _put(pair: tuple[T | None, T | None], side: int, value: T) -> tuple[T | None, T | None]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


_APPLY: dict[type, Callable[[Match, Any], Match]] = {
    ev.Cancelled: _cancelled,
    ev.Seated: _seated,
    ev.GameStarted: _game_started,
    ev.OpeningRolled: _opening_rolled,
    ev.Rolled: _rolled,
    ev.TurnPlayed: _turn_played,
    ev.Doubled: _doubled,
    ev.Beavered: _countered,
    ev.Raccooned: _countered,
    ev.Taken: _taken,
    ev.Dropped: _answered,
    ev.ResignOffered: _resign_offered,
    ev.ResignAccepted: _answered,
    ev.ResignRejected: _resign_rejected,
    ev.Flagged: _answered,
    ev.Claimed: _answered,
    ev.TakenBack: takebacks.taken_back,
    ev.ClockCredited: _credited,
    ev.Restarted: _restarted,
    ev.GameEnded: _game_ended,
    ev.MatchEnded: _match_ended,
}

_ON_SQUARES: dict[type, Callable[[Match, Any], Match]] = {
    ev.Cancelled: _cancelled,
    ev.Seated: _seated,
    ev.GameStarted: moves.started,
    ev.Moved: moves.moved,
    ev.DrawOffered: moves.draw_offered,
    ev.DrawDeclined: moves.draw_declined,
    ev.DrawAccepted: _answered,
    ev.Resigned: _answered,
    ev.Aborted: _answered,
    ev.Flagged: _answered,
    ev.Claimed: _answered,
    ev.TakenBack: takebacks.taken_back,
    ev.ClockCredited: _credited,
    ev.GameEnded: _game_ended,
    ev.MatchEnded: _match_ended,
}
"""What happens in a game on squares."""
