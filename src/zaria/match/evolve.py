"""Applying an event to a match. Events are trusted: `decide` has checked them, or `records.verify` will."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from zaria import games
from zaria.games.game import BadOptions, IllegalTurn, UnknownGame
from zaria.match import clock as clocks
from zaria.match import events as ev
from zaria.match.match import Cube, Last, Match, Result
from zaria.match.scoring import added

T = TypeVar("T")


class BrokenHistory(ValueError):
    """An event that cannot follow the ones before it."""


def evolve(match: Match | None, event: ev.Event) -> Match:
    """The match after `event`; it begins with `Opened` on no match.

    Raises `BrokenHistory` when the event makes no sense here at all; it is not a legality check.
    """
    if match is None:
        if not isinstance(event, ev.Opened):
            raise BrokenHistory("a match begins with its opening")
        return _opened(event)
    apply = _APPLY.get(type(event))
    if apply is None:
        raise BrokenHistory("a match opens once")
    after: Match = apply(match, event)
    return after


def replay(events: list[ev.Event]) -> Match:
    """The match that `events` amount to; raises `BrokenHistory` when there is none."""
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise BrokenHistory("no events")
    return match


def _opened(event: ev.Opened) -> Match:
    if event.version != ev.RULES_VERSION:
        raise BrokenHistory(f"rules version {event.version} is not known here")
    try:
        game = games.get(event.terms.game, **event.terms.options)
    except (UnknownGame, BadOptions) as error:
        raise BrokenHistory(str(error)) from error
    return Match(id=event.id, terms=event.terms, seal=event.seal, position=game.start(0))


def _seated(match: Match, event: ev.Seated) -> Match:
    return replace(
        match,
        players=_put(match.players, event.side, event.player),
        seeds=_put(match.seeds, event.side, event.seed),
    )


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
    return _set_up(match, event.at, match.starter if match.game_no > 1 else None)


def _set_up(match: Match, at: int, starter: int | None) -> Match:
    """The start position; the starter is to roll, or the opening roll is awaited."""
    first = starter or 0
    return replace(
        match,
        phase="between" if starter is None else "roll",
        position=match.position.game.start(first),
        starter=starter,
        turn=first,
        dice=None,
        fresh=True,
        cube=Cube(),
        offer=0,
        refused=0,
        idle=0,
        last=None,
        clock=_pass_clock(match, at, starter, clocks.INTERMISSION),
    )


def _opening_rolled(match: Match, event: ev.OpeningRolled) -> Match:
    one, two = event.dice
    match = replace(match, rolls=event.n, dice=event.dice)
    if one == two:
        return match
    starter = 0 if one > two else 1
    plays = match.position.game.options.opening == "play"
    return replace(
        match,
        phase="move" if plays else "roll",
        position=match.position.game.start(starter),
        starter=starter,
        turn=starter,
        dice=event.dice if plays else None,
        fresh=not plays,
        clock=_pass_clock(match, event.at, starter, clocks.INTERMISSION),
    )


def _rolled(match: Match, event: ev.Rolled) -> Match:
    return replace(match, phase="move", rolls=event.n, dice=event.dice, fresh=False)


def _turn_played(match: Match, event: ev.TurnPlayed) -> Match:
    if match.dice is None:
        raise BrokenHistory("a turn without a roll")
    try:
        turn = match.position.complete(match.dice, event.moves)
    except IllegalTurn as error:
        raise BrokenHistory(str(error)) from error
    position = match.position.play(turn)
    decided = position.outcome() is not None or position.locked()
    idle = 0 if event.moves else match.idle + 1
    return replace(
        match,
        phase="between" if decided else "roll",
        position=position,
        turn=1 - event.side,
        dice=None,
        refused=0,
        idle=idle,
        last=Last(event.side, event.moves, event.text),
        clock=_pass_turn(match, event),
    )


def _doubled(match: Match, event: ev.Doubled) -> Match:
    return replace(match, phase="double", clock=_ask_clock(match, event.at))


def _taken(match: Match, event: ev.Taken) -> Match:
    return replace(
        match,
        phase="roll",
        cube=Cube(match.cube.value * 2, event.side),
        clock=_resume_clock(match, event.at),
    )


def _resign_offered(match: Match, event: ev.ResignOffered) -> Match:
    return replace(
        match,
        phase="resign",
        offer=event.points,
        resumes=match.phase,
        clock=_ask_clock(match, event.at),
    )


def _resign_rejected(match: Match, event: ev.ResignRejected) -> Match:
    return replace(
        match,
        phase=match.resumes,
        offer=0,
        refused=match.offer,
        clock=_resume_clock(match, event.at),
    )


def _answered(match: Match, event: ev.Dropped | ev.ResignAccepted | ev.Flagged) -> Match:
    """The game is decided by an answer or by the clock; `GameEnded` says how."""
    return replace(match, phase="between", clock=_pass_clock(match, event.at, None))


def _credited(match: Match, event: ev.ClockCredited) -> Match:
    return replace(match, clock=match.clock and clocks.credit(match.clock, event.ms))


def _game_ended(match: Match, event: ev.GameEnded) -> Match:
    return replace(
        match,
        phase="between",
        dice=None,
        offer=0,
        score=added(match.score, event.winner, event.points),
        result=Result(event.winner, event.points, event.kind, event.how),
        clock=_pass_clock(match, event.at, None),
    )


def _match_ended(match: Match, event: ev.MatchEnded) -> Match:
    return replace(match, phase="over", winner=event.winner, secret=event.secret)


def _pass_clock(match: Match, at: int, to: int | None, pause: int = 0) -> clocks.Clock | None:
    """Hand the clock to `to` (None: stop it), whose time starts `pause` ms after `at`."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clocks.hand_over(match.clock, match.terms.clock, at, to, at + pause)


def _ask_clock(match: Match, at: int) -> clocks.Clock | None:
    """Hand the clock to who answers the offer of the side on turn."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clocks.ask(match.clock, match.terms.clock, at, 1 - match.turn)


def _resume_clock(match: Match, at: int) -> clocks.Clock | None:
    """Hand the clock back to the side on turn, whose offer was answered."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clocks.go_on(match.clock, match.terms.clock, at, match.turn)


def _pass_turn(match: Match, event: ev.TurnPlayed) -> clocks.Clock | None:
    """Hand the clock over after a turn, which earns the increment."""
    if match.clock is None or match.terms.clock is None:
        return None
    since = event.at + clocks.SEEN * len(event.moves)
    bonus = match.terms.clock.increment
    return clocks.hand_over(match.clock, match.terms.clock, event.at, 1 - event.side, since, bonus)


def _put(pair: tuple[T | None, T | None], side: int, value: T) -> tuple[T | None, T | None]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


_APPLY: dict[type, Callable[[Match, Any], Match]] = {
    ev.Seated: _seated,
    ev.GameStarted: _game_started,
    ev.OpeningRolled: _opening_rolled,
    ev.Rolled: _rolled,
    ev.TurnPlayed: _turn_played,
    ev.Doubled: _doubled,
    ev.Taken: _taken,
    ev.Dropped: _answered,
    ev.ResignOffered: _resign_offered,
    ev.ResignAccepted: _answered,
    ev.ResignRejected: _resign_rejected,
    ev.Flagged: _answered,
    ev.ClockCredited: _credited,
    ev.Restarted: _restarted,
    ev.GameEnded: _game_ended,
    ev.MatchEnded: _match_ended,
}
