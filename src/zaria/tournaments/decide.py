"""Turns a command to a tournament into the events that it causes, or refuses it."""

import hmac
from collections.abc import Callable
from typing import Any

from zaria.tournaments import commands as cmd
from zaria.tournaments import director
from zaria.tournaments import events as ev
from zaria.tournaments.draw import is_nonce, seal
from zaria.tournaments.field import LOSS
from zaria.tournaments.refusals import TournamentRefusedError, require_reason
from zaria.tournaments.rounds import (
    check_result,
    final_standings,
    has_match,
    lot,
    meeting_of,
    needs_winner,
    next_meetings,
    tick,
)
from zaria.tournaments.tournament import TournamentState, evolve

__all__ = ["TournamentRefusedError", "decide"]

REPEATS = 1
"""Draws after which a meeting that needs a winner is played again; the next one is decided by lot."""


def decide(tournament: TournamentState, command: cmd.Command, now: int) -> list[ev.AnyEvent]:
    """The events that `command` causes at `now` (ms); at least one. Raises `TournamentRefusedError`."""
    if tournament.phase in ("over", "cancelled"):
        raise TournamentRefusedError("closed")
    events: list[ev.AnyEvent] = _HANDLERS[type(command)](tournament, command, now)
    after = tournament
    for event in events:
        after = evolve(after, event)
    while (more := _next(after, now)) is not None:
        events.append(more)
        after = evolve(after, more)
    if not events:
        raise TournamentRefusedError("no_pairs")
    return events


def _next(tournament: TournamentState, now: int) -> ev.AnyEvent | None:
    """Return the event that follows a round whose meetings are all decided."""
    if tournament.phase != "playing" or tournament.paused or tournament.waiting():
        return None
    if tournament.terms.info.continuous:
        return _end(tournament, now) if _is_late(tournament, now) else None
    meetings = next_meetings(tournament)
    return _end(tournament, now) if meetings is None else ev.RoundPaired(at=now, meetings=meetings)


def _end(tournament: TournamentState, now: int) -> ev.Ended | ev.Cancelled:
    """Return the last event: a tournament without a match at a board is cancelled, and pays nothing."""
    if not has_match(tournament):
        return ev.Cancelled(at=now, code="no_match")
    return ev.Ended(at=now, standings=final_standings(tournament))


def _is_late(tournament: TournamentState, now: int) -> bool:
    """True if an arena takes no more entries and pairs."""
    deadline = tournament.deadline
    return tournament.terms.info.continuous and deadline is not None and now >= deadline


def _enter(tournament: TournamentState, command: cmd.Enter, now: int) -> list[ev.AnyEvent]:
    if command.by:
        require_reason(command.reason)
    late = tournament.phase == "playing"
    if late and (not tournament.terms.info.late_entries or _is_late(tournament, now)):
        raise TournamentRefusedError("closed")
    player = command.player
    if player in tournament.ratings and player not in tournament.field.withdrawn:
        raise TournamentRefusedError("entered")
    if len(tournament.ratings) >= tournament.terms.most and player not in tournament.ratings:
        raise TournamentRefusedError("full")
    if not is_nonce(command.nonce):
        raise TournamentRefusedError("bad_nonce")
    return [
        ev.Entered(
            at=now,
            player=player,
            rating=command.rating,
            by=command.by,
            reason=command.reason,
            nonce=command.nonce,
        )
    ]


def _withdraw(tournament: TournamentState, command: cmd.Withdraw, now: int) -> list[ev.AnyEvent]:
    if command.by:
        require_reason(command.reason)
    if command.player not in tournament.ratings or command.player in tournament.field.withdrawn:
        raise TournamentRefusedError("not_entered")
    return [ev.Withdrawn(at=now, player=command.player, by=command.by, reason=command.reason)]


def _check_in(tournament: TournamentState, command: cmd.CheckIn, now: int) -> list[ev.AnyEvent]:
    terms = tournament.terms
    if tournament.phase != "open" or not terms.check_in_ms:
        raise TournamentRefusedError("not_now")
    if now < terms.starts_at - terms.check_in_ms:
        raise TournamentRefusedError("too_early")
    if command.player not in tournament.ratings:
        raise TournamentRefusedError("not_entered")
    if command.player in tournament.checked_in:
        raise TournamentRefusedError("checked_in")
    return [ev.CheckedIn(at=now, player=command.player)]


