"""Takebacks in training: a player's own turns of the game, and the match before each."""

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match.clock import clock as clocks
from zaria.match.match import Match, TakebackPoint


def remembered(before: Match, event: ev.TurnPlayed | ev.Moved, after: Match) -> Match:
    """`after`, which knows `before` as well if the turn between them can be taken back.

    A turn in which nothing could be played, and one of a program, are not worth it.
    """
    if not before.terms.training or not is_person(before, event.side):
        return after
    moves, move = (event.moves, "") if isinstance(event, ev.TurnPlayed) else ((), event.move)
    if not moves and not move:
        return after
    return replace(after, past=(*before.past, TakebackPoint(replace(before, past=()), moves, move)))


def is_person(match: Match, side: int) -> bool:
    """Return whether a person, or their own program, sits on `side`."""
    player = match.players[side]
    return player is not None and player.bot is None


def take_back(match: Match, event: ev.TakenBack) -> Match:
    """The match as it stood before the last turn of `event.side`, the same roll in its hand.

    Rolls that were made since stay made: the next one has the next number. So do the clocks stand as they
    stood, and that of the side runs from now on.
    """
    if not match.past or match.past[-1].before.turn != event.side:
        raise ev.BrokenHistoryError("there is no turn to take back")
    before = match.past[-1].before
    return replace(
        before,
        past=match.past[:-1],
        backs=match.backs + 1,
        rolls=match.rolls,
        clock=before.clock and clocks.anew(before.clock, event.at),
    )
