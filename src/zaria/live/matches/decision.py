"""The effect of the next command of a match: its side, its moment, its lag, and whether it is allowed."""

from msgspec.structs import replace

from zaria.live.matches.event_frames import playing_side
from zaria.live.matches.live_match import LiveMatch, Pending
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.lag import Quota, Quotas
from zaria.match.clock.timing import deadline, elapsed
from zaria.match.decide import drafted
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError


def decide(room: LiveMatch, pending: Pending) -> Draft:
    """Decide a command. One that comes too late leads to the flag instead, and is marked so.

    Raises `CommandRefusedError`. `pending.quotas` are those after the events are stored (None: unchanged).
    """
    match, command = room.match, pending.command
    now = max(pending.at, room.now)
    side = _side(room, pending)
    if isinstance(command, cmd.Sit):
        command = replace(command, host=room.by is not None and room.by == side)
    pending.late = False
    kind = type(command)
    if kind is cmd.Flag:
        _check_due(room, now)
    elif kind is cmd.Claim:
        _check_away(room, side, now)
    lag, pending.quotas = _forgiven(room, side, pending, now) if match.clock is not None else (0, None)
    try:
        draft = drafted(match, side, command, now, room.dice, lag)
    except CommandRefusedError as refused:
        if refused.code != "time_over":
            raise
        pending.late, pending.quotas = True, None
        return drafted(match, None, cmd.Flag(), now, room.dice)
    if pending.quotas is not None and not isinstance(draft.events[0], ev.Act):
        pending.quotas = None
    return draft


def next_deadline(room: LiveMatch) -> int | None:
    """The next deadline, with a margin for a move that is on its way."""
    match = room.match
    limit = deadline(match)
    running = match.clock.running if match.clock is not None else None
    if limit is None or running is None or room.quotas is None or _program(match, running):
        return limit
    return limit + room.quotas[running].grace()


def _side(room: LiveMatch, pending: Pending) -> int | None:
    """The side that gives a command; None: the server itself."""
    actor, command = pending.actor, pending.command
    if isinstance(command, cmd.Sit):
        return room.seat_for(command.player.id)
    if actor is None:
        return None
    side = playing_side(room.match, actor)
    if side is None and isinstance(command, cmd.Cancel):
        side = room.reserved_side(actor)
    if side is None:
        raise CommandRefusedError("not_a_player")
    return side


def _check_due(room: LiveMatch, now: int) -> None:
    limit = next_deadline(room)
    if limit is not None and now < limit:
        raise CommandRefusedError("not_over_time")


def _check_away(room: LiveMatch, side: int | None, now: int) -> None:
    """Refuse a claim unless the opponent has been absent for long enough."""
    if room.match.phase in ("open", "over"):
        return  # refused for another reason
    if not any(away.side != side and away.until <= now for away in room.away):
        raise CommandRefusedError("not_away")


def _forgiven(room: LiveMatch, side: int | None, pending: Pending, now: int) -> tuple[int, Quotas | None]:
    clock, quotas = room.match.clock, room.quotas
    if side is None or clock is None or quotas is None or clock.running != side or _program(room.match, side):
        return 0, None
    # A client that ignores our pings, or reconnects for each move, counts as one without latency.
    rtt = pending.lag.rtt or 0
    ms, quota = quotas[side].forgive(elapsed(room.match, now), pending.lag.think, rtt)
    return ms, _with(quotas, side, quota)


def _program(match: Match, side: int) -> bool:
    player = match.players[side]
    return player is not None and player.bot is not None


def _with(quotas: Quotas, side: int, quota: Quota) -> Quotas:
    return (quota, quotas[1]) if side == 0 else (quotas[0], quota)
