"""The first messages to a client that comes to a match, or back to it."""

from collections.abc import Sequence

from zaria.live.matches.event_frames import PublishedEvent, effects_of_tree, playing_side, tree_of
from zaria.live.matches.live_match import LiveMatch
from zaria.live.sockets.protocol.server import (
    AbsenceChanged,
    FromServer,
    RematchChanged,
    SpectatorCount,
    State,
    Totals,
)
from zaria.match import events as ev
from zaria.match.player_info import PlayerInfo
from zaria.match.plays import play_of
from zaria.match.view import view

MOST = 60
"""A client that missed more events than this gets the state instead.

An event takes 0.7 KB, or 1.6 KB with the whole table. All of them together with a large tree must stay far
below `server.LAGGARD`, or a client on a slow connection could never come back.
"""


def state(live_match: LiveMatch, reader: str | None, now: int, crowd: int = 0) -> State:
    """The whole match as `reader` may see it. `crowd`: the number of spectators."""
    you = playing_side(live_match.match, reader)
    seat = live_match.seat_for(reader)
    away, offer, following = live_match.away, live_match.offer, live_match.next
    if you is None:
        live_match = live_match.behind()
    match = live_match.match
    moves = you is not None and you == match.turn
    return State(
        m=live_match.id,
        n=live_match.seq,
        now=now,
        you=you,
        seat=seat,
        kept=seat is not None and live_match.places[seat] is not None,
        v=view(match),
        tree=tree_of(match) if moves else None,
        log=live_match.log,
        ways=play_of(match).moves(match) if moves else None,
        away=away,
        again=offer,
        next=following,
        crowd=crowd,
        by=live_match.by,
        opponent=_opponent(live_match, seat if you is None else you),
        cubes=live_match.cubes,
        totals=totals(live_match.events),
        effects=effects_of_tree(match) if moves else None,
    )


def totals(events: Sequence[ev.Event]) -> Totals | None:
    """The start and end of the last game that has begun, and the sum of each side's dice in it."""
    dice, ended = [0, 0], None
    for event in reversed(events):
        match event:
            case ev.GameStarted():
                return Totals(event.at, ended, (dice[0], dice[1]))
            case ev.GameEnded():
                ended = event.at
            case ev.Rolled():
                dice[event.side] += sum(event.dice)
            case ev.OpeningRolled():
                dice = [dice[0] + event.dice[0], dice[1] + event.dice[1]]
    return None


def _opponent(live_match: LiveMatch, side: int | None) -> PlayerInfo | None:
    """The player for whom the seat opposite `side` is reserved."""
    player = None if side is None else live_match.places[1 - side]
    return None if player is None else player.info


def missed(live_match: LiveMatch, n: int, now: int, most: int = MOST) -> list[PublishedEvent] | None:
    """The events after number `n`, None if they are more than `most`. Only the last comes with a tree."""
    if live_match.seq - n > most:
        return None
    return [
        PublishedEvent(match, seq, event, ev.encode(event), now, with_tree=seq == live_match.seq)
        for seq, event, match in live_match.since(n)
    ]


def around(live_match: LiveMatch, now: int, crowd: int) -> list[FromServer]:
    """The state outside of the events: absences, rematch, number of spectators."""
    if live_match.match.phase == "open":
        return []
    people = SpectatorCount(live_match.id, crowd)
    if live_match.match.phase == "over":
        return [RematchChanged(live_match.id, now, live_match.offer, live_match.next), people]
    return [AbsenceChanged(live_match.id, now, live_match.away), people]
