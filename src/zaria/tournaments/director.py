"""Commands of a director: the events that each causes, or its refusal."""

from msgspec.structs import replace

from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.changes import has_played, is_busy, may_become
from zaria.tournaments.corrections import correction, earlier_meeting
from zaria.tournaments.draw import is_nonce
from zaria.tournaments.field import DRAW, LOSS, WIN, Meeting, Result
from zaria.tournaments.refusals import TournamentRefusedError, require_reason
from zaria.tournaments.rounds import check_result, meeting_of, meetings_by_hand, needs_winner
from zaria.tournaments.state import TournamentState
from zaria.tournaments.undo import can_undo


def edit(tournament: TournamentState, command: cmd.Edit, now: int) -> list[ev.AnyEvent]:
    """Change the terms before the start."""
    require_reason(command.reason)
    if tournament.phase != "open":
        raise TournamentRefusedError("not_now")
    terms = command.terms
    if not terms.is_sound() or (terms.starts_at != tournament.terms.starts_at and terms.starts_at < now):
        raise TournamentRefusedError("bad_terms")
    if not may_become(tournament, terms):
        raise TournamentRefusedError("fixed")
    return [ev.Edited(at=now, terms=terms, by=command.by, reason=command.reason)]


def exchange(tournament: TournamentState, command: cmd.Replace, now: int) -> list[ev.AnyEvent]:
    """Give the place of a player to another."""
    require_reason(command.reason)
    if command.player not in tournament.ratings or command.player in tournament.field.withdrawn:
        raise TournamentRefusedError("not_entered")
    if command.substitute in tournament.ratings:
        raise TournamentRefusedError("entered")
    if has_played(tournament, command.player):
        raise TournamentRefusedError("played")
    if not is_nonce(command.nonce):
        raise TournamentRefusedError("bad_nonce")
    return [
        ev.Replaced(
            at=now,
            player=command.player,
            other=command.substitute,
            rating=command.rating,
            by=command.by,
            reason=command.reason,
            nonce=command.nonce,
        )
    ]


def pair_by_hand(tournament: TournamentState, command: cmd.PairByHand, now: int) -> list[ev.AnyEvent]:
    """Set the pairs of the next round during a pause."""
    require_reason(command.reason)
    if tournament.phase != "playing" or not tournament.paused or tournament.waiting():
        raise TournamentRefusedError("not_now")
    if command.pairs:
        meetings_by_hand(tournament, command.pairs)
    return [ev.PairsSet(at=now, pairs=command.pairs, by=command.by, reason=command.reason)]


def adjudicate(tournament: TournamentState, command: cmd.Adjudicate, now: int) -> list[ev.AnyEvent]:
    """Decide a meeting."""
    require_reason(command.reason)
    _met(tournament, command.number, command.place)
    check_result(command.result)
    if command.result.points == (DRAW, DRAW) and needs_winner(tournament):
        raise TournamentRefusedError("bad_result")
    return [_decided(command, command.result, now)]


def forfeit(tournament: TournamentState, command: cmd.Forfeit, now: int) -> list[ev.AnyEvent]:
    """Forfeit a meeting for one player."""
    require_reason(command.reason)
    players = _met(tournament, command.number, command.place).players
    if command.player not in players:
        raise TournamentRefusedError("not_entered")
    points = (LOSS, WIN) if command.player == players[0] else (WIN, LOSS)
    return [_decided(command, Result(points, played=False), now)]


def double_forfeit(tournament: TournamentState, command: cmd.DoubleForfeit, now: int) -> list[ev.AnyEvent]:
    """Forfeit a meeting for both players."""
    require_reason(command.reason)
    _met(tournament, command.number, command.place)
    return [_decided(command, Result((LOSS, LOSS), played=False), now)]


def replay_meeting(tournament: TournamentState, command: cmd.Replay, now: int) -> list[ev.AnyEvent]:
    """Replay a decided meeting."""
    require_reason(command.reason)
    meeting = _met(tournament, command.number, command.place)
    # Pairs by hand follow from the results of this round: they are taken back first.
    if meeting.result is None or tournament.hand or is_busy(tournament, command.place):
        raise TournamentRefusedError("not_now")
    number, place = command.number, command.place
    return [ev.MeetingReopened(at=now, number=number, place=place, by=command.by, reason=command.reason)]


def correct(tournament: TournamentState, command: cmd.Correct, now: int) -> list[ev.AnyEvent]:
    """Correct the result of a meeting of an earlier round."""
    require_reason(command.reason)
    number, place, result = command.number, command.place, command.result
    meeting = earlier_meeting(tournament, number, place)
    check_result(result)
    if result.points == (DRAW, DRAW) and needs_winner(tournament, number):
        raise TournamentRefusedError("bad_result")
    if result == meeting.result:
        raise TournamentRefusedError("same_result")
    if tournament.hand:  # pairs by hand follow from the results before: they are taken back first
        raise TournamentRefusedError("not_now")
    event = correction(tournament, number, place, result, again=command.again)
    return [replace(event, at=now, by=command.by, reason=command.reason)]


def undo(tournament: TournamentState, command: cmd.Undo, now: int) -> list[ev.AnyEvent]:
    """Undo the last act of a director."""
    require_reason(command.reason)
    if not tournament.acts or command.number not in (None, tournament.acts[-1].number):
        raise TournamentRefusedError("nothing_to_undo")
    act = tournament.acts[-1]
    if not can_undo(tournament, act):
        raise TournamentRefusedError("depends")
    return [ev.Undone(at=now, number=act.number, by=command.by, reason=command.reason)]


def pause(tournament: TournamentState, command: cmd.Pause, now: int) -> list[ev.AnyEvent]:
    """Pause the tournament before its next round."""
    require_reason(command.reason)
    if tournament.paused:
        raise TournamentRefusedError("not_now")
    return [ev.Paused(at=now, by=command.by, reason=command.reason)]


def resume(tournament: TournamentState, command: cmd.Resume, now: int) -> list[ev.AnyEvent]:
    """Resume the tournament; the pairs by hand must still be possible."""
    if not tournament.paused:
        raise TournamentRefusedError("not_now")
    if tournament.hand:
        meetings_by_hand(tournament, tournament.hand)
    return [ev.Resumed(at=now, by=command.by, reason=command.reason)]


def cancel(tournament: TournamentState, command: cmd.Cancel, now: int) -> list[ev.AnyEvent]:
    """Cancel the tournament."""
    require_reason(command.reason)
    return [ev.Cancelled(at=now, code="director", by=command.by, reason=command.reason)]


def _met(tournament: TournamentState, number: int, place: int) -> Meeting:
    """Return a meeting of the current round between two players."""
    meeting = meeting_of(tournament, number, place)
    if None in meeting.players:
        raise TournamentRefusedError("no_meeting")
    return meeting


def _decided(
    command: cmd.Adjudicate | cmd.Forfeit | cmd.DoubleForfeit, result: Result, now: int
) -> ev.MeetingDecided:
    return ev.MeetingDecided(
        at=now,
        number=command.number,
        place=command.place,
        result=result,
        how="director",
        by=command.by,
        reason=command.reason,
    )
