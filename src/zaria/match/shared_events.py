"""The effects of events that occur in matches of either kind."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match import result_states, takebacks
from zaria.match.clock import clock as clocks
from zaria.match.clock import running
from zaria.match.match import DrawOffers, Match, Result, ResultOffers, TakebackRequests
from zaria.match.scoring import added

T = TypeVar("T")

Appliers = Mapping[type, Callable[[Match, Any], Match]]
"""The match after an event, by the type of the event."""

READY = 20_000
"""Milliseconds for the second player to sit down once the other place is taken, if the table has an end."""


def seated(match: Match, event: ev.Seated) -> Match:
    """Seat a player; one who comes to another's table has until `READY` to be joined.

    At a table of a tournament both have the same time, and the first to come waits for all of it.
    """
    until = match.until
    if match.players[1 - event.side] is not None:
        until = None
    elif until is not None and not event.host and not match.terms.tournament and not match.terms.by_day:
        until = event.at + READY
    return replace(
        match,
        terms=match.terms.without_rating() if event.unrated else match.terms,
        players=_put(match.players, event.side, event.player),
        seeds=_put(match.seeds, event.side, event.seed),
        until=until,
    )


def cancelled(match: Match, event: ev.Cancelled) -> Match:
    """Clear the table."""
    return replace(match, phase="between", until=None)


def game_decided(match: Match, event: ev.Event) -> Match:
    """Stop a game decided by an answer, the clock, an absence or the server; `GameEnded` says how."""
    return replace(match, phase="between", proposed=(), clock=running.passed(match, event.at, None))


def session_finished(match: Match, event: ev.Finished) -> Match:
    """Stop the game that has just begun: nothing of it is left but its position."""
    return replace(game_decided(match, event), dice=None, stage=0, offer=0, past=())


def clock_credited(match: Match, event: ev.ClockCredited) -> Match:
    """Give the running side time back."""
    return replace(match, clock=match.clock and clocks.credit(match.clock, event.ms))


def clock_stood(match: Match, event: ev.ClockStood) -> Match:
    """Give the running side the time back in which its clock stood, and that for the answer to an offer."""
    clock, terms = match.clock, match.terms.clock
    if clock is None or terms is None:
        return match
    match = result_states.stood(match, terms, event)
    return replace(match, clock=clocks.stand(clock, terms, event.begin, event.end))


def game_ended(match: Match, event: ev.GameEnded) -> Match:
    """Add the points of a finished game to the score."""
    return replace(
        match,
        phase="between",
        dice=None,
        stage=0,
        offer=0,
        past=(),
        requests=TakebackRequests(),
        results=ResultOffers(),
        score=added(match.score, event.winner, event.points),
        draw_offers=DrawOffers(),
        result=Result(event.winner, event.points, event.kind, event.how, event.why),
        clock=running.passed(match, event.at, None),
    )


def match_ended(match: Match, event: ev.MatchEnded) -> Match:
    """Close the match and reveal the secret of its dice."""
    return replace(match, phase="over", winner=event.winner, secret=event.secret)


def _put(pair: tuple[T | None, T | None], side: int, value: T) -> tuple[T | None, T | None]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


APPLIERS: Appliers = {
    ev.Cancelled: cancelled,
    ev.Seated: seated,
    ev.Flagged: game_decided,
    ev.Claimed: game_decided,
    ev.Finished: session_finished,
    ev.Annulled: game_decided,
    ev.TakenBack: takebacks.take_back,
    ev.TakebackRequested: takebacks.requested,
    ev.TakebackDeclined: takebacks.declined,
    ev.ResultOffered: result_states.offered,
    ev.ResultAccepted: game_decided,
    ev.ResultDeclined: result_states.declined,
    ev.ResultHeld: game_decided,
    ev.ClockCredited: clock_credited,
    ev.ClockStood: clock_stood,
    ev.GameEnded: game_ended,
    ev.MatchEnded: match_ended,
}
