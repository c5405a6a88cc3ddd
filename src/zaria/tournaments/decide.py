"""Turns a command to a tournament into the events that it causes, or refuses it."""

import hmac
from collections.abc import Callable
from typing import Any

from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.draw import drawn_order, seal
from zaria.tournaments.field import DRAW, LOSS, WIN, Meeting, Result
from zaria.tournaments.terms import LATE_ENTRIES
from zaria.tournaments.tournament import Tournament, evolve

REPEATS = 1
"""Draws after which a meeting that needs a winner is played again; the next one is decided by lot."""


class TournamentRefusedError(Exception):
    """A command that the tournament does not allow; `code` says why.

    `closed`, `entered`, `full`, `not_entered`, `not_now`, `too_early`, `wrong_secret`, `no_meeting`,
    `decided`, `bad_result`, `reason_needed`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decide(tournament: Tournament, command: cmd.Command, now: int) -> list[ev.AnyEvent]:
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
    return events


def _next(tournament: Tournament, now: int) -> ev.AnyEvent | None:
    """The event that follows when all meetings of a round are decided."""
    if tournament.phase != "playing" or tournament.paused or tournament.waiting():
        return None
    field = tournament.field.after(tournament.current) if tournament.current else tournament.field
    rules = tournament.terms.rules
    meetings = rules.next_round(field)
    if meetings is None:
        return ev.Ended(at=now, standings=tuple(line.player for line in rules.standings(field)))
    return ev.RoundPaired(at=now, meetings=tuple(meetings))


def _enter(tournament: Tournament, command: cmd.Enter, now: int) -> list[ev.AnyEvent]:
    late = tournament.phase == "playing"
    if late and tournament.terms.format not in LATE_ENTRIES:
        raise TournamentRefusedError("closed")
    here = command.player in tournament.ratings and command.player not in tournament.field.withdrawn
    if here:
        raise TournamentRefusedError("entered")
    if len(tournament.ratings) >= tournament.terms.most and command.player not in tournament.ratings:
        raise TournamentRefusedError("full")
    return [
        ev.Entered(at=now, player=command.player, rating=command.rating, by=command.by, reason=command.reason)
    ]


def _withdraw(tournament: Tournament, command: cmd.Withdraw, now: int) -> list[ev.AnyEvent]:
    if command.player not in tournament.ratings or command.player in tournament.field.withdrawn:
        raise TournamentRefusedError("not_entered")
    return [ev.Withdrawn(at=now, player=command.player, by=command.by, reason=command.reason)]


def _begin(tournament: Tournament, command: cmd.Begin, now: int) -> list[ev.AnyEvent]:
    if tournament.phase != "open":
        raise TournamentRefusedError("not_now")
    if now < tournament.terms.starts_at:
        raise TournamentRefusedError("too_early")
    if not hmac.compare_digest(seal(command.secret), tournament.seal):
        raise TournamentRefusedError("wrong_secret")
    if len(tournament.ratings) < tournament.terms.least:
        return [ev.Cancelled(at=now, code="too_few")]
    return [ev.Begun(at=now, secret=command.secret.hex())]


def _report(tournament: Tournament, command: cmd.Report, now: int) -> list[ev.AnyEvent]:
    meeting = _meeting(tournament, command.number, command.place)
    if meeting.result is not None:
        raise TournamentRefusedError("decided")
    number, place, result = command.number, command.place, command.result
    _check(result)
    if result.played and result.winner is None and _needs_winner(tournament):
        if tournament.repeats.get(place, 0) < REPEATS:
            return [ev.MeetingRepeated(at=now, number=number, place=place)]
        drawn = _lot(tournament, number, place, meeting)
        return [ev.MeetingDecided(at=now, number=number, place=place, result=drawn, how="lot")]
    how = "played" if result.played else "absent"
    return [ev.MeetingDecided(at=now, number=number, place=place, result=result, how=how)]  # type: ignore[arg-type]


def _adjudicate(tournament: Tournament, command: cmd.Adjudicate, now: int) -> list[ev.AnyEvent]:
    _give_reason(command.reason)
    meeting = _meeting(tournament, command.number, command.place)
    if None in meeting.players:
        raise TournamentRefusedError("no_meeting")
    _check(command.result)
    if command.result.points == (DRAW, DRAW) and _needs_winner(tournament):
        raise TournamentRefusedError("bad_result")
    return [
        ev.MeetingDecided(
            at=now,
            number=command.number,
            place=command.place,
            result=command.result,
            how="director",
            by=command.by,
            reason=command.reason,
        )
    ]


def _pause(tournament: Tournament, command: cmd.Pause, now: int) -> list[ev.AnyEvent]:
    if tournament.phase != "playing" or tournament.paused:
        raise TournamentRefusedError("not_now")
    return [ev.Paused(at=now, by=command.by, reason=command.reason)]


def _resume(tournament: Tournament, command: cmd.Resume, now: int) -> list[ev.AnyEvent]:
    if not tournament.paused:
        raise TournamentRefusedError("not_now")
    return [ev.Resumed(at=now, by=command.by, reason=command.reason)]


def _cancel(tournament: Tournament, command: cmd.Cancel, now: int) -> list[ev.AnyEvent]:
    _give_reason(command.reason)
    return [ev.Cancelled(at=now, code="director", by=command.by, reason=command.reason)]


_HANDLERS: dict[type, Callable[[Tournament, Any, int], list[ev.AnyEvent]]] = {
    cmd.Enter: _enter,
    cmd.Withdraw: _withdraw,
    cmd.Begin: _begin,
    cmd.Report: _report,
    cmd.Adjudicate: _adjudicate,
    cmd.Pause: _pause,
    cmd.Resume: _resume,
    cmd.Cancel: _cancel,
}


def _meeting(tournament: Tournament, number: int, place: int) -> Meeting:
    """A meeting of the current round."""
    if number != tournament.number or not 0 <= place < len(tournament.current):
        raise TournamentRefusedError("no_meeting")
    return tournament.current[place]


def _needs_winner(tournament: Tournament) -> bool:
    """True if one of the two goes on and the other does not."""
    return not tournament.terms.rules.allows_draw(tournament.field)


def _lot(tournament: Tournament, number: int, place: int, meeting: Meeting) -> Result:
    """The winner by lot, from the open secret."""
    players = [player for player in meeting.players if player is not None]
    first = drawn_order(tournament.secret, tournament.id, f"lot {number} {place}", players)[0]
    return Result((WIN, LOSS) if first == meeting.players[0] else (LOSS, WIN))


def _check(result: Result) -> None:
    if result.points not in ((WIN, LOSS), (LOSS, WIN), (DRAW, DRAW), (LOSS, LOSS)):
        raise TournamentRefusedError("bad_result")
    if result.points == ((LOSS, LOSS) if result.played else (DRAW, DRAW)):
        raise TournamentRefusedError("bad_result")


def _give_reason(reason: str) -> None:
    if not reason.strip():
        raise TournamentRefusedError("reason_needed")
