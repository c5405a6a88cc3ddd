"""Checks that the events of a record can follow one another; `verify` checks that they are true."""

from collections.abc import Iterator, Sequence

from zaria.games.protocols import IllegalTurnError, InvalidRollError
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve
from zaria.match.match import Match, Phase
from zaria.match.plays import play_of
from zaria.match.scoring import champion, for_points
from zaria.match.terms import AUTO_DOUBLES, Terms
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

MOST_EVENTS = 40_000
LONGEST_MATCH = 999
"""Points of the longest match that is read."""

_PHASES: dict[type, tuple[Phase, ...]] = {
    ev.Cancelled: ("open",),
    ev.Seated: ("open",),
    ev.GameStarted: ("open", "between"),
    ev.ClockCredited: ("roll", "move", "double", "resign"),
    ev.ClockStood: ("roll", "move", "double", "resign"),
    ev.GameEnded: ("between", "roll"),
    ev.MatchEnded: ("between",),
}
"""The phases in which the events common to all games may happen. A stuck game ends on a roll."""


def followed(events: Sequence[ev.Event]) -> Iterator[tuple[ev.Event, Match]]:
    """Each event with the match after it; raises `InvalidRecordError` at one that cannot follow."""
    if len(events) > MOST_EVENTS:
        raise InvalidRecordError(f"more than {MOST_EVENTS} events")
    match: Match | None = None
    for number, event in enumerate(events, 1):
        try:
            if match is not None:
                _check(match, event)
            elif isinstance(event, ev.Opened):
                _check_terms(event.terms)
            match = evolve(match, event)
        except (BrokenHistoryError, InvalidRollError, IllegalTurnError, InvalidRecordError) as error:
            raise InvalidRecordError(f"event {number}: {error}") from error
        yield event, match


def _check_terms(terms: Terms) -> None:
    """Refuse numbers out of range; the limits allow the longer matches of other programs."""
    if not 0 <= terms.length <= LONGEST_MATCH or not 0 <= terms.auto_doubles <= AUTO_DOUBLES:
        raise BrokenHistoryError("nobody plays on such terms")
    start = terms.start_score
    if start is not None and not 0 <= min(start) <= max(start) < terms.length:
        raise BrokenHistoryError("no match begins with such a score")


def _check(match: Match, event: ev.Event) -> None:
    phases = _PHASES.get(type(event))
    if phases is None:
        play_of(match).check_order(match, event)
        return
    if match.phase not in phases:
        raise BrokenHistoryError(f"“{type(event).__struct_config__.tag}” cannot follow here")
    if isinstance(event, ev.Seated):
        source_text.check_name(event.player.name)
    if isinstance(event, ev.GameStarted) and _won(match):
        raise BrokenHistoryError("the match is won")
    if isinstance(event, ev.GameStarted) and event.number not in (match.game_no, match.game_no + 1):
        raise BrokenHistoryError(f"game {event.number} comes after game {match.game_no}")


def _won(match: Match) -> bool:
    return not for_points(match) and champion(match, match.score) is not None
