"""The effect of the next command of a match: its side, its moment, its lag, and whether it is allowed."""

from msgspec.structs import replace

from zaria.live.matches.decided_games import wins_surely
from zaria.live.matches.doubling_window import may_double
from zaria.live.matches.event_frames import playing_side
from zaria.live.matches.live_match import LiveMatch, Pending
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.ahead import moves_made, next_act
from zaria.match.clock.deadlines import deadline
from zaria.match.clock.lag import Quota, Quotas
from zaria.match.clock.timing import elapsed
from zaria.match.decide import carry_on, drafted
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError

MOST_AHEAD = 200
"""Acts that follow one command at once: two sides can agree on a whole race."""


def decide(live_match: LiveMatch, pending: Pending) -> Draft:
    """Decide a command. One that comes too late leads to the flag instead, and is marked so.

    Raises `CommandRefusedError`. `pending.quotas` are those after the events are stored (None: unchanged).
    """
    match, command = live_match.match, pending.command
    now = max(pending.at, live_match.now)
    side = _side(live_match, pending)
    if isinstance(command, cmd.Sit):
        command = replace(command, host=live_match.by is not None and live_match.by == side)
    pending.late = False
    kind = type(command)
    if kind is cmd.Flag:
        _check_due(live_match, now)
    elif kind is cmd.Claim:
        _check_away(live_match, side, now)
    lag, pending.quotas = _forgiven(live_match, side, pending, now) if match.clock is not None else (0, None)
    try:
        draft = drafted(match, side, command, now, live_match.dice, lag)
    except CommandRefusedError as refused:
        if refused.code != "time_over":
            raise
        pending.late, pending.quotas = True, None
        return drafted(match, None, cmd.Flag(), now, live_match.dice)
    if kind is cmd.OfferResult and side is not None and not wins_surely(match, side):
        raise CommandRefusedError("not_decided")
    if match.terms.by_day:
        _act_ahead(live_match, pending, draft)
    if pending.quotas is not None and not any(isinstance(event, ev.Act) for event in draft.events):
        pending.quotas = None
    return draft


def _act_ahead(live_match: LiveMatch, pending: Pending, draft: Draft) -> None:
    """Add everything that follows at once: it is stored with the command, so nobody is asked for it."""
    for _ in range(MOST_AHEAD):
        events = (*live_match.events, *draft.events) if draft.match.game.is_board else ()
        following = next_act(draft.match, pending.context.agreed, moves_made(events), may_double)
        if following is None:
            return
        try:
            carry_on(draft, following.side, following.command, following.ahead)
        except CommandRefusedError:
            return  # the time of the side is over: it is flagged instead


def next_deadline(live_match: LiveMatch) -> int | None:
    """The next deadline, with a margin for a move that is on its way."""
    match = live_match.match
    limit = deadline(match)
    running = match.clock.running if match.clock is not None else None
    if limit is None or running is None or live_match.quotas is None or _program(match, running):
        return limit
    return limit + live_match.quotas[running].grace()


def _side(live_match: LiveMatch, pending: Pending) -> int | None:
    """The side that gives a command; None: the server itself."""
    actor, command = pending.actor, pending.command
    if isinstance(command, cmd.Sit):
        return live_match.seat_for(command.player.id)
    if actor is None:
        return None
    side = playing_side(live_match.match, actor)
    if side is None and isinstance(command, cmd.Cancel):
        side = live_match.reserved_side(actor)
    if side is None:
        raise CommandRefusedError("not_a_player")
    return side


def _check_due(live_match: LiveMatch, now: int) -> None:
    limit = next_deadline(live_match)
    if limit is not None and now < limit:
        raise CommandRefusedError("not_over_time")


def _check_away(live_match: LiveMatch, side: int | None, now: int) -> None:
    """Refuse a claim unless the opponent has been absent for long enough."""
    if live_match.match.phase in ("open", "over"):
        return  # refused for another reason
    if not any(away.side != side and away.until <= now for away in live_match.away):
        raise CommandRefusedError("not_away")


def _forgiven(
    live_match: LiveMatch, side: int | None, pending: Pending, now: int
) -> tuple[int, Quotas | None]:
    clock, quotas = live_match.match.clock, live_match.quotas
    if (
        side is None
        or clock is None
        or quotas is None
        or clock.running != side
        or _program(live_match.match, side)
    ):
        return 0, None
    # A client that ignores our pings, or reconnects for each move, counts as one without latency.
    rtt = pending.lag.rtt or 0
    ms, quota = quotas[side].forgive(elapsed(live_match.match, now), pending.lag.think, rtt)
    return ms, _with(quotas, side, quota)


def _program(match: Match, side: int) -> bool:
    player = match.players[side]
    return player is not None and player.bot is not None


def _with(quotas: Quotas, side: int, quota: Quota) -> Quotas:
    return (quota, quotas[1]) if side == 0 else (quotas[0], quota)