def _begin(tournament: TournamentState, command: cmd.Begin, now: int) -> list[ev.AnyEvent]:
    terms = tournament.terms
    if tournament.phase != "open":
        raise TournamentRefusedError("not_now")
    if now < terms.starts_at and not (terms.when_full and len(tournament.ratings) == terms.most):
        raise TournamentRefusedError("too_early")
    if not hmac.compare_digest(seal(command.secret), tournament.seal):
        raise TournamentRefusedError("wrong_secret")
    absent = [
        player for player in tournament.ratings if terms.check_in_ms and player not in tournament.checked_in
    ]
    events: list[ev.AnyEvent] = [ev.Withdrawn(at=now, player=player, code="no_check_in") for player in absent]
    if len(tournament.ratings) - len(absent) < terms.least:
        return [*events, ev.Cancelled(at=now, code="too_few")]
    return [*events, ev.Begun(at=now, secret=command.secret.hex())]


def _pair(tournament: TournamentState, command: cmd.Pair, now: int) -> list[ev.AnyEvent]:
    """Pair the free players, or close the arena after its end."""
    if tournament.phase != "playing" or not tournament.terms.info.continuous or tournament.paused:
        raise TournamentRefusedError("not_now")
    meetings = () if _is_late(tournament, now) else tick(tournament)
    return [ev.MeetingsPaired(at=now, meetings=meetings)] if meetings else []


def _report(tournament: TournamentState, command: cmd.Report, now: int) -> list[ev.AnyEvent]:
    number, place, result = command.number, command.place, command.result
    meeting = meeting_of(tournament, number, place)
    if meeting.result is not None:
        raise TournamentRefusedError("decided")
    if command.attempt not in (None, tournament.attempts.get(place, 0)):
        raise TournamentRefusedError("old_attempt")
    check_result(result)
    if command.unfinished:
        return [_decide_unfinished(tournament, command, now)]
    if result.played and result.winner is None and needs_winner(tournament):
        if tournament.repeats.get(place, 0) < REPEATS:
            return [ev.MeetingRepeated(at=now, number=number, place=place)]
        drawn = lot(tournament, number, place)
        return [ev.MeetingDecided(at=now, number=number, place=place, result=drawn, how="lot")]
    if result.played:
        return [ev.MeetingDecided(at=now, number=number, place=place, result=result)]
    events: list[ev.AnyEvent] = [
        ev.MeetingDecided(at=now, number=number, place=place, result=result, how="absent")
    ]
    if tournament.terms.info.continuous:  # an absent player is not paired again until they come back
        events += [
            ev.Withdrawn(at=now, player=player, code="absent")
            for player, points in zip(meeting.players, result.points, strict=True)
            if player is not None and points == LOSS and player not in tournament.field.withdrawn
        ]
    return events


def _decide_unfinished(tournament: TournamentState, command: cmd.Report, now: int) -> ev.MeetingDecided:
    """Decide a match by the day at the end of its round; a draw where a winner is needed by lot."""
    deadline = tournament.deadline
    if not tournament.terms.match.by_day or tournament.paused or deadline is None or now < deadline:
        raise TournamentRefusedError("not_now")
    number, place, result = command.number, command.place, command.result
    if result.winner is None and needs_winner(tournament):
        result = lot(tournament, number, place)
    return ev.MeetingDecided(at=now, number=number, place=place, result=result, how="unfinished")


def _reopen(tournament: TournamentState, command: cmd.Reopen, now: int) -> list[ev.AnyEvent]:
    """Give the players another match, with a new time to come."""
    if meeting_of(tournament, command.number, command.place).result is not None:
        raise TournamentRefusedError("decided")
    if command.attempt != tournament.attempts.get(command.place, 0):
        raise TournamentRefusedError("old_attempt")
    return [ev.MeetingReopened(at=now, number=command.number, place=command.place)]


_HANDLERS: dict[type, Callable[[TournamentState, Any, int], list[ev.AnyEvent]]] = {
    cmd.Enter: _enter,
    cmd.Withdraw: _withdraw,
    cmd.CheckIn: _check_in,
    cmd.Begin: _begin,
    cmd.Pair: _pair,
    cmd.Report: _report,
    cmd.Reopen: _reopen,
    cmd.Edit: director.edit,
    cmd.Replace: director.exchange,
    cmd.PairByHand: director.pair_by_hand,
    cmd.Adjudicate: director.adjudicate,
    cmd.Forfeit: director.forfeit,
    cmd.DoubleForfeit: director.double_forfeit,
    cmd.Replay: director.replay_meeting,
    cmd.Correct: director.correct,
    cmd.Undo: director.undo,
    cmd.Pause: director.pause,
    cmd.Resume: director.resume,
    cmd.Cancel: director.cancel,
}
