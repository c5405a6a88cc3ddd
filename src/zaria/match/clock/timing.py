"""Time that is over, and time given back."""

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import clock as clocks
from zaria.match.clock.deadlines import deadline, has_first_turn, offer_end
from zaria.match.draft import Draft
from zaria.match.game_flow import cancel_match, end_as_offered, void_match
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.refusals import CommandRefusedError


def elapsed(match: Match, now: int) -> int:
    """Milliseconds since the running side was shown what it answers; 0 where no clock runs."""
    if match.clock is None or match.clock.running is None:
        return 0
    return max(0, now - match.clock.shown_at)


def check(match: Match, now: int) -> None:
    """Raise `Refused("time_over")` when the time of the running side was over at `now`."""
    limit = deadline(match)
    if limit is not None and now >= limit:
        raise CommandRefusedError("time_over")


def flag(draft: Draft, side: int | None, command: cmd.Flag) -> None:
    """End the game of a side that is out of time, or clear the table. Anybody may point it out.

    A result on offer that was not answered in time holds.
    """
    if side not in (None, 0, 1):
        raise CommandRefusedError("not_a_player")
    match = draft.match
    limit = deadline(match)
    if limit is None or draft.now < limit:
        raise CommandRefusedError("not_over_time")
    if match.phase == "open":
        cancel_match(draft, None)
        return
    loser = match.to_act()
    assert loser is not None
    offer = match.results.waiting
    if offer is not None and offer_end(match) == limit:
        draft.add(ev.ResultHeld(at=draft.now, side=loser))
        end_as_offered(draft, offer)
        return
    draft.add(ev.Flagged(at=draft.now, side=loser))
    if has_first_turn(match):
        void_match(draft)
    else:
        play_of(match).end_on_time(draft, match, loser)


def credit(draft: Draft, side: int | None, command: cmd.Credit) -> None:
    """Give the running side `ms` back; only the server does."""
    clock = draft.match.clock
    if side is not None or command.ms <= 0 or clock is None or clock.running is None:
        raise CommandRefusedError("not_now")
    draft.add(ev.ClockCredited(at=draft.now, ms=command.ms))


def stand(draft: Draft, side: int | None, command: cmd.Stand) -> None:
    """Let the running clock have stood for a while; only the server does."""
    match = draft.match
    clock, terms = match.clock, match.terms.clock
    if side is not None or clock is None or terms is None or not terms.by_day or clock.running is None:
        raise CommandRefusedError("not_now")
    if command.end > draft.now or clocks.stand(clock, terms, command.begin, command.end) == clock:
        raise CommandRefusedError("not_now")
    draft.add(ev.ClockStood(at=draft.now, begin=command.begin, end=command.end, why=command.why))
