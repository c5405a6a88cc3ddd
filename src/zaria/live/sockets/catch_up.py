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


def state(room: LiveMatch, reader: str | None, now: int, crowd: int = 0) -> State:
    """The whole match as `reader` may see it. `crowd`: the number of spectators."""
    you = playing_side(room.match, reader)
    seat = room.seat_for(reader)
    away, offer, following = room.away, room.offer, room.next
    if you is None:
        room = room.behind()
    match = room.match
    moves = you is not None and you == match.turn
    return State(
        m=room.id,
        n=room.seq,
        now=now,
        you=you,
        seat=seat,
        kept=seat is not None and room.places[seat] is not None,
        v=view(match),
        tree=tree_of(match) if moves else None,
        log=room.log,
        ways=play_of(match).moves(match) if moves else None,
        away=away,
        again=offer,
        next=following,
        crowd=crowd,
        by=room.by,
        opponent=_opponent(room, seat if you is None else you),
        cubes=room.cubes,
        totals=totals(room.events),
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


def _opponent(room: LiveMatch, side: int | None) -> PlayerInfo | None:
    """The player for whom the seat opposite `side` is reserved."""
    player = None if side is None else room.places[1 - side]
    return None if player is None else player.info


def missed(room: LiveMatch, n: int, now: int, most: int = MOST) -> list[PublishedEvent] | None:
    """The events after number `n`, None if they are more than `most`. Only the last comes with a tree."""
    if room.seq - n > most:
        return None
    return [
        PublishedEvent(match, seq, event, ev.encode(event), now, with_tree=seq == room.seq)
        for seq, event, match in room.since(n)
    ]


def around(room: LiveMatch, now: int, crowd: int) -> list[FromServer]:
    """The state outside of the events: absences, rematch, number of spectators."""
    if room.match.phase == "open":
        return []
    people = SpectatorCount(room.id, crowd)
    if room.match.phase == "over":
        return [RematchChanged(room.id, now, room.offer, room.next), people]
    return [AbsenceChanged(room.id, now, room.away), people]
