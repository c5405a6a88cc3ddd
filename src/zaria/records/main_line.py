"""The main line of a match: its events without the turns that were taken back.

Nor is the game part of it that had just begun when a money session was ended. Our own record holds everything
that happened. Other formats and analyses want the game as it was played in the end.
"""

from collections.abc import Sequence

from zaria.match import events as ev

_ANEW = (ev.GameStarted, ev.Restarted, ev.GameEnded)
"""Events that a takeback cannot go behind."""


def standing(events: Sequence[ev.Event], *, with_cut_game: bool = False) -> list[int]:
    """The indices in `events` of those that stand, in order.

    `with_cut_game`: also those of the game that had just begun when a money session was ended.
    """
    programs = {event.side for event in events if isinstance(event, ev.Seated) and event.player.bot}
    stands: list[int] = []
    turns: list[int] = []
    game = 0
    for place, event in enumerate(events):
        if isinstance(event, ev.TakenBack):
            if turns:
                del stands[turns.pop() :]
            continue
        if isinstance(event, ev.Finished):
            if not with_cut_game:
                del stands[game:]
            continue
        if isinstance(event, ev.GameStarted):
            game = len(stands)
        if isinstance(event, _ANEW):
            turns = []
        elif _is_turn(event, programs):
            turns.append(len(stands))
        stands.append(place)
    return stands


def _is_turn(event: ev.Event, programs: set[int]) -> bool:
    """Return whether the event is a turn of a person, who could take it back."""
    if isinstance(event, ev.TurnPlayed):
        return bool(event.moves) and event.side not in programs
    return isinstance(event, ev.Moved) and event.side not in programs


def without_takebacks(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The events that stand. They replay, though numbers of rolls are missing."""
    return [events[place] for place in standing(events)]
