"""The record of a match as anybody may have it."""

from collections.abc import Sequence

from msgspec.structs import replace

from zaria.match.events import Event, MatchEnded, Opened, Player, Seated

_PUBLIC_IDS = ("0", "1")


def is_over(events: Sequence[Event]) -> bool:
    """True if the record is public: before the end it would reveal the secret of the dice."""
    return isinstance(events[-1], MatchEnded)


def nameless(events: Sequence[Event]) -> list[Event]:
    """The events with the side's number in place of each player's id, which is private.

    Who sat for both sides on one device keeps one id.
    """
    local = any(isinstance(event, Opened) and event.terms.local is not None for event in events[:1])
    return [_nameless(event, local=local) for event in events]


def is_nameless(seats: Sequence[Player | None]) -> bool:
    """Return whether a stored match has the ids of a public record: it was played in another club."""
    return all(player is not None and player.id in _PUBLIC_IDS for player in seats)


def _nameless(event: Event, *, local: bool) -> Event:
    if isinstance(event, Seated):
        return replace(event, player=replace(event.player, id="0" if local else str(event.side)))
    return event
