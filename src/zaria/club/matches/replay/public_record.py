"""The record of a match as anybody may have it."""

from collections.abc import Sequence

from msgspec.structs import replace

from zaria.match.events import Event, MatchEnded, Seated


def is_over(events: Sequence[Event]) -> bool:
    """True if the record is public: before the end it would reveal the secret of the dice."""
    return isinstance(events[-1], MatchEnded)


def nameless(events: Sequence[Event]) -> list[Event]:
    """The events with the side's number in place of each player's id, which is private."""
    return [_nameless(event) for event in events]


def _nameless(event: Event) -> Event:
    if isinstance(event, Seated):
        return replace(event, player=replace(event.player, id=str(event.side)))
    return event
